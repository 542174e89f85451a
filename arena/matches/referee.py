"""The referee: the whole fault policy in one place. It judges; the table carries out.

| what a seat did | what follows |
|---|---|
| an illegal or malformed answer | a notice; the question stands, the clock goes on |
| an answer to a closed decision | a notice; dropped |
| no answer, and the bank is empty | the default action; the third in a match is a forfeit (FaultPolicy) |
| away past the disconnect allowance | a forfeit |
| its process ended | a forfeit |
| seat not accepted within the start-up allowance | a forfeit; void where no side is there whole |
| the nonce it is bound to is wrong, or does not come in time | void; the deal set is drawn anew without it |
| the arena's own fault | void: never a result, the match is played again |

At a table of two sides a forfeit ends the match. At a larger one the forfeiter is played on by default
actions and ranks below all others, an earlier forfeit below a later one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from arena.matches.endings import Fault
from arena.matches.pairing import FaultPolicy
from arena.matches.seat import ByIndex, ByText, Choice, NoticeKind, Seat
from engine import Action, IllegalAction, NotationError, Offers, Range, parse_action
from engine.kernel.actions import among

ORDINALS = (
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


class Refused(Exception):
    """An answer that chooses nothing; the text says what was wrong and what was possible."""

    def __init__(self, kind: NoticeKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class Judgement(NamedTuple):
    """What the referee made of a fault."""

    fault: Fault
    forfeits: bool
    rule: str
    measured_s: float


class Referee:
    """Judges the faults of one match, and counts the default actions of each seat."""

    __slots__ = ("_policy", "defaults")

    def __init__(self, policy: FaultPolicy, seats: int) -> None:
        self._policy = policy
        self.defaults = [0] * seats

    @property
    def defaults_allowed(self) -> int:
        """The default action that forfeits the match: 3 means the third."""
        return self._policy.defaults_allowed

    def out_of_time(self, seat: int, waited_s: float) -> Judgement:
        """Free time and bank are used up and no answer has come."""
        self.defaults[seat] += 1
        played = self.defaults[seat]
        rule = f"{_ordinal(played)} default action in a match"
        return Judgement(Fault.LATE, played >= self._policy.defaults_allowed, rule, waited_s)

    def out_of_absence(self, fault: Fault, allowance_s: float) -> Judgement:
        """The seat stayed away for as long as it may in a match."""
        if not allowance_s:
            return Judgement(fault, True, "left the match, which allows no absence", 0.0)
        return Judgement(fault, True, f"away past the disconnect allowance of {allowance_s:g} s", allowance_s)

    def crashed(self, how: str) -> Judgement:
        """The process of a launched bot ended; nobody will come back."""
        return Judgement(Fault.CRASHED, True, f"the bot's process ended: {how}", 0.0)

    def absent(self, allowance_s: float) -> Judgement:
        """The seat was offered and not accepted in time."""
        rule = f"seat not accepted within the start-up allowance of {allowance_s:g} s"
        return Judgement(Fault.ABSENT, True, rule, allowance_s)

    def wrong_nonce(self) -> Judgement:
        """The seat was accepted with another nonce than the one it is bound to."""
        return Judgement(Fault.MALFORMED, False, "its nonce does not fit its commitment", 0.0)


def chosen(choice: Choice, offers: Offers) -> Action:
    """The action that a choice names.

    Raises: Refused: it is not among the offers, or cannot be read.
    """
    if isinstance(choice, ByIndex):
        return _at(choice, offers)
    if isinstance(choice, ByText):
        try:
            action = parse_action(choice.text)
        except NotationError as error:
            raise Refused(NoticeKind.MALFORMED, f"{error}. {_open(offers)}") from error
    else:
        action = choice
    if not among(action, offers):
        raise Refused(NoticeKind.ILLEGAL, f"{action} is not among the offers. {_open(offers)}")
    return action


def stray(seat: Seat, decision: int) -> Refused:
    """What is wrong with an answer to a decision that the seat is not asked now."""
    asked = f"it is asked decision {seat.pending}" if seat.pending else "it is asked nothing now"
    if decision in seat.missed:
        late = f"the answer to decision {decision} came too late: the arena had closed it"
        return Refused(NoticeKind.LATE, f"{late}. Dropped; {asked}")
    if 0 < decision <= seat.answered:
        return Refused(NoticeKind.DUPLICATE, f"decision {decision} was answered already. Dropped; {asked}")
    return Refused(NoticeKind.MALFORMED, f"decision {decision} was not asked of seat {seat.number}; {asked}")


def ranks_by_forfeit(seats: int, sides: int, forfeited: Sequence[int]) -> tuple[int, ...]:
    """Ranks by seat where forfeits ended the match; `forfeited` are seats, the earliest first.

    ranks_by_forfeit(4, 2, [3]) -> (1, 2, 1, 2); ranks_by_forfeit(3, 3, [2, 0]) -> (2, 1, 3)
    """
    if sides == 2:
        return tuple([2 if seat % 2 == forfeited[0] % 2 else 1 for seat in range(seats)])
    return final_ranks([1] * seats, forfeited)


def final_ranks(ranks: Sequence[int], forfeited: Sequence[int]) -> tuple[int, ...]:
    """Ranks by seat with the forfeiters below all others; `forfeited` are seats, the earliest first.

    final_ranks([1, 2, 3, 4], [0]) -> (4, 1, 2, 3)
    """
    kept = sorted(rank for seat, rank in enumerate(ranks) if seat not in forfeited)
    last = len(ranks)
    return tuple(
        [
            last - forfeited.index(seat) if seat in forfeited else 1 + kept.index(rank)
            for seat, rank in enumerate(ranks)
        ]
    )


def _at(choice: ByIndex, offers: Offers) -> Action:
    place, amount = choice
    if not 0 <= place < len(offers):
        raise Refused(NoticeKind.ILLEGAL, f"index {place} is not among the offers. {_open(offers)}")
    offer = offers[place]
    if isinstance(offer, Range):
        try:
            return offer.at(offer.least if amount is None else amount)
        except IllegalAction as error:
            raise Refused(NoticeKind.ILLEGAL, f"{error}. {_open(offers)}") from error
    if amount is not None:
        raise Refused(
            NoticeKind.ILLEGAL, f"{offer} (index {place}) has no amount, {amount} was sent. {_open(offers)}"
        )
    return offer


def _open(offers: Offers) -> str:
    listed = ", ".join(f"{place} {offer}" for place, offer in enumerate(offers))
    return f"Open: {listed}. Answer the same decision again; its clock goes on."


def _ordinal(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"
