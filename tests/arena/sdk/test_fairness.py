"""Nonces and reveals of the kit: against the known answers, on the wire, and with the arena's own gateway."""

import secrets
from dataclasses import replace
from pathlib import Path

import pytest
import trio

import engine
from arena.fairness import draw_server_seed, ruleset_id
from arena.gateway import ArenaConfig, InMemoryAuthenticator, open_arena, run
from arena.launch import Manifest, launch
from arena.matches import SHARED, Cause, DrawnSet, Entrant, HandDealt, NullJournal, Outcome, Pairing
from arena.sdk import Bot, Options, Question, Revealed, Unfair, serve
from arena.sdk.bot import Wishes
from arena.sdk.fairness import Nonces, nonce_commitment
from arena.sdk.session import Session
from tests.arena.fairness.vectors import VECTORS, VectorLeg, VectorSet
from tests.arena.sdk.arena_double import STOPPING, ArenaDouble, Stream, offer, question, welcome
from truco.v1 import play_pb2

SETS = [one for one in VECTORS.sets if all(given.nonce for given in one.contributions)]
"""Those in which every seat that takes part adds a nonce, as the kit does."""


def revealed(one: VectorSet, leg: VectorLeg, seat: int = 0) -> Revealed:
    """What a bot at a seat of a leg of a known set is told."""
    here = [given for given in one.contributions if given.leg == leg.leg]
    seats = range(1 + max([seat, *(given.seat for given in here)]))
    hashes = {given.seat: nonce_commitment(given.bot, bytes.fromhex(given.nonce)) for given in here}
    offered = play_pb2.MatchOffer(
        match_id=leg.match_id,
        seat=seat,
        commitment=bytes.fromhex(leg.commit),
        ruleset_id=one.ruleset,
        nonce_commitments=[hashes.get(place, b"") for place in seats],
    )
    contributions = [
        play_pb2.NonceContribution(
            leg=given.leg, seat=given.seat, bot=given.bot, nonce=bytes.fromhex(given.nonce)
        )
        for given in one.contributions
    ]
    closed = play_pb2.DealSetClosed(
        match_id=leg.match_id,
        deal_set=one.deal_set,
        leg=leg.leg,
        server_seed=bytes.fromhex(one.server_seed),
        leg_salt=bytes.fromhex(leg.leg_salt),
        contributions=contributions,
    )
    own = next((bytes.fromhex(given.nonce) for given in here if given.seat == seat), b"")
    return Revealed(offered, own, closed)


@pytest.mark.parametrize("one", VECTORS.sets, ids=[one.deal_set for one in VECTORS.sets])
def test_the_kit_finds_the_key_and_the_decks_of_the_known_answers(one: VectorSet) -> None:
    reveal = revealed(one, one.legs[0])
    assert reveal.key.hex() == one.set_key
    for deal in one.deals:
        assert reveal.deck(deal.hand, range(deal.deck_size)) == deal.deck


@pytest.mark.parametrize("one", SETS, ids=[one.deal_set for one in SETS])
def test_what_was_committed_to_is_fair(one: VectorSet) -> None:
    for leg in one.legs:
        revealed(one, leg).check()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("server_seed", b"\0" * 32, "the seed is not the one"),
        ("leg_salt", b"\0" * 32, "the seed is not the one"),
        ("contributions", [], "seat 0 was bound to a nonce that is missing"),
    ],
)
def test_a_reveal_that_was_changed_is_unfair(field: str, value: object, said: str) -> None:
    reveal = revealed(SETS[0], SETS[0].legs[0])
    if isinstance(value, bytes):
        setattr(reveal.message, field, value)
    else:
        del reveal.message.contributions[:]
    with pytest.raises(Unfair, match=said):
        reveal.check()


def test_a_changed_nonce_is_unfair() -> None:
    reveal = revealed(SETS[0], SETS[0].legs[0])
    reveal.message.contributions[0].nonce = b"x"
    with pytest.raises(Unfair, match="the nonce of seat 0 is another one"):
        reveal.check()
    with pytest.raises(Unfair, match="this bot's own nonce is another one"):
        replace(revealed(SETS[0], SETS[0].legs[0]), nonce=b"mine").check()


def test_of_a_void_set_nonces_may_be_missing() -> None:
    reveal = revealed(SETS[0], SETS[0].legs[0])
    del reveal.message.contributions[:]
    reveal.message.void = True
    reveal.check()


def test_every_match_has_a_nonce_of_its_own() -> None:
    nonces = Nonces()
    hashes = nonces.begin("zap/v1", 50)
    offers = [play_pb2.MatchOffer(nonce_commitments=[one]) for one in hashes]
    found = {nonces.of(one) for one in offers}
    assert len(found) == 50
    assert {len(nonce) for nonce in found} == {32}
    assert [nonce_commitment("zap/v1", nonces.of(one)) for one in offers] == hashes


def test_a_seat_that_waits_over_a_broken_stream_keeps_its_nonce() -> None:
    nonces = Nonces()
    (before,) = nonces.begin("zap/v1", 1)
    nonces.begin("zap/v1", 1)
    assert nonces.of(play_pb2.MatchOffer(nonce_commitments=[before]))


def bound(commitment: bytes, match_id: str = "m1") -> play_pb2.MatchOffer:
    """An offer whose seat 1 is bound to a nonce."""
    offered = offer(match_id, seed=b"")
    offered.nonce_commitments.extend([b"", commitment])
    return offered


def test_a_bot_commits_reveals_and_commits_again() -> None:
    def script(stream: Stream) -> None:
        hello = stream.hear_one().hello
        assert hello.commits_nonces
        assert not hello.with_reveals
        stream.say(welcome(), offer("m0"))
        assert not stream.hear_one().accept.nonce
        assert len(stream.commitments) == 100
        stream.say(bound(stream.commitments[0]))
        accept = stream.hear_one().accept
        assert nonce_commitment("zap/v1", accept.nonce) == stream.commitments[0]
        assert accept.nonce_commitment not in stream.commitments
        stream.say(bound(accept.nonce_commitment, "m2"))
        again = stream.hear_one().accept
        assert nonce_commitment("zap/v1", again.nonce) == accept.nonce_commitment
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        serve(lambda _question: 0, Options(arena.address))


def test_commitments_for_a_thousand_matches_fit_into_the_frames_that_the_arena_takes() -> None:
    options = Options("127.0.0.1:1")
    session: Session[Bot] = Session(options, Bot, Wishes())
    greeted = welcome()
    greeted.limits.max_frame_bytes, greeted.limits.max_matches = 4096, 1000
    session.connected(greeted)
    frames = list(session.frames())
    assert max(frame.ByteSize() for frame in frames) <= 4096
    assert sum(len(frame.messages[0].nonce_commitments.commitments) for frame in frames) == 1000


def test_a_bot_with_a_method_for_it_is_told_what_was_revealed() -> None:
    told: list[Revealed] = []

    class Curious(Bot):
        def decide(self, question: Question) -> int:
            return 0

        def revealed(self, reveal: Revealed) -> None:
            told.append(reveal)

    def script(stream: Stream) -> None:
        assert stream.hear_one().hello.with_reveals
        stream.say(welcome(), offer("m0"))
        stream.hear()
        stream.say(bound(stream.commitments[0]), question("m1"))
        assert stream.hear()
        ended = play_pb2.MatchEnded(match_id="m1", seat=1)
        stream.say(ended, play_pb2.DealSetClosed(match_id="m1", deal_set="s"), STOPPING)

    with ArenaDouble([script]) as arena:
        serve(Curious, Options(arena.address))
    (reveal,) = told
    assert reveal.offer.match_id == "m1"
    assert nonce_commitment("zap/v1", reveal.nonce) == reveal.offer.nonce_commitments[1]


CHECKS = """
from pathlib import Path
from arena.sdk import Bot, run

class Checks(Bot):
    def decide(self, question):
        return 0

    def revealed(self, reveal):
        reveal.check()
        cards = Path("cards").read_text().split()
        told = f"{reveal.offer.match_id} {reveal.nonce.hex()} {' '.join(reveal.deck(0, cards))}"
        Path(f"{self.match.id}-{self.match.seat}").write_text(told)

run(Checks)
"""


def test_two_tables_of_a_shared_set_play_cards_that_their_bots_made_with_the_arena(tmp_path: Path) -> None:
    game = engine.variant("argentine")
    settings = game.settings({"target": 5})
    (tmp_path / "bot.py").write_text(CHECKS)
    (tmp_path / "cards").write_text(" ".join(game.cards))
    names = ("ana", "bob", "eva", "leo")
    drawn = DrawnSet(
        SHARED, "s", ruleset_id("argentine", "1", settings), game.cards, draw_server_seed(), range(2)
    )

    def leg(number: int) -> Pairing:
        match_id = secrets.token_hex(8)
        entrants = tuple([Entrant(name) for name in names[2 * number : 2 * number + 2]])
        one = drawn.leg(number, match_id)
        return Pairing(
            match_id, "argentine", 2, settings, entrants, one.deck, deal_set="s", leg=number, drawn=one
        )

    async def main() -> list[Outcome]:
        tokens = InMemoryAuthenticator()
        async with (
            trio.open_nursery() as nursery,
            open_arena(ArenaConfig(), journal=NullJournal(), authenticator=tokens) as arena,
        ):

            async def process(name: str) -> None:
                manifest = Manifest(folder=tmp_path, name=name, command=("python", "bot.py"))
                async with launch(manifest, arena.address, tokens.issue(name), "main") as started:
                    await started.wait()

            for name in names:
                nursery.start_soon(process, name)
            # The bots end by themselves: the end of the session comes after all that is to be told.
            return await arena.play_set([leg(0), leg(1)])

    outcomes = run(main)
    assert [outcome.ending.cause for outcome in outcomes] == [Cause.PLAYED_OUT] * 2
    logs = [entry for outcome in outcomes for entry in outcome.log]
    decks = [entry.deck for entry in logs if isinstance(entry, HandDealt) and entry.hand == 0]
    assert decks[0] == decks[1]
    assert [given.bot for given in drawn.contributions] == [f"{name}/v1" for name in names]
    nonces = {given.nonce.hex() for given in drawn.contributions}
    assert len(nonces) == 4
    files = list(tmp_path.glob("*-[01]"))
    assert len(files) == 4
    for told in files:
        match_id, nonce, *deck = told.read_text().split()
        assert match_id in {outcome.pairing.match_id for outcome in outcomes}
        assert nonce in nonces
        assert tuple(deck) == decks[0]
