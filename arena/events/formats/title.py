"""The end of an event decided by points: the margin of the title, and the play-off where it is thin."""

from collections.abc import Sequence

from arena.events.formats.script import Book, Script
from arena.events.formats.sharing import series_of
from arena.events.formats.standing import SURE_Z, lead
from arena.events.formats.terms import Terms
from arena.events.formats.values import Finished, Placed, Series

PLAYOFF = "playoff"


def decided(
    terms: Terms, book: Book, played: Sequence[Series], standings: tuple[Placed, ...], playoff: int = 0
) -> Script:
    """Ends an event with these standings, after a play-off of so many sets where the title is not sure.

    The first two play it; none where more than two share the first place, or where the two may not meet.
    """
    first, second = standings[0], standings[1]
    margin, z = lead(terms, book, played, first.bot, second.bot)
    shared = z < SURE_Z
    level = sum(placed.place == 1 for placed in standings)
    if not (shared and playoff and level <= 2 and terms.field.may_meet(first.bot, second.bot)):
        return Finished(standings, margin, z, shared)
    series = series_of(terms, PLAYOFF, [(first.bot, second.bot)], playoff)
    yield series
    points = _points(book, series[0])
    if points[first.bot] == points[second.bot]:
        return Finished(standings, margin, z, shared)
    ahead, behind = (first, second) if points[first.bot] > points[second.bot] else (second, first)
    decided = [
        placed._replace(place=place, breaks=(*placed.breaks, ("play-off", points[placed.bot])))
        for place, placed in ((1, ahead), (2, behind))
    ]
    return Finished((*decided, *standings[2:]), margin, z)


def _points(book: Book, series: Series) -> dict[str, float]:
    results = book.sets(series.id).values()
    return {bot: sum(result.points[side] for result in results) for side, bot in enumerate(series.sides)}
