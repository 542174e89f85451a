"""What a record says of a match, once it has been verified: cards, turns, who sat where, and its chance."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from arena.fairness import DealSet, Sealed
from arena.records import RecordError, parse, verify
from engine import Action, Cards, parse_turn, variant


class Turn(NamedTuple):
    """What a seat did."""

    seat: int
    action: Action
    decision: int
    """Its number in the match, from 1."""
    by_default: bool


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match as it was played."""

    match_id: str
    variant: str
    players: int
    settings: Mapping[str, int]
    dealer: int
    scores: tuple[int, ...]
    bots: tuple[str, ...]
    """By seat: "zap/v3"."""
    decks: tuple[Cards, ...]
    turns: tuple[Turn, ...]
    seat_seeds: tuple[bytes, ...]
    """What each seat's bot was given for its own chance; empty where it was given nothing."""

    @classmethod
    def of(cls, record: bytes) -> "Recorded":
        """Raises: RecordError: the record is cut off, or does not follow from its own rules and cards."""
        verdict = verify(record)
        if not verdict.holds:
            raise RecordError(verdict.line, verdict.problem)
        lines = parse(record)
        header, ruleset = lines[0].header, lines[0].header.ruleset
        said = next((line.commitments for line in lines if line.WhichOneof("kind") == "commitments"), None)
        own = [] if said is None else [leg for leg in said.legs if leg.leg == header.leg]
        bound = own[0].nonce_commitments if own else [""] * ruleset.players
        turns = []
        for line in lines:
            if line.WhichOneof("kind") == "action":
                seat, action = parse_turn(line.action.action)
                turns.append(Turn(seat, action, line.action.decision, line.action.by_default))
        seeds = [b""] * ruleset.players
        if header.set_key:
            key = Sealed(bytes.fromhex(header.set_key))
            deals = DealSet(header.deal_set, "", variant(ruleset.variant).cards, key)
            # Whoever adds a nonce to the cards is given no seed that follows from them.
            seeds = [b"" if bound[seat] else deals.seat_seed(header.leg, seat) for seat in range(len(bound))]
        return cls(
            match_id=header.match_id,
            variant=ruleset.variant,
            players=ruleset.players,
            settings=dict(ruleset.settings),
            dealer=header.dealer,
            scores=tuple(header.scores),
            bots=tuple([seat.bot for seat in sorted(header.seats, key=lambda seat: seat.seat)]),
            decks=tuple(
                [tuple(line.hand.deck.split()) for line in lines if line.WhichOneof("kind") == "hand"]
            ),
            turns=tuple(turns),
            seat_seeds=tuple(seeds),
        )
