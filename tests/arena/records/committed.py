"""A deal set of two legs, played by chance with nonces of all seats: its outcomes, records and chain."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import engine
from arena.fairness import Sealed, nonce_commitment, ruleset_id
from arena.matches import (
    SHARED,
    ActionTaken,
    Cause,
    DrawnLeg,
    DrawnSet,
    Ending,
    Entrant,
    HandDealt,
    LogEntry,
    Outcome,
    Pairing,
)
from arena.records import RecordAbout, jsonl, record_lines
from arena.store.entries import (
    Contribution,
    DealSetRevealed,
    DealSetVoid,
    LegRevealed,
    MatchOffered,
    Payload,
    canonical,
)

VARIANT = engine.variant("argentine")
SETTINGS = VARIANT.settings({"target": 9})
RULESET = ruleset_id(VARIANT.id, VARIANT.rules_version, SETTINGS)
SEED = bytes(range(32))
START = datetime(2026, 1, 2, tzinfo=UTC)
BOTS = (("ana/v1", "bob/v1"), ("eva/v1", "leo/v2"))


@dataclass
class PlayedSet:
    """Two matches of one deal set."""

    drawn: DrawnSet
    outcomes: tuple[Outcome, ...]

    @property
    def records(self) -> list[bytes]:
        return [jsonl(record_lines(one, RecordAbout("0.1.0"))) for one in self.outcomes]

    def legs(self) -> list[DrawnLeg]:
        return list(self.drawn.legs.values())

    def chain(self, *, void: str = "") -> list[str]:
        """The links of the public chain about this set."""
        drawn = self.drawn
        links: list[str] = []

        def link(payload: Payload) -> None:
            links.append(canonical(payload))

        def at() -> tuple[int, str, int]:
            before = hashlib.sha256(links[-1].encode()).hexdigest() if links else ""
            return len(links) + 1, before, 7

        for leg, outcome in zip(self.legs(), self.outcomes, strict=True):
            hashes = [leg.nonce_commitments.get(seat, b"").hex() for seat in range(2)]
            bots = list(outcome.bots)
            link(MatchOffered(*at(), leg.match_id, drawn.ruleset, leg.commitment.hex(), bots, hashes))
        listed = [_listed(leg, void=bool(void)) for leg in self.legs()]
        nonces = [Contribution(one.leg, one.seat, one.bot, one.nonce.hex()) for one in drawn.contributions]
        seed = drawn.server_seed.reveal().hex()
        mode = drawn.mode.name
        if void:
            link(DealSetVoid(*at(), drawn.id, mode, drawn.ruleset, seed, listed, nonces, void))
        else:
            link(DealSetRevealed(*at(), drawn.id, mode, drawn.ruleset, seed, listed, nonces))
        return links


def play_set(silent: Sequence[str] = ()) -> PlayedSet:
    """Plays both legs; `silent` bots add no nonce."""
    drawn = DrawnSet(SHARED, "set-1", RULESET, VARIANT.cards, Sealed(SEED), range(2), salt=_salt)
    legs = [drawn.leg(number, f"match-{number}") for number in range(2)]
    nonces = {bot: hashlib.sha256(bot.encode()).digest() for bots in BOTS for bot in bots}
    for leg, bots in zip(legs, BOTS, strict=True):
        for seat, bot in enumerate(bots):
            if bot not in silent:
                leg.commit(seat, bot, nonce_commitment(bot, nonces[bot]))
    for leg, bots in zip(legs, BOTS, strict=True):
        for seat, bot in enumerate(bots):
            assert bot in silent or leg.reveal(seat, nonces[bot])
        leg.seated()
    return PlayedSet(drawn, tuple([_play(leg, BOTS[leg.number]) for leg in legs]))


def _listed(leg: DrawnLeg, *, void: bool) -> LegRevealed:
    return LegRevealed(leg.match_id, leg.number, leg.salt.reveal().hex(), void)


def _salt(leg: int) -> Sealed[bytes]:
    return Sealed(bytes([leg]) * 32)


def _play(leg: DrawnLeg, bots: tuple[str, ...]) -> Outcome:
    dice = random.Random(leg.number)
    match = engine.Match(VARIANT, 2, SETTINGS)
    log: list[LogEntry] = []
    decision = 0
    while not match.over:
        deck = leg.deck(match.hand_number + 1)
        match.deal(deck)
        log.append(HandDealt(match.hand_number, match.dealer, match.trail[-1], deck))
        while not match.hand_over:
            action = dice.choice(match.legal())
            assert isinstance(action, engine.Action)
            decision += 1
            log.append(ActionTaken(match.seat, str(action), decision, 250, 0, False))
            match.apply(action)
    assert match.result is not None
    pairing = Pairing(
        match_id=leg.match_id,
        variant=VARIANT.id,
        players=2,
        settings=SETTINGS,
        entrants=tuple([Entrant(bot) for bot in bots]),
        decks=leg.deck,
        deal_set=leg.drawn.id,
        leg=leg.number,
        drawn=leg,
    )
    return Outcome(
        pairing,
        bots,
        Ending(Cause.PLAYED_OUT, None, None, "the rules"),
        match.result.ranks,
        match.scores,
        tuple(log),
        START,
        START + timedelta(seconds=1),
        (0, 0),
    )
