"""`arena match --sprt.elo0 --sprt.elo1`: the match ends as soon as the results speak."""

import csv
import json
from pathlib import Path

import pytest

from arena.ratings import Sprt
from tests.arena.cli.conftest import Command

# Processes start in these, which a busy machine takes its time for.
pytestmark = pytest.mark.timeout(180)

TEST = (
    "--sprt.elo0",
    "0",
    "--sprt.elo1",
    "200",
    "--seed",
    "3",
    "--concurrency",
    "4",
    "--setting.target",
    "15",
)


def test_h1_accepted_is_fine_and_h0_accepted_is_a_no(arena: Command) -> None:
    stronger = arena("match", "builtin:low", "builtin:random", *TEST, "--json")
    assert stronger.code == 0, stronger.err
    assert stronger.object["sprt"]["verdict"] == "elo1"
    weaker = arena("match", "builtin:random", "builtin:low", *TEST)
    assert weaker.code == 1, weaker.err
    assert "H0 accepted" in weaker.out
    assert "# SPRT trace" in weaker.out


def test_the_test_is_that_of_pairs_and_goes_on_where_it_was(arena: Command) -> None:
    words = ("match", "builtin:low", "builtin:random", *TEST, "--out", "out.trec", "--json")
    short = arena(*words, "--sprt.most", "2")
    assert short.code == 0, short.err
    assert short.object["sprt"]["verdict"] == "inconclusive"
    assert short.object["sprt"]["sets"] == 2
    told = arena(*words, "--resume").object["sprt"]
    judged = Sprt(0, 200, legs=2, cap=5_000).judge(told["cells"])
    assert (told["llr"], told["lower"], told["upper"]) == (judged.llr, judged.lower, judged.upper)
    assert told["verdict"] == judged.verdict == "elo1"
    assert told["trace"][:2] == short.object["sprt"]["trace"]
    assert told["trace"][-1] == [sum(told["cells"]), told["llr"]]


def test_the_whole_test_is_written_into_the_folder_of_the_report(arena: Command, home: Path) -> None:
    words = ("match", "builtin:low", "builtin:random", *TEST, "--json", "--sprt.report", "pictures/new")
    told = arena(*words).object["sprt"]
    folder = home / "pictures" / "new"
    assert sorted(file.name for file in folder.iterdir()) == ["sprt.csv", "sprt.json", "sprt.svg"]
    written = json.loads((folder / "sprt.json").read_text())
    assert (written.pop("schema"), written.pop("first"), written.pop("second")) == (
        "truco-arena/sprt/1",
        "low",
        "random",
    )
    assert written == told
    with (folder / "sprt.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [[int(line["sets"]), float(line["llr"])] for line in lines] == told["trace"]
    assert "low against random: H1 accepted" in (folder / "sprt.svg").read_text()


def test_where_the_ratio_lies_is_drawn_on_a_terminal_alone(arena: Command) -> None:
    words = ("match", "builtin:low", "builtin:random", *TEST, "--sprt.most", "3")
    plain, drawn = arena(*words).out, arena(*words, "--color", "always").out
    assert "# SPRT trace\nsets\tLLR\n1\t" in plain
    assert "●" not in plain
    assert drawn.count("●") == 3
    # The ratio of three sets won grows: each mark lies to the right of the one before.
    marks = [line.index("●") for line in drawn.splitlines() if "●" in line]
    assert marks == sorted(set(marks))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--sprt.elo0", "0"), "--sprt.elo1 is missing"),
        (("--sprt.report", "pictures"), "--sprt.elo0 is missing"),
        (("--sprt.elo0", "9", "--sprt.elo1", "5"), "must be below"),
        (("--sprt.elo0", "0", "--sprt.elo1", "5", "--sprt.alpha", "0.7"), "below 0.5"),
        (("--sprt.elo0", "0", "--sprt.elo1", "5", "-v", "trucker", "--players", "3"), "two sides"),
    ],
)
def test_half_a_test_or_an_impossible_one_is_refused(
    arena: Command, words: tuple[str, ...], why: str
) -> None:
    told = arena("match", "builtin:low", "builtin:random", *words)
    assert told.code == 2
    assert why in told.err
