"""`arena ladder run`: whatever happens to it, the same command with --resume ends as if nothing had."""

import shutil
import signal
from pathlib import Path

import pytest

from tests.arena.cli.conftest import Command
from tests.arena.cli.processes import done, end, finished_matches, results, standings, started, wait_until

# Many processes start in these, which a busy machine takes its time for.
pytestmark = pytest.mark.timeout(180)

BOTS = ("builtin:low", "builtin:random", "builtin:stubborn")
RUN = ("ladder", "run", *BOTS, "-v", "argentine", "--rounds", "20", "--seed", "5")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the database of a run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("played")
    ran = done(*RUN, "--db", folder / "undisturbed.db", "--data", folder)
    assert ran.returncode == 0, ran.stderr
    return folder


@pytest.fixture
def undisturbed(played: Path, home: Path) -> Path:
    """A copy of that database."""
    for name in ("undisturbed.db", "undisturbed.db.pepper"):
        shutil.copy(played / name, home / name)
    return home / "undisturbed.db"


def test_a_ladder_appears(arena: Command, home: Path) -> None:
    ran = arena(*RUN, "--db", "ladder.db", "--json")
    assert ran.code == 0, ran.err
    (ladder,) = ran.object["ladders"]
    assert [one["bot"] for one in ladder["standings"]] == ["low/v1", "stubborn/v1", "random/v1"]
    for one in ladder["standings"]:
        assert one["low"] < one["rating"] < one["high"]
        assert one["best"] <= one["place"] <= one["worst"]
        assert one["matches"] == 80
        assert one["forfeits"] == 0
    assert sum(one["rating"] for one in ladder["standings"]) == pytest.approx(3 * 1500)
    shown = arena("ladder", "show", "argentine", "--db", "ladder.db", "--json").object
    assert shown["standings"] == ladder["standings"]


def test_every_pair_meets_equally_often_from_both_seats(undisturbed: Path) -> None:
    seated: dict[object, int] = {}
    for _, versions, _ in results(undisturbed, "argentine"):
        seated[versions] = seated.get(versions, 0) + 1
    assert len(seated) == 6
    assert set(seated.values()) == {20}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_that_was_ended_goes_on_to_the_same_standings(
    arena: Command, home: Path, undisturbed: Path, how: signal.Signals
) -> None:
    db = home / "disturbed.db"
    with started(*RUN, "--db", db) as process:
        wait_until(process, lambda: finished_matches(db) >= 20)
        code, err = end(process, how)
    assert code == (-9 if how is signal.SIGKILL else 130), err
    assert 20 <= finished_matches(db) < 120
    assert arena(*RUN, "--db", db, "--resume").code == 0
    assert results(db, "argentine") == results(undisturbed, "argentine")
    for one, other in zip(standings(db, "argentine"), standings(undisturbed, "argentine"), strict=True):
        assert one == pytest.approx(other)


def test_the_same_seed_twice_is_refused(arena: Command, undisturbed: Path) -> None:
    ran = arena(*RUN, "--db", undisturbed)
    assert ran.code == 2
    assert "--resume" in ran.err


def test_another_seed_adds_to_the_ladder(arena: Command, undisturbed: Path) -> None:
    words = [word if word != "5" else "6" for word in RUN]
    assert arena(*words, "--db", undisturbed).code == 0
    assert [one["matches"] for one in standings(undisturbed, "argentine")] == [160, 160, 160]


def test_a_ladder_is_recomputed_from_the_journal(arena: Command, undisturbed: Path) -> None:
    before = standings(undisturbed, "argentine")
    assert arena("ladder", "recompute", "argentine", "--db", undisturbed).code == 0
    assert standings(undisturbed, "argentine") == before


def test_results_are_exported_a_seat_a_line(arena: Command, undisturbed: Path) -> None:
    lines = arena("ladder", "export", "argentine", "--db", undisturbed).out.splitlines()
    assert lines[0] == "match,deal_set,seat,version,side,score,rank,forfeit,fault"
    assert len(lines) == 1 + 2 * 120


def test_a_run_within_a_time_ends_by_itself(arena: Command, home: Path) -> None:
    ran = arena("ladder", "run", *BOTS, "--minutes", "0.05", "--db", "short.db", "--json")
    assert ran.code == 0, ran.err
    names = {one["variant"] for one in ran.object["ladders"]}
    assert {"argentine", "mineiro"} <= names
    # However short the time and busy the machine: the first round of each is played whole.
    assert all(one["matches"] >= 2 for one in ran.object["ladders"])


def test_the_last_match_of_a_ladder_can_be_replayed_and_verified(arena: Command, played: Path) -> None:
    assert arena("replay", "@last", "--text", "--data", played).code == 0
    told = arena("record", "verify", "@last", "--data", played)
    assert told.code == 0
    assert "decks drawn again from the seed" in told.out


def test_bots_are_told_their_rating_after_a_match(arena: Command, home: Path) -> None:
    (home / "eager").mkdir()
    (home / "eager" / "bot.py").write_text(EAGER)
    (home / "eager" / "bot.toml").write_text(
        '[bot]\nname = "eager"\nvariants = ["argentine"]\n[run]\ncommand = "python bot.py"\n'
    )
    words = ("ladder", "run", "./eager", "builtin:random", "-v", "argentine", "--rounds", "3")
    assert arena(*words, "--db", "eager.db").code == 0
    told = (home / "eager" / "told.txt").read_text().splitlines()
    assert len(told) == 6
    assert all(float(line) > 0 for line in told)


EAGER = """
from pathlib import Path
from arena.sdk import Bot, run

class Eager(Bot):
    def decide(self, question):
        return 0

    def ended(self, ending):
        with Path(__file__).with_name("told.txt").open("a") as file:
            print(ending.rating.after, file=file)

run(Eager)
"""
