"""The luck of a match is measured once, journalled, and counts as long as the match does."""

import math

import pytest

from arena.store import Refused, Store
from tests.arena.store.world import contents, heads_up, play, play_set, start_set

REFERENCE = "argentine/0123456789abcdef"


def test_luck_is_kept_of_matches_that_are_over_and_measured_once(settled: Store) -> None:
    for match in ("m1", "m2"):
        play(settled, heads_up(match), winner=0)
    settled.matches.start(heads_up("m3")).wait()
    assert settled.luck.missing("argentine", REFERENCE) == ("m1", "m2")
    settled.luck.keep(REFERENCE, {"m1": 0.25}).wait()
    assert settled.luck.missing("argentine", REFERENCE) == ("m2",)
    assert settled.luck.of("argentine", REFERENCE) == {"m1": 0.25}


def test_another_reference_measures_anew_and_is_never_mixed_with_the_first(settled: Store) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.luck.keep(REFERENCE, {"m1": 0.25}).wait()
    assert settled.luck.missing("argentine", "argentine/ffff") == ("m1",)
    assert settled.luck.of("argentine", "argentine/ffff") == {}
    settled.luck.keep("argentine/ffff", {"m1": -0.5}).wait()
    assert settled.luck.of("argentine", REFERENCE) == {}
    assert settled.luck.of("argentine", "argentine/ffff") == {"m1": -0.5}


def test_luck_follows_from_the_journal(settled: Store) -> None:
    for match in ("m1", "m2"):
        play(settled, heads_up(match), winner=0)
    settled.luck.keep(REFERENCE, {"m1": 0.25, "m2": -0.125}).wait()
    settled.luck.keep("argentine/ffff", {"m2": 0.5}).wait()
    before = contents(settled)
    settled.rebuild().wait()
    assert contents(settled) == before


def test_the_luck_of_a_void_match_counts_nowhere(settled: Store) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.luck.keep(REFERENCE, {"m1": 0.25}).wait()
    settled.matches.void("m1", "the arena stopped").wait()
    assert settled.luck.of("argentine", REFERENCE) == {}
    assert settled.luck.missing("argentine", REFERENCE) == ()


def test_cards_that_are_not_to_be_shown_are_not_measured(settled: Store) -> None:
    start_set(settled, "open", ["m1"])
    play_set(settled, "over", ["m2"])
    assert settled.luck.missing("argentine", REFERENCE) == ()
    settled.deal_sets.close("over").wait()
    assert settled.luck.missing("argentine", REFERENCE) == ("m2",)


@pytest.mark.parametrize("luck", [{"m1": math.nan}, {"m2": 0.5}, {"nowhere": 0.5}])
def test_no_luck_is_kept_of_a_match_that_is_not_over_nor_one_that_is_no_number(
    settled: Store, luck: dict[str, float]
) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.matches.start(heads_up("m2")).wait()
    with pytest.raises(Refused, match="is not finished, or its luck is no number"):
        settled.luck.keep(REFERENCE, luck).wait()
