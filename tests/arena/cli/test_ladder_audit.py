"""`arena ladder show --audit`: what fair play does not leave, of the matches in a database."""

import csv
import io
import random
from itertools import combinations

import pytest

from arena.cli.runs.tables import ladder_key, usual_game
from arena.matches import ClockRules
from arena.store import Ending, Ruling, SeatResult, Store
from tests.arena.cli.conftest import Command
from tests.arena.store.world import RECORD, forfeited, heads_up

OWNERS = {"ana": "oa", "beto": "ob", "caro": "oc", "carla": "oc", "dani": "od", "eva": "oe"}
ROUNDS = 40
LATE = 12


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All meet, by lot who wins; in some matches against both bots of oc, ana's time was up."""
    url = f"sqlite:///{tmp_path_factory.mktemp('played') / 'arena.db'}"
    dice = random.Random(3)
    writes = []
    with Store.open(url) as store:
        store.ladders.create(
            "argentine", ladder_key(usual_game("argentine"), ClockRules(), "independent")
        ).wait()
        for name, owner in OWNERS.items():
            store.bots.register(name, owner).wait()
            store.bots.register_version(name, "1", "python", f"sha256:{name}").wait()
        for number in range(ROUNDS):
            for one, two in combinations(OWNERS, 2):
                name = f"{one}-{two}-{number}"
                given = one == "ana" and OWNERS[two] == "oc" and number < LATE
                winner = 1 if given else dice.randrange(2)
                store.matches.start(heads_up(name, f"{one}/1", f"{two}/1"))
                if given:
                    store.matches.rule(Ruling(name, 0, "late", "first default action", 0.0))
                results = [SeatResult(float(seat == winner), 1 + (seat != winner)) for seat in (0, 1)]
                points = (30, 22) if winner == 0 else (22, 30)
                # Half of them lose two decisions by the clock, half of them the match.
                lost = given and number % 2 == 0
                ending = forfeited(0) if lost else Ending("played_out")
                writes.append(store.matches.finish(name, results, points, ending, RECORD))
        writes[-1].wait()
    return url


def test_a_bot_that_loses_by_the_clock_chiefly_against_one_owner_is_flagged(
    arena: Command, played: str
) -> None:
    done = arena("ladder", "show", "argentine", "--audit", "--db", played)
    assert done.code == 0, done.err
    lines = list(csv.DictReader(io.StringIO(done.out), delimiter="\t"))
    assert list(dict.fromkeys(line["audit"] for line in lines)) == [
        "forfeits",
        "time-outs",
        "leaving",
        "walkovers",
        "pairs",
    ]
    flagged = {(line["audit"], line["bots"]) for line in lines if line["flag"]}
    assert ("time-outs", "ana/v1, carla/v1, caro/v1") in flagged
    assert {bots.split(",")[0] for _, bots in flagged} == {"ana/v1"}
    assert all(audit != "leaving" for audit, _ in flagged)


def test_the_json_has_every_finding(arena: Command, played: str) -> None:
    found = arena("ladder", "show", "argentine", "--audit", "--json", "--db", played).object["audit"]
    first = next(line for line in found if line["kind"] == "time-outs")
    assert first["bots"] == ["ana/v1", "carla/v1", "caro/v1"]
    assert first["flagged"]
    # Every bot and other: thirty; and the five others against the two bots of oc.
    assert sum(line["kind"] == "time-outs" for line in found) == 34


def test_the_audit_is_of_all_matches(arena: Command, played: str) -> None:
    done = arena("ladder", "show", "argentine", "--audit", "--at", "2027-01-01", "--db", played)
    assert done.code == 2
