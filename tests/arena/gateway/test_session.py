"""A session without its stream: whatever a bot sends, only a legal answer in turn moves the match."""

import random
from typing import Literal, NamedTuple

import structlog
import trio
from hypothesis import given
from hypothesis import strategies as st

from arena.gateway import Identity, Limits, run
from arena.gateway.decode import Greeting
from arena.gateway.session import Session
from arena.gateway.sessions import Sessions
from arena.matches import ActionTaken, Fault, LagMeter, NullJournal, Outcome, Pairing, Pool, Table
from engine import Match
from tests.arena.gateway.lines import pairing
from truco.v1 import play_pb2

NAMES = ("zap", "zip")
What = Literal["right", "again", "other_seat", "rubbish", "bent", "stray", "leave", "silly"]


class Move(NamedTuple):
    """Something that a bot does; `dice` decides the rest."""

    bot: int
    what: What
    seed: int


MOVES = st.lists(
    st.builds(
        Move,
        st.integers(0, 1),
        # Mostly right, so that the match goes on.
        st.sampled_from(
            ("right",) * 6 + ("again", "other_seat", "rubbish", "bent", "stray", "leave", "silly")
        ),
        st.integers(0, 2**32),
    ),
    max_size=60,
)


class Bots:
    """Two sessions at one table, and what each was sent and has sent."""

    def __init__(self, one: Pairing) -> None:
        self.pool = Pool(NullJournal(), LagMeter())
        self.sessions = Sessions(self.pool, Limits(idle_burst=1_000_000), trio.current_time)
        self.pairing = one
        self.outcomes: list[Outcome] = []
        self.lines = [self._hello(number) for number in (0, 1)]
        self.asked: list[play_pb2.Question | None] = [None, None]
        self.sent: list[list[bytes]] = [[], []]

    async def play(self) -> None:
        self.outcomes.append(await self.pool.play(self.pairing))

    def table(self) -> Table:
        member = self.pool.find("zap/v1", "main")
        assert member is not None
        return member.seats[self.pairing.match_id].table

    def read(self) -> None:
        """Take in what was sent to the bots."""
        for number, line in enumerate(self.lines):
            frame = line.outbox.take()
            line.writes(frame)
            for message in play_pb2.PlayResponse.FromString(frame.data).messages:
                if message.WhichOneof("kind") == "question":
                    self.asked[number] = message.question

    def send(self, number: int, frame: bytes) -> None:
        """Hand a frame to the session; where that ends it, the bot dials again."""
        self.lines[number].receive(frame)
        self.sent[number].append(frame)
        if self.lines[number].ended is not None:
            self.leave(number)

    def leave(self, number: int) -> None:
        self.sessions.lost(self.lines[number])
        self.lines[number] = self._hello(number)

    def _hello(self, number: int) -> Session:
        identity = Identity(NAMES[number], str(number))
        return self.sessions.start(identity, Greeting("", "1", frozenset({"argentine"}), 5, "main", True))


def frame_of(move: Move, bots: Bots, dice: random.Random) -> bytes:
    """What a move puts on the wire."""
    asked = bots.asked[1 - move.bot if move.what == "other_seat" else move.bot]
    sent = bots.sent[move.bot]
    if move.what == "again" and sent:
        return dice.choice(sent)
    if move.what == "rubbish":
        return dice.randbytes(dice.randint(0, 60))
    answer = play_pb2.Answer(match_id=bots.pairing.match_id)
    if asked is not None:
        answer.decision = asked.decision
        answer.index = dice.randrange(len(asked.offers))
    if move.what == "stray":
        answer.decision = dice.choice((0, 1, answer.decision + 1, 2**32 - 1))
    if move.what == "silly":
        answer.text = dice.choice(
            ("", "play 9z", "truco truco", "raise 5", "é" * 40, "vale-cuatro", "play 7e")
        )
    frame = play_pb2.PlayRequest(messages=[play_pb2.BotMessage(answer=answer)]).SerializeToString()
    if move.what == "bent":
        place = dice.randrange(len(frame))
        return frame[:place] + dice.randbytes(1) + frame[place + 1 :]
    return frame


def replayed(table: Table, one: Pairing) -> Match:
    """The engine's own state after the actions that the table took."""
    match = Match(one.variant, one.players, one.settings, decks=one.decks)
    for entry in table.log:
        if isinstance(entry, ActionTaken):
            assert entry.seat == match.seat
            assert not entry.by_default
            match.apply(next(a for a in match.legal() if str(a) == entry.action))  # type: ignore[arg-type]  # no ranges in argentine
    return match


@given(MOVES, st.integers(0, 2**16))
def test_only_a_legal_answer_in_turn_moves_the_match(moves: list[Move], seed: int) -> None:
    async def scenario() -> None:
        one = pairing(*NAMES, seed=seed)
        bots = Bots(one)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bots.play)
            await trio.testing.wait_all_tasks_blocked()
            table = bots.table()
            for number in (0, 1):
                accept = play_pb2.BotMessage(accept=play_pb2.Accept(match_id=one.match_id))
                bots.send(number, play_pb2.PlayRequest(messages=[accept]).SerializeToString())
            for move in moves:
                if table.over:
                    break
                bots.read()
                waiting, decision, pending = (
                    table.match.seat,
                    table.decision,
                    [s.pending for s in table.seats],
                )
                if move.what == "leave":
                    bots.leave(move.bot)
                    frame = b""
                else:
                    frame = frame_of(move, bots, random.Random(move.seed))
                    bots.send(move.bot, frame)
                moved = table.decision - decision
                assert moved in (0, 1) or table.over
                if moved:
                    assert move.bot == waiting
                    assert pending[move.bot] == decision
                    answers = [message.answer for message in play_pb2.PlayRequest.FromString(frame).messages]
                    assert (one.match_id, decision) in [(said.match_id, said.decision) for said in answers]
                if move.what == "right" and move.bot == waiting:
                    assert moved == 1 or table.over
                actions = replayed(table, one)
                if not table.match.hand_over:
                    assert actions.scores == table.match.scores
                    assert actions.view(waiting) == table.match.view(waiting)
            assert table.ending is None or table.ending.fault is not Fault.ARENA
            nursery.cancel_scope.cancel()

    with structlog.testing.capture_logs() as logs:
        run(scenario)
    assert not [entry for entry in logs if entry["log_level"] == "error"]
