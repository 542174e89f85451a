"""How everything about a ladder is printed: standings, crosstable, residuals, partners, history."""

from collections.abc import Iterator, Sequence

from arena.cli.output import Cell, Jsonable, Object, Table, Tinted
from arena.cli.runs.ladder_tables import HEADS, LUCK, cells_of, luck_cell
from arena.cli.runs.reports import Seen
from arena.ratings.partners import Partners
from arena.ratings.quantiles import Z95
from arena.reports import Meeting, Moment, Report, percent, signed

SURE = 0.975
"""Likelihood of superiority that is sure at 95 %, two sides taken."""


def standings_table(title: str, found: Seen) -> Table:
    """The standings, with the state of every bot, and its rating without forfeits where there were some."""
    report = found.report
    clean = report is not None and bool(report.clean)
    luck = any(row.luck_rating is not None for row in found.rows)
    more = [head for head, there in (("clean Elo", clean), (LUCK, luck)) if there]
    table = Table((*HEADS, "forfeit %", *more, "state"), title=title)
    rates = dict(report.clean) if report is not None else {}
    states = _states(report)
    for row in found.rows:
        rate = f"{100 * row.forfeits / row.matches:.1f}" if row.matches else None
        cells: list[Cell] = [*cells_of(row), rate]
        if clean:
            cells.append(f"{rates[row.bot]:.0f}" if row.bot in rates else None)
        if luck:
            cells.append(luck_cell(row))
        table.add(*cells, states.get(row.bot))
    return table


def remarks(found: Seen) -> Iterator[str]:
    """What stands beneath the standings."""
    if found.fitted is None:
        yield "nothing is rated yet: the bots have not all been compared"
        return
    newer = f"; {found.newer} matches ended since" if found.newer else ""
    yield f"batch {found.batch} of {found.fitted:%Y-%m-%d %H:%M} UTC{newer}"
    if found.luck is not None:
        yield (
            f"{LUCK}: not official; the luck of the cards taken out of {found.luck.matches} matches, "
            f"by the frozen reference {found.luck.reference} (beta {found.luck.beta:g})"
        )
    report = found.report
    if report is None:
        yield "matches of this batch were voided since, and the rest can't be rated: recompute the ladder"
        return
    yield f"{report.settlement}, from {report.matches} matches; the reasons: --settled"
    checked = report.diagnostics
    if checked is not None:
        yield (
            f"pairs against ratings: chi2 {checked.chi2:.0f} on {checked.df} df (p {checked.p:.2g}), "
            f"matchup sd {checked.matchup_sd:.0f} Elo"
        )
        if checked.warning is not None:
            yield f"warning: {checked.warning}"
        for cycle in checked.cycles[:3]:
            yield f"a cycle: {' > '.join(bot for bot in (*cycle.bots, cycle.bots[0]))}"
    if report.partners is not None:
        yield from _partner_remarks(report.partners)
    if report.cap is not None:
        yield str(report.cap)


def settled_table(title: str, report: Report) -> Table:
    """What each bot lacks to be settled."""
    table = Table(("bot", "settled", "lacks"), title=f"{title}: {report.settlement}")
    for state in report.settlement.bots:
        table.add(state.bot, "yes" if state.settled else "no", "; ".join(state.lacks))
    return table


def partners_table(title: str, found: Partners) -> Table:
    """What two bots do beyond their ratings, as partners and as opponents, the most surprising first."""
    heads = ("bot", "other", "as", "matches", "deal sets", "Elo beyond", "95 %", "z", "sure")
    table = Table(
        heads, title=f"{title}: what a side is worth beyond its ratings; sure among all pairs at 95 %"
    )
    for kind, pairs in (("partners", found.partners), ("opponents", found.opponents)):
        for pair in pairs:
            elo, half = f"{pair.elo:+.0f}", f"±{Z95 * pair.se:.0f}"
            z = _tinted(f"{pair.z:+.1f}", pair.z, sure=pair.sure)
            sure = "yes" if pair.sure else "no"
            table.add(pair.bot, pair.other, kind, pair.rows, pair.clusters, elo, half, z, sure)
    return table


def _partner_remarks(found: Partners) -> Iterator[str]:
    yield (
        f"partners against ratings: chi2 {found.chi2:.0f} on {found.df:.0f} df (p {found.p:.2g}), "
        f"sd {found.sd:.0f} Elo of a side; every pair: --partners"
    )
    if found.warning is not None:
        yield f"warning: {found.warning}"
    for word, pairs in (("and", found.partners), ("against", found.opponents)):
        for pair in [pair for pair in pairs if pair.sure][:3]:
            yield f"{pair.bot} {word} {pair.other}: {pair.elo:+.0f} Elo beyond the ratings (z {pair.z:+.1f})"


def crosstable_table(title: str, report: Report) -> Table:
    """Score in %, half the 95 % interval, matches. Columns are numbered as lines."""
    numbers = [str(number) for number in range(1, len(report.bots) + 1)]
    table = Table(("#", "bot", *numbers), title=f"{title}: score % ±95 % n matches, bold if sure at 95 %")
    for place, bot in enumerate(report.bots, start=1):
        met = [report.meeting(bot, other) for other in report.bots]
        table.add(place, bot, *(None if one is None else _met(one) for one in met))
    return table


def residuals_table(title: str, report: Report) -> Table:
    """What every bot scored beyond its ratings against every other, and its nemesis and victim."""
    numbers = [str(number) for number in range(1, len(report.bots) + 1)]
    about = f"{title}: score less expected, points of 100 (z), bold beyond z {report.beyond_limit:.1f}"
    table = Table(("#", "bot", "nemesis", "victim", *numbers), title=about)
    for place, bot in enumerate(report.bots, start=1):
        extremes = [None if one is None else one.other for one in (report.nemesis(bot), report.victim(bot))]
        met = [report.meeting(bot, other) for other in report.bots]
        cells = [None if one is None else _beyond(one, report.beyond_limit) for one in met]
        table.add(place, bot, *extremes, *cells)
    return table


def superiority_table(title: str, report: Report) -> Table:
    """Likelihood in % that the bot of the line is stronger than that of the column."""
    numbers = [str(number) for number in range(1, len(report.bots) + 1)]
    table = Table(("#", "bot", *numbers), title=f"{title}: likelihood of superiority, %")
    for line, bot in enumerate(report.bots):
        cells: list[Cell] = []
        for column, likely in enumerate(report.superiority[line]):
            sure = max(likely, 1.0 - likely) >= SURE
            cells.append(None if line == column else _tinted(percent(likely), likely - 0.5, sure=sure))
        table.add(line + 1, bot, *cells)
    return table


def history_table(bot: str, trace: Sequence[Moment]) -> Table:
    """A line for each batch that changed the rating, oldest first."""
    table = Table(("time (UTC)", "Elo", "95 %"), title=f"{bot} over time")
    before: tuple[float, float, float] | None = None
    for moment in trace:
        if moment[1:] != before:
            interval = f"{moment.low:.0f}–{moment.high:.0f}"
            table.add(f"{moment.at:%Y-%m-%d %H:%M:%S}", f"{moment.rating:.0f}", interval)
        before = moment[1:]
    return table


def history_object(bot: str, trace: Sequence[Moment]) -> Object:
    """The same as JSON, every batch."""
    listed: list[Jsonable] = [
        {"at": one.at.isoformat(), "rating": one.rating, "low": one.low, "high": one.high} for one in trace
    ]
    return {"bot": bot, "batches": listed}


def _states(report: Report | None) -> dict[str, str]:
    """A bot is provisional before 300 matches, then open until it is settled."""
    if report is None:
        return {}
    return {
        state.bot: "settled" if state.settled else "provisional" if report.provisional(state.bot) else "open"
        for state in report.settlement.bots
    }


def _met(one: Meeting) -> Tinted:
    text = f"{100 * one.score:.0f} ±{50 * (one.high - one.low):.0f} n{one.matches}"
    return _tinted(text, one.score - 0.5, sure=one.significant)


def _beyond(one: Meeting, limit: float) -> Tinted:
    text = f"{signed(100 * one.beyond)} ({signed(one.beyond_z)})"
    return _tinted(text, one.beyond, sure=abs(one.beyond_z) > limit)


def _tinted(text: str, above: float, *, sure: bool) -> Tinted:
    color = "green" if above > 0 else "red" if above < 0 else ""
    return Tinted(text, f"{'bold' if sure else 'dim'} {color}".strip())
