"""A ladder of a database with everything that its results tell, as of now or of a day that has passed."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from arena.cli.errors import USAGE, CommandFailed
from arena.cli.runs.fitting import results_of
from arena.cli.runs.journal import shown
from arena.cli.runs.tables import Row, game_of
from arena.ratings import RatingError, Result
from arena.reports import Moment, Report, report_of
from arena.store import Fit, Ladder, Rating, Store


class LuckTaken(NamedTuple):
    """How the second column of a batch came about.

    reference: the frozen bot, with its hash; beta: the share of the luck that was taken out; matches: those
    whose luck was measured.
    """

    reference: str
    beta: float
    matches: int


class Seen(NamedTuple):
    """A ladder and what is known of it.

    rows:    the standings as they were published with `batch`; none before the first.
    report:  worked out from the results behind that batch, its bots named as they are shown; None where they
             can't be rated any more.
    newer:   matches that ended since and are not in it.
    luck:    how the second column came about; None where there is none.
    """

    ladder: Ladder
    batch: int
    fitted: datetime | None
    rows: Sequence[Row]
    report: Report | None
    newer: int
    luck: LuckTaken | None = None


def seen(store: Store, name: str, at: datetime | None = None) -> Seen:
    """A ladder as of a moment, or now. Raises: StoreError: no such ladder."""
    ladder = store.ladders.get(name)
    fit = store.fits.latest(name)
    if fit is not None and at is not None:
        fit = _batch_at(store, fit, at)
    if fit is None:
        return Seen(ladder, 0, None, (), None, 0)
    report = _report(store, ladder, fit)
    rows = [_row(place, one, report) for place, one in enumerate(fit.ratings, start=1)]
    newer = 0
    if at is None:
        newer = sum(1 for _ in store.results.rows(name, after_seq=fit.through_seq))
    return Seen(ladder, _number(fit), fit.fitted, rows, report, newer, _luck(fit))


def moment_of(text: str) -> datetime:
    """A moment in UTC; of a day alone, its end. Raises: CommandFailed: it is none."""
    try:
        if len(text) == len("2026-11-30"):
            return datetime.combine(date.fromisoformat(text), time(), UTC) + timedelta(
                days=1, microseconds=-1
            )
        found = datetime.fromisoformat(text)
    except ValueError:
        raise CommandFailed(
            USAGE,
            f"{text} is no date",
            "a date is a day, or a day and a time in UTC",
            "Write 2026-11-30 or 2026-11-30T18:00.",
        ) from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def history_of(store: Store, ladder: str, version: str, at: datetime | None = None) -> list[Moment]:
    """The published ratings of a version, oldest first, until a moment."""
    return [
        Moment(when, one.rating, one.low, one.high)
        for when, one in store.fits.history(ladder, version)
        if at is None or when <= at
    ]


def histories_of(
    store: Store, ladder: str, bots: Sequence[str], at: datetime | None = None
) -> dict[str, list[Moment]]:
    """The same of several bots, by their names as they are shown and in their order."""
    versions = {shown(version.id): version.id for version in store.bots.versions()}
    return {bot: history_of(store, ladder, versions[bot], at) for bot in bots}


def named_version(store: Store, ladder: str, name: str) -> str:
    """The version that `zap`, `zap/v2` or `@zap/v2` names: of a bot alone, the newest that was rated.

    Raises: CommandFailed: none that was rated.
    """
    wanted, _, number = name.removeprefix("@").partition("/")
    versions = [version.id for version in store.bots.versions() if version.bot == wanted]
    if number:
        versions = [
            one for one in versions if shown(one) == f"{wanted}/{number}" or one == f"{wanted}/{number}"
        ]
    for version in reversed(versions):
        if store.fits.history(ladder, version):
            return version
    rated = store.fits.latest(ladder)
    listed = ", ".join(shown(one.version) for one in rated.ratings) if rated is not None else "nobody"
    raise CommandFailed(
        USAGE, f"{name} was never rated on {ladder}", f"rated there: {listed}", "Name one of them."
    )


def _report(store: Store, ladder: Ladder, fit: Fit) -> Report | None:
    rows = store.results.rows(ladder.id, through_seq=fit.through_seq)
    results = results_of(rows, game_of(ladder.key), whole_sets=ladder.key.deal_mode == "mirror")
    anchors = [shown(version) for version in str(fit.about.get("anchors", "")).split()]
    try:
        return report_of(map(_as_shown, results), anchors, [shown(one.version) for one in fit.ratings])
    except RatingError:
        # Matches that were voided since may have been all that compared some bots.
        return None


def _as_shown(result: Result) -> Result:
    return result._replace(
        sides=tuple([tuple(map(shown, side)) for side in result.sides]),
        forfeits=tuple(map(shown, result.forfeits)),
    )


def _row(place: int, one: Rating, report: Report | None) -> Row:
    bot = shown(one.version)
    return Row(
        place,
        bot,
        one.rating,
        one.low,
        one.high,
        one.best_rank,
        one.worst_rank,
        one.matches,
        report.ladder.of(bot).score if report is not None and bot in report.bots else None,
        one.forfeits,
        one.luck_rating,
        one.luck_margin,
    )


def _luck(fit: Fit) -> LuckTaken | None:
    match [fit.about.get(f"luck_{name}") for name in LuckTaken._fields]:
        case [str() as reference, int() | float() as beta, int() as matches]:
            return LuckTaken(reference, float(beta), matches)
    return None


def _number(fit: Fit) -> int:
    number = fit.about.get("batch", 0)
    return number if isinstance(number, int) else 0


def _batch_at(store: Store, latest: Fit, at: datetime) -> Fit | None:
    """The last batch that was published by then: batches are numbered from 1 in the order of time."""
    if latest.fitted <= at:
        return latest
    found: Fit | None = None
    below, above = 1, _number(latest)
    while below < above:
        middle = (below + above) // 2
        fit = store.fits.get(f"{latest.ladder}-{middle}")
        if fit is not None and fit.fitted <= at:
            found, below = fit, middle + 1
        else:
            above = middle
    return found
