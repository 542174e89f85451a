"""A match step by step, under way or over: what was dealt and done, and the table after each of it.

Every card is in it: it is for who owns the arena or reads a record. `eyes` say whose knowledge is shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import engine
from arena.matches import ActionTaken, HandDealt, LogEntry
from arena.records import RecordError, event_lines, parse
from arena.terminal.table import Place
from engine import Cards, Events, Match, View
from engine.position import act

OPEN = None
"""Eyes that see all."""


class Step(NamedTuple):
    """One thing that happened: a hand was dealt, a seat acted, or the referee ruled."""

    deck: str = ""
    turn: str = ""
    """As "1 play 7e"."""
    by_default: bool = False
    ruling: str = ""


class Scene(NamedTuple):
    """The table after a step."""

    match: Match
    hand: int
    """From 1; 0 before the first."""
    news: Events
    """What the step told."""
    remark: str


class Tale:
    """A match and its scenes, as far as they have been `add`ed."""

    def __init__(
        self,
        variant: str,
        players: int,
        settings: Mapping[str, int],
        names: Sequence[str],
        dealer: int = 0,
        scores: Sequence[int] | None = None,
    ) -> None:
        self._match = Match(variant, players, settings, dealer=dealer, scores=scores)
        named = tuple([f"{seat} {name}" for seat, name in enumerate(names)])
        self.place = Place(self._match.variant, named, self._match.settings.get("target"))
        self.scenes: list[Scene] = []
        self.end = ""
        """How the match ended, once it has."""

    @classmethod
    def of_record(cls, record: bytes) -> "Tale":
        """Raises: RecordError: the record can't be read, or does not follow the rules."""
        lines = parse(record)
        header, ruleset = lines[0].header, lines[0].header.ruleset
        if lines[0].WhichOneof("kind") != "header":
            raise RecordError(1, "the record has no header")
        names = [seat.bot for seat in sorted(header.seats, key=lambda seat: seat.seat)]
        settings = dict(ruleset.settings)
        tale = cls(ruleset.variant, ruleset.players, settings, names, header.dealer, tuple(header.scores))
        for number, line in enumerate(lines, start=1):
            try:
                match line.WhichOneof("kind"):
                    case "hand":
                        tale.add(Step(deck=line.hand.deck))
                    case "action":
                        tale.add(Step(turn=line.action.action, by_default=line.action.by_default))
                    case "ruling":
                        tale.add(Step(ruling=f"{tale.place.names[line.ruling.seat]}: {line.ruling.ruling}"))
            except (engine.PositionError, engine.NotationError, engine.IllegalAction) as error:
                raise RecordError(number, str(error)) from error
        result = lines[-1].result
        if lines[-1].WhichOneof("kind") == "result":
            tale.ended([seat.rank for seat in sorted(result.results, key=lambda seat: seat.seat)])
        return tale

    def add(self, step: Step) -> None:
        """Raises: PositionError, NotationError, IllegalAction: the rules do not know such a step."""
        match, before = self._match, len(self._match.events)
        remark = step.ruling
        if step.deck:
            match.deal(tuple(step.deck.split(" ")))
            before = 0
        elif step.turn:
            act(match, step.turn)
            remark = "did not answer: the arena acts" if step.by_default else ""
        self.scenes.append(Scene(match.clone(), match.hand_number + 1, match.events[before:], remark))

    def ended(self, ranks: Sequence[int]) -> None:
        """The match is over; `ranks` by seat, none where it came to nothing."""
        ranked = sorted((rank, seat) for seat, rank in enumerate(ranks))
        places = ", ".join(f"{rank}. {self.place.names[seat]}" for rank, seat in ranked)
        self.end = places or "no result"

    def lines(self, at: int, eyes: int | None) -> Iterator[str]:
        """What was told in a scene, as text."""
        scene = self.scenes[at]
        if scene.remark:
            yield f"    ! {scene.remark}"
        names = dict(enumerate(self.place.names))
        for event in scene.news if eyes is OPEN else engine.told_to(eyes, scene.news):
            # With all eyes open, what a seat was told about itself alone is told once.
            if eyes is not OPEN or event.to in (engine.EVERYBODY, getattr(event, "seat", None)):
                yield from event_lines(event, scene.hand, names, self.place.sides)

    def view(self, at: int, eyes: int | None) -> View[object]:
        """What a seat saw; with all eyes open, whose turn it is."""
        match = self.scenes[at].match
        return match.view(max(match.seat, 0) if eyes is OPEN else eyes)

    def known(self, at: int, eyes: int | None) -> dict[int, Cards]:
        """The hands that are seen, by seat."""
        match = self.scenes[at].match
        if eyes is OPEN:
            return {seat: match.view(seat).held for seat in range(match.players)}
        view = match.view(eyes)
        return {eyes: view.held, **dict(view.seen)}

    def first_of_hand(self, hand: int) -> int | None:
        """Where a hand begins; None where there is none of that number."""
        return next(
            (at for at, scene in enumerate(self.scenes) if scene.hand == hand and scene.match.hand), None
        )


def steps(log: Iterable[LogEntry], names: Sequence[str]) -> Iterator[Step]:
    """The log of a table as steps; `names` by seat."""
    for entry in log:
        match entry:
            case HandDealt():
                yield Step(deck=" ".join(entry.deck))
            case ActionTaken():
                yield Step(turn=f"{entry.seat} {entry.action}", by_default=entry.by_default)
            case _:
                yield Step(ruling=f"{names[entry.seat]}: {entry.ruling}")
