"""The second column: luck is measured after a run, journalled, published, and the same when recomputed."""

import csv
import io
import shutil
from pathlib import Path

import pytest

from arena.store import Store
from tests.arena.cli.conftest import Command
from tests.arena.cli.processes import done

# Many processes start in these, which a busy machine takes its time for.
pytestmark = pytest.mark.timeout(180)

BOTS = ("builtin:low", "builtin:random", "builtin:stubborn")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a ladder of each game that has a reference, and of one that has none."""
    folder = tmp_path_factory.mktemp("played")
    games = ("-v", "argentine", "-v", "mineiro", "-v", "american")
    words = ("ladder", "run", *BOTS, *games, "--rounds", "3", "--seed", "5")
    ran = done(*words, "--db", folder / "ladder.db", "--data", folder)
    assert ran.returncode == 0, ran.stderr
    return folder


@pytest.fixture(autouse=True)
def ladder(played: Path, home: Path) -> None:
    """A copy of it where the commands run."""
    for name in ("ladder.db", "ladder.db.pepper"):
        shutil.copy(played / name, home / name)


@pytest.mark.parametrize("variant", ["argentine", "mineiro"])
def test_the_second_column_stands_in_table_csv_json_and_export(arena: Command, variant: str) -> None:
    words = (variant, "--db", "ladder.db")
    told = arena("ladder", "show", *words, "--json").object
    assert told["luck"]["reference"].startswith(f"{variant}/")
    assert (told["luck"]["beta"], told["luck"]["matches"]) == (1.0, 18)
    second = {one["bot"]: (one["luck_rating"], one["luck_margin"]) for one in told["standings"]}
    assert len(second) == 3
    assert all(margin > 0 for _, margin in second.values())
    shown = arena("ladder", "show", *words)
    for line in csv.DictReader(io.StringIO(shown.out), delimiter="\t"):
        rating, margin = second[line["bot"]]
        assert line["luck-adj."] == f"{rating:.0f} ±{margin:.0f}"
    assert (
        f"not official; the luck of the cards taken out of 18 matches, by the frozen reference {variant}/"
        in (shown.err)
    )
    for command in ("show", "export"):
        for line in csv.DictReader(io.StringIO(arena("ladder", command, *words, "--csv").out)):
            assert (float(line["luck_rating"]), float(line["luck_margin"])) == second[line["bot"]]
    exported = arena("ladder", "export", *words, "--json").object
    assert exported["luck"] == told["luck"]


def test_the_second_column_is_on_the_scale_of_the_first(arena: Command) -> None:
    standings = arena("ladder", "show", "argentine", "--db", "ladder.db", "--json").object["standings"]
    assert sum(one["luck_rating"] for one in standings) == pytest.approx(3 * 1500)
    assert all(one["luck_rating"] != one["rating"] for one in standings)


def test_a_game_without_a_reference_has_no_second_column(arena: Command) -> None:
    shown = arena("ladder", "show", "american", "--db", "ladder.db")
    assert "luck" not in shown.out
    assert "luck" not in shown.err
    assert arena("ladder", "show", "american", "--db", "ladder.db", "--json").object["luck"] is None


def test_recomputed_from_the_journal_it_is_the_same(arena: Command) -> None:
    before = arena("ladder", "show", "argentine", "--db", "ladder.db", "--json").object["standings"]
    again = arena("ladder", "recompute", "argentine", "--db", "ladder.db", "--json").object
    assert again["standings"] == before


def test_measured_anew_from_the_records_it_is_the_same(arena: Command) -> None:
    before = arena("ladder", "show", "mineiro", "--db", "ladder.db", "--json").object["standings"]
    with Store.open("sqlite:///ladder.db") as store:
        fit = store.fits.latest("mineiro")
        assert fit is not None
        luck = store.luck.of("mineiro", str(fit.about["luck_reference"]))
        store.luck.keep("mineiro/of another season", dict.fromkeys(luck, 0.5)).wait()
    assert (
        arena("ladder", "recompute", "mineiro", "--db", "ladder.db", "--json").object["standings"] == before
    )


def test_a_match_of_two_bots_is_told_without_luck_as_well(arena: Command) -> None:
    words = ("match", "builtin:low", "builtin:stubborn", "--pairs", "4", "--seed", "2")
    ran = arena(*words, "--json")
    luck = ran.object["luck"]
    assert luck["bot"] == "low"
    # A sweep: nothing is left of the luck, and four deal sets prove no certainty.
    assert (luck["score"], luck["high"]) == (1.0, 1.0)
    assert luck["low"] < 0.9
    told = arena("replay", "@last", "--text").err
    assert "luck of the cards: " in told
    assert luck["reference"] in told
