"""Plays events without playing truco: results that only depend on the seed, the series and the set."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from arena.events.formats import (
    Championship,
    Deals,
    Entrant,
    Field,
    Finished,
    FormatError,
    Gauntlet,
    KnockOut,
    Ladder,
    Match,
    RoundRobin,
    Series,
    SetResult,
    Swiss,
    Terms,
)
from arena.ratings import Sprt

Event = Match | Gauntlet | RoundRobin | Swiss | KnockOut | Ladder | Championship
Skill = Callable[[str], float]


def even(_: str) -> float:
    """Everybody as good as everybody else."""
    return 0.0


def by_number(bot: str) -> float:
    """bot00 always beats bot01, and so on."""
    return -10.0 * int(bot.removeprefix("bot"))


def terms(
    bots: int, *, deals: Deals = "mirror", sides: int = 2, owners: Sequence[int] = (), seed: int = 1
) -> Terms:
    """So many bots bot00, bot01, ...; rated if `owners` gives each one's owner, by number."""
    entrants = [
        Entrant(f"bot{number:02}", f"owner{owners[number]}" if owners else "") for number in range(bots)
    ]
    return Terms(Field(tuple(entrants), rated=bool(owners)), sides, deals, seed)


def result_of(event: Event, series: Series, number: int, seed: int = 0, skill: Skill = even) -> SetResult:
    """What came of a deal set; always the same for the same seed."""
    dice = random.Random(f"{seed}/{series.id}/{series.sides}/{number}")
    points = [0.0] * len(series.sides)
    legs = event.terms.matches(series)
    for _ in range(legs):
        order = sorted(range(len(points)), key=lambda side: dice.random() + skill(series.sides[side]))
        for place, side in enumerate(order):
            points[side] += place / (len(order) - 1)
    return SetResult(series.id, number, tuple(points), legs)


@dataclass
class Played:
    """An event to its end: the rounds as they were given, all results, the end."""

    rounds: list[tuple[Series, ...]] = field(default_factory=list)
    results: list[SetResult] = field(default_factory=list)
    end: Finished = field(default_factory=lambda: Finished(()))

    @property
    def series(self) -> list[Series]:
        return [series for round_ in self.rounds for series in round_]


def play(event: Event, seed: int = 0, skill: Skill = even, before: Sequence[SetResult] = ()) -> Played:
    """Plays an event round by round, from where some results leave it."""
    played = Played(results=list(before))
    while True:
        ahead = event.next_round(played.results)
        if isinstance(ahead, Finished):
            played.end = ahead
            return played
        played.rounds.append(ahead)
        have = {(result.series, result.number) for result in played.results}
        for series in ahead:
            played.results += [
                result_of(event, series, number, seed, skill)
                for number in series.numbers
                if (series.id, number) not in have
            ]


KINDS = ("match", "gauntlet", "round-robin", "swiss", "knockout", "ladder", "championship")


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Events of every format, on every kind of deals, with and without owners."""
    kind = draw(st.sampled_from(KINDS))
    deals: Deals = draw(st.sampled_from(["mirror", "shared", "independent"]))
    bots = 2 if kind == "match" else draw(st.integers(4, 9))
    sides = draw(st.sampled_from([2, 2, 3])) if kind in ("round-robin", "ladder", "championship") else 2
    owners: Sequence[int] = ()
    if draw(st.booleans()):
        alone = kind in ("match", "knockout")
        # So many owners that a table and a final can be filled.
        owners = [number if alone or number < 4 else draw(st.integers(0, 6)) for number in range(bots)]
    given = terms(bots, deals=deals, sides=sides, owners=owners, seed=draw(st.integers(0, 99)))
    sets = given.whole * draw(st.integers(1, 3))
    playoff = given.whole * draw(st.integers(0, 2)) if sides == 2 else 0
    if kind == "match":
        test = Sprt(0.0, draw(st.sampled_from([50.0, 400.0])), legs=given.legs, cap=30 * sets)
        return Match(given, 30 * sets, draw(st.sampled_from([None, test])))
    if kind == "gauntlet":
        return Gauntlet(given, sets, given.field.bots[: draw(st.integers(1, bots - 1))])
    if kind == "round-robin":
        return RoundRobin(given, sets, draw(st.integers(1, 2)), playoff)
    if kind == "swiss":
        return Swiss(given, sets, draw(st.integers(1, min(4, bots - 1))), playoff)
    if kind == "knockout":
        return KnockOut(given, sets, draw(st.booleans()), draw(st.booleans()))
    if kind == "ladder":
        return Ladder(given, sets, rounds=draw(st.integers(1, 3)))
    return Championship(given, 2000, draw(st.sampled_from([3, 4])), playoff)


__all__ = ["Event", "FormatError", "Played", "by_number", "even", "events", "play", "result_of", "terms"]
