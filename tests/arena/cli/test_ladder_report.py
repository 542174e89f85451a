"""`arena ladder show` and `export`: what is told beside the table, as tables, CSV, JSON and pictures."""

import csv
import io
import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arena.cli.runs.fitting import publish
from arena.cli.runs.tables import game_of, ladder_key, usual_game
from arena.matches import ClockRules
from arena.store import Store
from tests.arena.cli.conftest import Command
from tests.arena.store.world import Clock, heads_up, play, won_by

BOTS = {"zap": "ana", "zip": "bob", "zen": "eva"}
DAY_S = 86_400.0
FIRST_DAY, SECOND_DAY = "2027-01-15", "2027-01-16"


def meet(store: Store, name: str, first: str, second: str, wins: int, losses: int, forfeits: int = 0) -> None:
    """So many matches, of which the first bot won some; so many of the others it forfeited."""
    for number in range(wins + losses):
        match = heads_up(f"{name}-{number:03}", f"{first}/1", f"{second}/1")
        if number < wins:
            play(store, match, 0)
            continue
        store.matches.start(match).wait()
        won_by(store, match.id, 1, forfeit=number < wins + forfeits).wait()


def fit_now(store: Store) -> None:
    ladder = store.ladders.get("argentine")
    assert publish(store, ladder, game_of(ladder.key)) is not None


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two batches, a day apart, and a match that ended since; zip forfeited twice."""
    folder = tmp_path_factory.mktemp("played")
    clock = Clock()
    with Store.open(f"sqlite:///{folder / 'arena.db'}", clock_us=clock) as store:
        store.ladders.create(
            "argentine", ladder_key(usual_game("argentine"), ClockRules(), "independent")
        ).wait()
        for name, owner in BOTS.items():
            store.bots.register(name, owner).wait()
            store.bots.register_version(name, "1", "python", f"sha256:{name}").wait()
        meet(store, "a", "zap", "zip", 11, 1)
        meet(store, "b", "zip", "zen", 8, 4, forfeits=2)
        fit_now(store)
        clock.pass_s(DAY_S)
        meet(store, "c", "zen", "zap", 20, 4)
        fit_now(store)
        meet(store, "d", "zap", "zen", 1, 0)
    return folder


@pytest.fixture(autouse=True)
def ladder(played: Path, home: Path) -> None:
    """A copy of it where the commands run."""
    for file in played.iterdir():
        shutil.copy(file, home / file.name)


def test_every_bot_has_its_state_forfeit_rate_and_clean_rating(arena: Command) -> None:
    done = arena("ladder", "show", "argentine", "--db", "arena.db")
    assert done.code == 0
    lines = list(csv.DictReader(io.StringIO(done.out), delimiter="\t"))
    assert [line["bot"] for line in lines] == ["zen/v1", "zap/v1", "zip/v1"]
    assert {line["state"] for line in lines} == {"provisional"}
    assert [line["forfeit %"] for line in lines] == ["0.0", "0.0", "8.3"]
    assert int(lines[2]["clean Elo"]) > int(lines[2]["Elo"])


def test_what_is_settled_and_what_ratings_leave_is_told_beside_the_table(arena: Command) -> None:
    told = arena("ladder", "show", "argentine", "--db", "arena.db").err
    assert "batch 2 of 2027-01-16" in told
    assert "1 matches ended since" in told
    assert "settled 0 of 3" in told
    assert "chi2" in told
    assert "matchup sd" in told


def test_reasons_name_bots_as_the_table_does(arena: Command) -> None:
    done = arena("ladder", "show", "argentine", "--settled", "--db", "arena.db")
    assert done.out.startswith("bot\tsettled\tlacks\n")
    assert "zap/v1\tno\t36 of 300 matches" in done.out
    assert "forfeits 8.3% of its matches" in done.out
    assert "/1 " not in done.out


def test_the_crosstable_has_score_interval_and_number(arena: Command) -> None:
    lines = arena("ladder", "show", "argentine", "--crosstable", "--db", "arena.db").out.splitlines()
    assert lines[0] == "#\tbot\t1\t2\t3"
    score, half, number = lines[1].split("\t")[3].split()
    assert (score, half[0], number) == ("83", "±", "n24")
    assert lines[1].split("\t")[2] == ""


def test_residuals_are_told_with_nemesis_and_victim(arena: Command) -> None:
    words = ("ladder", "show", "argentine", "--residuals", "--db", "arena.db")
    lines = arena(*words).out.splitlines()
    assert lines[0] == "#\tbot\tnemesis\tvictim\t1\t2\t3"
    first, told = lines[1].split("\t"), arena(*words, "--json").object
    assert (first[1], first[4]) == ("zen/v1", "")
    (pair,) = [one for one in told["pairs"] if (one["bot"], one["other"]) == ("zap/v1", "zen/v1")]
    points, z = first[5].removesuffix(")").split(" (")
    assert float(points.replace("−", "-")) == pytest.approx(
        -100 * (pair["score"] - pair["expected"]), abs=0.06
    )
    assert float(z.replace("−", "-")) == pytest.approx(-pair["beyond_z"], abs=0.06)
    assert [one["bot"] for one in told["nemeses"]] == ["zen/v1", "zap/v1", "zip/v1"]
    assert (told["nemeses"][0]["nemesis"], told["nemeses"][0]["victim"]) == (
        first[2] or None,
        first[3] or None,
    )


def test_colours_show_what_is_significant_on_a_terminal_alone(arena: Command) -> None:
    words = ("ladder", "show", "argentine", "--crosstable", "--db", "arena.db")
    assert "\x1b[1;32m83" in arena(*words, "--color", "always").out
    assert "\x1b[" not in arena(*words).out


def test_the_matrix_of_superiority_is_told(arena: Command) -> None:
    lines = arena("ladder", "show", "argentine", "--superiority", "--db", "arena.db").out.splitlines()
    assert len(lines) == 4
    assert lines[1].split("\t")[:3] == ["1", "zen/v1", ""]


def test_standings_are_those_of_the_day_that_is_asked_for(arena: Command) -> None:
    before = arena("ladder", "show", "argentine", "--at", FIRST_DAY, "--db", "arena.db", "--json").object
    assert before["batch"] == 1
    assert [one["bot"] for one in before["standings"]] == ["zap/v1", "zip/v1", "zen/v1"]
    after = arena("ladder", "show", "argentine", "--at", SECOND_DAY, "--db", "arena.db", "--json").object
    assert (after["batch"], after["standings"][0]["bot"]) == (2, "zen/v1")


def test_before_the_first_batch_nothing_is_rated(arena: Command) -> None:
    words = ("ladder", "show", "argentine", "--at", "2026-12-31T23:00", "--db", "arena.db")
    done = arena(*words)
    assert (done.code, done.out.count("\n")) == (0, 1)
    assert "nothing is rated yet" in done.err
    assert arena(*words, "--crosstable").code == 1


def test_a_date_that_is_none_is_refused(arena: Command) -> None:
    done = arena("ladder", "show", "argentine", "--at", "yesterday", "--db", "arena.db")
    assert done.code == 2
    assert "2026-11-30" in done.err


@pytest.mark.parametrize("name", ["zen", "zen/v1", "@zen/v1"])
def test_the_history_of_a_bot_has_every_batch(arena: Command, name: str) -> None:
    lines = arena("ladder", "show", "argentine", "--history", name, "--db", "arena.db").out.splitlines()
    assert [line[:10] for line in lines[1:]] == [FIRST_DAY, SECOND_DAY]


def test_a_bot_without_history_is_named_with_those_that_have_one(arena: Command) -> None:
    done = arena("ladder", "show", "argentine", "--history", "zoo", "--db", "arena.db")
    assert done.code == 2
    assert "zoo was never rated" in done.err
    assert "zen/v1, zap/v1, zip/v1" in done.err


def test_a_running_arena_is_not_asked_for_what_only_its_database_knows(arena: Command) -> None:
    done = arena("ladder", "show", "argentine", "--settled", "--arena", "127.0.0.1:1")
    assert done.code == 2
    assert "--db" in done.err


def test_a_retired_bot_leaves_the_table_and_stays_in_the_fit(arena: Command) -> None:
    assert arena("bot", "retire", "zip", "--db", "arena.db").code == 0
    assert arena("ladder", "recompute", "argentine", "--db", "arena.db").code == 0
    exported = arena("ladder", "export", "argentine", "--json", "--db", "arena.db").object
    assert [one["bot"] for one in exported["standings"]] == ["zen/v1", "zap/v1"]
    assert exported["rated"] == ["zap/v1", "zen/v1", "zip/v1"]
    assert exported["matches"] == 49


def test_one_version_of_a_bot_can_be_retired(arena: Command) -> None:
    done = arena("bot", "retire", "zip/v1", "--db", "arena.db")
    assert (done.code, done.out) == (0, "version zip/v1 is retired\n")
    assert not arena("bot", "show", "zip", "--json", "--db", "arena.db").object["retired"]
    arena("ladder", "recompute", "argentine", "--db", "arena.db")
    assert "zip/v1" not in arena("ladder", "show", "argentine", "--db", "arena.db").out


def test_the_json_holds_the_whole_covariance(arena: Command) -> None:
    exported = arena("ladder", "export", "argentine", "--json", "--db", "arena.db").object
    assert exported["schema"] == "truco-arena/ladder-export/1"
    assert [len(line) for line in exported["covariance"]] == [3, 3, 3]
    assert [pair["matches"] for pair in exported["pairs"]] == [24, 12, 12]
    assert exported["batch"] == 2


def test_the_csv_has_truth_as_one_or_nought(arena: Command) -> None:
    done = arena("ladder", "export", "argentine", "--csv", "--db", "arena.db")
    lines = list(csv.DictReader(io.StringIO(done.out)))
    assert [(line["bot"], line["provisional"], line["settled"]) for line in lines] == [
        ("zen/v1", "1", "0"),
        ("zap/v1", "1", "0"),
        ("zip/v1", "1", "0"),
    ]


def test_pictures_are_written_into_the_folder(arena: Command, home: Path) -> None:
    done = arena("ladder", "export", "argentine", "--svg", "pictures", "--db", "arena.db")
    assert (done.code, done.out) == (0, "")
    files = sorted((home / "pictures").iterdir())
    assert [file.name for file in files] == [
        "crosstable.svg",
        "forest.svg",
        "history.svg",
        "residuals.svg",
        "superiority.svg",
    ]
    for file in files:
        assert "zen/v1" in "".join(ElementTree.parse(file).getroot().itertext())  # noqa: S314  # our own file


def test_results_are_exported_a_match_a_line(arena: Command) -> None:
    done = arena("ladder", "export", "argentine", "--results", "jsonl", "--db", "arena.db")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert len(lines) == 49
    assert {line["schema"] for line in lines} == {"truco-arena/result/1"}
    assert sum(line["forfeit"] for line in lines) == 2


def test_only_one_thing_goes_to_stdout(arena: Command) -> None:
    done = arena("ladder", "export", "argentine", "--csv", "--results", "csv", "--db", "arena.db")
    assert done.code == 2
    assert "one thing at a time" in done.err


def test_a_ladder_without_mixed_partners_has_no_residuals_of_them(arena: Command) -> None:
    done = arena("ladder", "show", "argentine", "--partners", "--db", "arena.db")
    assert done.code == 1
    assert "nobody's partner changes there" in done.err
