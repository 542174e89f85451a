"""Does a record hold? Commitments, decks and play are worked out again; the first wrong line is named."""

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from arena.fairness import Sealed, deal_decks
from arena.records.commitments import Wrong, check
from arena.records.lines import FORMAT, RecordError, parse
from engine.position import act
from truco.v1.match_pb2 import (
    ENDING_CAUSE_FORFEIT,
    ENDING_CAUSE_PLAYED_OUT,
    ENDING_CAUSE_VOID,
    FAULT_UNSPECIFIED,
)
from truco.v1.record_pb2 import (
    RecordAction,
    RecordCommitments,
    RecordHand,
    RecordHeader,
    RecordLine,
    RecordResult,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found. `line` counts from 1 and is 0 where all holds."""

    match_id: str
    line: int
    problem: str
    hands: int
    actions: int
    decks_from_seed: bool
    """True where every deck was drawn again from the deal set's key; else the decks are taken as written."""
    committed: bool = False
    """True where that key was worked out again from what was committed to before the match."""

    @property
    def holds(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.problem


def verify(data: bytes) -> Verdict:
    """Check a record, .trec or plain. Never raises for what a record says: the verdict tells."""
    try:
        lines = parse(data)
    except RecordError as error:
        return Verdict("", max(error.line, 1), error.problem, 0, 0, False)
    check = _Check(lines)
    number = 0
    try:
        for number, line in enumerate(lines, start=1):
            check.line(number, line)
        if lines[-1].WhichOneof("kind") != "result":
            raise Wrong("the record ends here without a result: it is cut off")
    except Wrong as wrong:
        return check.verdict(number, str(wrong))
    return check.verdict(0, "")


class _Check:
    """One pass over the lines of a record."""

    def __init__(self, lines: Sequence[RecordLine]) -> None:
        self.last = len(lines)
        self.header = RecordHeader()
        self.match: engine.Match | None = None
        self.decks: engine.Decks | None = None
        self.committed = False
        self.nonces_missing = False
        self.actions = 0
        self.decision = 0

    def verdict(self, line: int, problem: str) -> Verdict:
        hands = self.match.hand_number + 1 if self.match else 0
        decks = self.decks is not None
        return Verdict(self.header.match_id, line, problem, hands, self.actions, decks, self.committed)

    def line(self, number: int, line: RecordLine) -> None:
        kind = line.WhichOneof("kind")
        if (kind == "header") != (number == 1):
            raise Wrong(
                "the first line is a header, and no other" if number > 1 else "the record has no header"
            )
        if kind == "result" and number != self.last:
            raise Wrong("lines follow the result")
        if kind == "commitments" and number != 2:
            raise Wrong("commitments are the second line, or missing")
        match kind:
            case "commitments":
                self.commitments(line.commitments)
            case "header":
                self.begin(line.header)
            case "hand":
                self.hand(line.hand)
            case "action":
                self.action(line.action)
            case "ruling":
                if line.ruling.seat >= self.header.ruleset.players or line.ruling.fault == FAULT_UNSPECIFIED:
                    raise Wrong("a ruling is about a seat of the match and names a fault")
            case "result":
                self.result(line.result)

    def begin(self, header: RecordHeader) -> None:
        self.header = header
        ruleset = header.ruleset
        if header.format != FORMAT:
            raise Wrong(f"format {header.format} is unknown; this program reads format {FORMAT}")
        try:
            variant = engine.variant(ruleset.variant)
            self.match = engine.Match(
                variant,
                ruleset.players,
                dict(ruleset.settings),
                dealer=header.dealer,
                scores=tuple(header.scores),
            )
        except (engine.SettingsError, engine.PositionError) as error:
            raise Wrong(str(error)) from error
        if ruleset.rules_version != variant.rules_version:
            raise Wrong(
                f"played by rules version {ruleset.rules_version!r} of {variant.id}; "
                f"this program knows {variant.rules_version!r}"
            )
        if sorted(seat.seat for seat in header.seats) != list(range(ruleset.players)):
            raise Wrong(
                f"it names the bots of seats {[seat.seat for seat in header.seats]}, not of each seat once"
            )
        if header.set_key:
            try:
                key = bytes.fromhex(header.set_key)
            except ValueError as error:
                raise Wrong("the deal set's key is not hexadecimal") from error
            if len(key) != 32:
                raise Wrong(f"the deal set's key has {len(key)} bytes, not 32")
            self.decks = deal_decks(Sealed(key), variant.cards)

    def commitments(self, said: RecordCommitments) -> None:
        key = check(self.header, said)
        self.committed, self.nonces_missing = True, key is None
        if (key or b"").hex() != self.header.set_key:
            raise Wrong(
                f"by seed and nonces the deal set's key is {(key or b'').hex() or 'not known'}; "
                f"the header says {self.header.set_key or 'none'}"
            )

    def playing(self) -> engine.Match:
        if self.match is None:
            raise Wrong("the record has no header")
        return self.match

    def hand(self, hand: RecordHand) -> None:
        match = self.playing()
        if self.nonces_missing:
            raise Wrong("cards are dealt, though not all nonces that seats are bound to are in")
        deck = tuple(hand.deck.split())
        if self.decks is not None and (drawn := self.decks(hand.hand)) != deck:
            place = next((i for i, card in enumerate(drawn) if deck[i : i + 1] != (card,)), len(drawn))
            found = deck[place] if place < len(deck) else "missing"
            raise Wrong(
                f"the deck of hand {hand.hand} does not follow from the deal set's key: "
                f"card {place} is {found}, drawn was {(*drawn, 'no more')[place]}"
            )
        try:
            match.deal(deck)
        except engine.PositionError as error:
            raise Wrong(str(error)) from error
        expected = (match.hand_number, match.dealer, match.trail[-2] if match.hand_over else match.trail[-1])
        if (hand.hand, hand.dealer, tuple(hand.scores)) != expected:
            raise Wrong(
                f"it says hand {hand.hand}, dealer {hand.dealer}, scores {tuple(hand.scores)}; "
                f"by the rules hand {expected[0]}, dealer {expected[1]}, scores {expected[2]}"
            )

    def action(self, action: RecordAction) -> None:
        match = self.playing()
        try:
            act(match, action.action)
        except (engine.NotationError, engine.PositionError, engine.IllegalAction) as error:
            raise Wrong(str(error)) from error
        if action.decision <= self.decision:
            raise Wrong(f"decision {action.decision} does not come after decision {self.decision}")
        self.decision = action.decision
        self.actions += 1

    def result(self, result: RecordResult) -> None:
        match = self.playing()
        ranks = tuple(seat.rank for seat in sorted(result.results, key=lambda seat: seat.seat))
        cause = result.ending.cause
        if tuple(result.scores) != match.scores:
            raise Wrong(f"it says scores {tuple(result.scores)}; by the rules {match.scores}")
        if cause == ENDING_CAUSE_VOID:
            if ranks:
                raise Wrong("a void match has no results")
        elif len(ranks) != self.header.ruleset.players:
            raise Wrong(f"it ranks {len(ranks)} seats of {self.header.ruleset.players}")
        elif cause == ENDING_CAUSE_PLAYED_OUT:
            if match.result is None:
                raise Wrong("it says the match was played out, but by the rules it goes on")
            if match.result.ranks != ranks:
                raise Wrong(f"it ranks the seats {ranks}; by the rules {match.result.ranks}")
        elif cause == ENDING_CAUSE_FORFEIT:
            if not result.ending.HasField("blamed_seat") or result.ending.blamed_seat >= len(ranks):
                raise Wrong("a forfeit blames a seat of the match")
            self.forfeits(result, ranks)
        else:
            raise Wrong("the result has no ending")

    def forfeits(self, result: RecordResult, ranks: tuple[int, ...]) -> None:
        """Among more than two sides an earlier forfeit ranks below a later one, and all below the rest."""
        blamed, told = result.ending.blamed_seat, result.ending.forfeits
        seats = [forfeit.seat for forfeit in told] or [blamed]
        if seats[0] != blamed or len(set(seats)) < len(seats) or max(seats) >= len(ranks):
            raise Wrong(f"it says seats {seats} forfeited; each is a seat once, and the first is {blamed}")
        if any(forfeit.fault == FAULT_UNSPECIFIED for forfeit in told):
            raise Wrong("a forfeit names a fault")
        if ranks[blamed] != max(ranks) or min(ranks) == max(ranks):
            raise Wrong(f"seat {blamed} forfeited, but is not ranked last: {ranks}")
        sides, last = self.playing().sides, len(ranks)
        if sides == 2 and len({seat % 2 for seat in seats}) > 1:
            raise Wrong(f"seats {seats} of both sides forfeited, which no side can win")
        if sides > 2 and any(ranks[seat] != last - place for place, seat in enumerate(seats)):
            raise Wrong(f"seats {seats} forfeited in this order, and are not ranked so from the last")


def rules_record(data: bytes) -> engine.MatchRecord:
    """The record as the engine knows it: what was dealt and done, without clocks and rulings.

    Raises: RecordError: it can't be read.
    """
    lines = parse(data)
    header = lines[0].header
    hands: list[engine.HandRecord] = []
    for line in lines:
        if line.WhichOneof("kind") == "hand":
            hand = line.hand
            hands.append(engine.HandRecord(hand.dealer, tuple(hand.scores), tuple(hand.deck.split()), ()))
        elif line.WhichOneof("kind") == "action" and hands:
            last = hands[-1]
            actions = (*last.actions, line.action.action)
            hands[-1] = engine.HandRecord(last.dealer, last.scores, last.deck, actions)
    ruleset = header.ruleset
    return engine.MatchRecord(
        ruleset.variant,
        ruleset.players,
        dict(ruleset.settings),
        header.dealer,
        tuple(header.scores),
        tuple(hands),
    )
