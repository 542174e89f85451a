"""`arena ladder show` on a ladder of mixed partners: what two do beyond their ratings, and how surely."""

import json
import random
import shutil
from pathlib import Path

import pytest

from arena.cli.runs.fitting import publish
from arena.cli.runs.tables import game_of, ladder_key, usual_game
from arena.matches import ClockRules
from arena.store import Ending, MatchStarted, Seated, SeatResult, Store
from tests.arena.cli.conftest import Command
from tests.arena.store.world import RECORD

BOTS = ("ana", "beto", "caro", "dani", "eva", "fede")
FRIENDS = {"caro", "eva"}
ROUNDS = 600


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database whose bots are alike, but caro and eva win 85 % of their matches together."""
    folder = tmp_path_factory.mktemp("played")
    dice = random.Random(11)
    writes = []
    with Store.open(f"sqlite:///{folder / 'arena.db'}") as store:
        key = ladder_key(usual_game("mineiro"), ClockRules(), "shared", "mixed")
        ladder = store.ladders.create("partners", key).wait()
        for name in BOTS:
            store.bots.register(name, name).wait()
            store.bots.register_version(name, "1", "python", f"sha256:{name}").wait()
        for number in range(ROUNDS):
            four = dice.sample(BOTS, 4)
            likely = 0.5 + 0.35 * ((set(four[::2]) == FRIENDS) - (set(four[1::2]) == FRIENDS))
            ranks = (1, 2, 1, 2) if dice.random() < likely else (2, 1, 2, 1)
            seats = [Seated(f"{bot}/1", "one", seat % 2) for seat, bot in enumerate(four)]
            store.matches.start(
                MatchStarted(f"m{number}", "partners", "mineiro", "1", {}, f"d{number}", 0, seats)
            )
            results = [SeatResult(float(rank == 1), rank) for rank in ranks]
            last = store.matches.finish(f"m{number}", results, (12, 4), Ending("played_out"), RECORD)
            writes.append(last)
        writes[-1].wait()
        assert publish(store, ladder, game_of(ladder.key)) is not None
    return folder


@pytest.fixture(autouse=True)
def ladder(played: Path, home: Path) -> None:
    """A copy of it where the commands run."""
    for file in played.iterdir():
        shutil.copy(file, home / file.name)


def test_partners_that_fit_each_other_are_named_beneath_the_table(arena: Command) -> None:
    told = arena("ladder", "show", "partners", "--db", "arena.db").err
    assert "partners against ratings: chi2" in told
    assert "caro/v1 and eva/v1: +" in told


def test_every_two_are_listed_as_partners_and_as_opponents(arena: Command) -> None:
    done = arena("ladder", "show", "partners", "--partners", "--db", "arena.db")
    lines = [line.split("\t") for line in done.out.splitlines()]
    heads = ["bot", "other", "as", "matches", "deal sets", "Elo beyond", "95 %", "z", "sure"]
    assert lines[0] == heads
    assert [line[2] for line in lines[1:]] == ["partners"] * 15 + ["opponents"] * 15
    assert lines[1][:2] == ["caro/v1", "eva/v1"]
    assert [line[:2] for line in lines[1:16] if line[-1] == "yes"] == [["caro/v1", "eva/v1"]]


def test_the_json_has_the_residuals_and_what_they_come_to(arena: Command) -> None:
    done = arena("ladder", "show", "partners", "--db", "arena.db", "--json")
    found = json.loads(done.out)["summary"]["partners"]
    assert found["p"] < 0.001
    first = found["partners"][0]
    assert (first["bot"], first["other"], first["sure"]) == ("caro/v1", "eva/v1", True)
    assert first["z"] == pytest.approx(first["elo"] / first["se"])


def test_a_mixed_ladder_has_partners_in_place_of_a_crosstable(arena: Command) -> None:
    done = arena("ladder", "show", "partners", "--crosstable", "--db", "arena.db")
    assert done.code == 1
    assert "--partners" in done.err
