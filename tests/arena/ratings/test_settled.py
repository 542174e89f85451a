"""When a ladder is settled, and what an unsettled bot is told it lacks."""

import numpy as np
import pytest

from arena.ratings import Fit, RatingError, Result, fit, rows_of
from arena.ratings.fit import Difference
from arena.ratings.settled import resolved, settlement_of


def results(
    pairs: dict[tuple[str, str], tuple[int, int]], forfeits: dict[str, int] | None = None
) -> list[Result]:
    """Independent matches: how often the first of two won, and the second."""
    left = dict(forfeits or {})
    played = []
    for (bot, other), (won, lost) in pairs.items():
        for number in range(won + lost):
            loser = other if number < won else bot
            forfeited = (loser,) if left.get(loser, 0) > 0 else ()
            left[loser] = left.get(loser, 0) - 1
            places = (1, 2) if number < won else (2, 1)
            played.append(Result(((bot,), (other,)), places, f"{bot}{other}{number}", forfeited))
    return played


CLEAR = {("a", "b"): (240, 60), ("b", "c"): (240, 60), ("a", "c"): (280, 20)}


def test_a_ladder_with_enough_of_everything_is_settled() -> None:
    played = results(CLEAR)
    found = settlement_of(fit(rows_of(played)), played)
    assert str(found) == "settled 3 of 3"
    assert found.settled
    assert [state.bot for state in found.bots] == ["a", "b", "c"]


def test_a_new_bot_lacks_matches_and_its_neighbour_a_comparison() -> None:
    played = results({**CLEAR, ("d", "c"): (6, 6)})
    found = settlement_of(fit(rows_of(played)), played)
    lacks = {state.bot: state.lacks for state in found.bots}
    assert str(found) == "settled 0 of 4"
    assert lacks["a"] == lacks["b"] == ("met 2 of 3 bots, below 80%",)
    assert lacks["d"][0] == "12 of 300 matches"
    assert lacks["d"][1] == "met 1 of 3 bots, below 80%"
    assert lacks["d"][2].startswith("neither told apart from c nor tied with it: ")
    assert [line.partition(":")[0] for line in lacks["c"]] == ["neither told apart from d nor tied with it"]


def test_forfeits_of_two_percent_unsettle_a_bot() -> None:
    played = results(CLEAR, {"c": 12})
    lacks = {state.bot: state.lacks for state in settlement_of(fit(rows_of(played)), played).bots}
    assert lacks["c"] == ("forfeits 2.0% of its matches, not below 2%",)
    fewer = results(CLEAR, {"c": 11})
    assert settlement_of(fit(rows_of(fewer)), fewer).settled


def test_equal_bots_are_tied_once_their_difference_is_known_within_ten_elo() -> None:
    few, many = results({("a", "b"): (200, 200)}), results({("a", "b"): (3000, 3000)})
    assert str(settlement_of(fit(rows_of(few)), few)) == "settled 0 of 2"
    assert str(settlement_of(fit(rows_of(many)), many)) == "settled 2 of 2"


@pytest.mark.parametrize(
    ("elo", "se", "is_resolved"),
    [(20.0, 10.0, True), (-20.0, 10.0, True), (19.0, 10.0, False), (0.0, 5.0, True), (0.0, 5.2, False)],
)
def test_neighbours_are_told_apart_at_975_per_mille_or_tied_within_ten_elo(
    elo: float, se: float, is_resolved: bool
) -> None:
    assert resolved(Difference(elo, se)) is is_resolved


def test_only_the_pool_counts_and_only_its_neighbours() -> None:
    played = results({**CLEAR, ("d", "c"): (6, 6)})
    fitted = fit(rows_of(played))
    assert str(settlement_of(fitted, played, pool=["a", "b", "c"])) == "settled 3 of 3"
    with pytest.raises(RatingError, match="ghost"):
        settlement_of(fitted, played, pool=["a", "ghost"])


def test_a_bot_alone_is_settled_by_its_matches() -> None:
    played = results(CLEAR)
    assert str(settlement_of(fit(rows_of(played)), played, pool=["a"])) == "settled 1 of 1"


def test_the_better_bot_stands_first_whatever_its_name() -> None:
    fitted: Fit = fit(rows_of(results({("a", "z"): (60, 240)})))
    assert np.all(np.isfinite(fitted.ratings))
    assert [state.bot for state in settlement_of(fitted, []).bots] == ["z", "a"]
