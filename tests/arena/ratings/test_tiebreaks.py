"""Tie-breaks: what each counts, and in which order they decide. The known answers are in test_vectors.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.tiebreaks import ROUND_ROBIN, SWISS, TIEBREAKS, Crosstable, Meeting, ranked

SHARES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@st.composite
def tables(draw: st.DrawFn) -> Crosstable:
    """Everybody met everybody once or not at all, some with forfeits, some with byes."""
    bots = [f"bot{number}" for number in range(draw(st.integers(2, 7)))]
    meetings = [
        Meeting(bot, other, draw(SHARES), draw(SHARES))
        for number, bot in enumerate(bots)
        for other in bots[number + 1 :]
        if draw(st.booleans())
    ]
    return Crosstable(meetings, draw(st.lists(st.sampled_from(bots), max_size=3)))


@given(tables())
def test_every_meeting_gives_one_point_and_every_bye_a_half(table: Crosstable) -> None:
    assert sum(table.points(bot) for bot in table.bots) == pytest.approx(
        sum(table.played(bot) for bot in table.bots) / 2
    )


@given(tables())
def test_cutting_leaves_less_and_the_median_least(table: Crosstable) -> None:
    for bot in table.bots:
        median = table.buchholz(bot, lowest=1, highest=1)
        assert median <= table.buchholz(bot, lowest=1) <= table.buchholz(bot)


@given(tables(), st.permutations(sorted(TIEBREAKS)))
def test_every_bot_is_ranked_once_whatever_the_order_of_criteria(table: Crosstable, names: list[str]) -> None:
    groups = ranked(table, table.bots, [TIEBREAKS[name] for name in names])
    assert sorted(bot for group in groups for bot in group) == list(table.bots)


@given(tables())
def test_no_tie_break_outranks_the_share(table: Crosstable) -> None:
    for order in (ROUND_ROBIN, SWISS):
        groups = ranked(table, table.bots, [TIEBREAKS[name] for name in order])
        shares = [table.share(bot) for group in groups for bot in group]
        assert shares == sorted(shares, reverse=True)


def test_the_tied_are_compared_among_themselves_only_if_all_of_them_met() -> None:
    table = Crosstable([Meeting("a", "b", 1.0), Meeting("b", "c", 0.75)])
    assert table.among(["a", "b", "c"]) is None
    assert table.among(["a", "b"]) == {"a": 1.0, "b": 0.0}
    assert table.among(["b", "a"]) == {"a": 1.0, "b": 0.0}


def test_the_next_criterion_is_asked_only_about_who_is_still_tied() -> None:
    # Equal points: a beat b, c and d drew; a, b, c, d each have 1.5 of 3.
    table = Crosstable(
        [
            Meeting("a", "b", 1.0),
            Meeting("a", "c", 0.0),
            Meeting("a", "d", 0.5),
            Meeting("b", "c", 1.0),
            Meeting("b", "d", 0.5),
            Meeting("c", "d", 0.5),
        ]
    )
    asked: list[tuple[str, ...]] = []

    def last(_: Crosstable, tied: object) -> dict[str, float]:
        assert isinstance(tied, (tuple, list))
        asked.append(tuple(tied))
        return {bot: -float(ord(bot)) for bot in tied}

    groups = ranked(table, table.bots, [TIEBREAKS["share"], TIEBREAKS["wins"], last])
    assert groups == (("a",), ("b",), ("c",), ("d",))
    assert asked == [("a", "b", "c")]


def test_what_no_criterion_tells_apart_shares_a_group() -> None:
    table = Crosstable([Meeting("a", "b", 0.5)])
    assert ranked(table, ["a", "b"], [TIEBREAKS[name] for name in ROUND_ROBIN]) == (("a", "b"),)
    assert ranked(table, [], [TIEBREAKS["share"]]) == ()


def test_a_forfeit_counts_in_points_and_not_in_buchholz() -> None:
    table = Crosstable([Meeting("a", "b", 1.0, forfeited=1.0), Meeting("b", "c", 1.0)])
    assert table.points("a") == 1.0
    assert table.buchholz("a") == 0.0
    assert table.buchholz("c") == 1.0


def test_a_bye_is_half_a_meeting_against_an_equal() -> None:
    table = Crosstable([Meeting("a", "b", 1.0)], byes=["a"])
    assert (table.points("a"), table.played("a")) == (1.5, 2)
    assert table.buchholz("a") == 0.0 + 1.5
    assert table.sonneborn_berger("a") == 0.0 + 0.5 * 1.5
    assert table.wins("a") == 1
