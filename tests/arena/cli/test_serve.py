"""`arena serve` and `arena join`: bots come with tokens, play rated rounds, go, and come back."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from arena.store import Store
from tests.arena.cli.conftest import Command
from tests.arena.cli.processes import (
    end,
    finished_matches,
    started,
    until_said,
    wait_for_line,
    wait_until,
)

FAST = ("--round-s", "0", "--grace-s", "1", "--json")
CERTIFICATES = Path(__file__).parents[1] / "sdk" / "tls"

# Many processes start in these, which a busy machine takes its time for.
pytestmark = pytest.mark.timeout(180)


class Serving(NamedTuple):
    """An arena that runs."""

    process: "subprocess.Popen[str]"
    about: Any
    db: Path

    @property
    def address(self) -> str:
        return str(self.about["address"])


@contextmanager
def serving(home: Path, *words: str | Path, listen: str = "127.0.0.1:0") -> Iterator[Serving]:
    with started("serve", "--listen", listen, *FAST, *words) as process:
        about = json.loads(wait_for_line(process, "serve/1"))
        yield Serving(process, about, home / "data" / "arena.db")


def registered(arena: Command, home: Path, name: str, owner: str) -> Path:
    """A token file of a registered bot."""
    assert arena("bot", "register", name, "--owner", owner).code == 0
    assert arena("bot", "token", name, "--out", f"{name}.token").code == 0
    return home / f"{name}.token"


def ladder(arena: Command, serving: Serving, name: str = "argentine") -> Any:  # noqa: ANN401  # from --json
    return arena("ladder", "show", name, "--arena", serving.address, "--json").object


def test_two_bots_that_join_with_tokens_appear_on_the_ladder(arena: Command, home: Path) -> None:
    tokens = {name: registered(arena, home, name, name) for name in ("zap", "zip")}
    with serving(home) as served:
        join = ("join", served.address, "-v", "argentine", "--token-file")
        with (
            started(*join, tokens["zap"], "builtin:low"),
            started(*join, tokens["zip"], "builtin:random"),
        ):
            wait_until(served.process, lambda: finished_matches(served.db) >= 6)
            wait_until(served.process, lambda: len(ladder(arena, served)["standings"]) == 2)
            standings = ladder(arena, served)["standings"]
            assert {one["bot"] for one in standings} == {"zap/v1", "zip/v1"}
            with Store.read(f"sqlite:///{served.db}") as store:
                first = next(iter(store.results.rows("argentine"))).match
            told = arena("replay", first, "--arena", served.address)
            assert (told.code, "Hand 1" in told.out) == (0, True)
            code, err = end(served.process, signal.SIGTERM)
    assert code == 0, err
    shown = arena("record", "verify", first)
    assert (shown.code, " holds: " in shown.out) == (0, True)
    with Store.read(f"sqlite:///{served.db}") as store:
        states = {match.state for match in store.matches.list(size=1_000).items}
        assert states <= {"finished", "void"}
        rows = list(store.results.rows("argentine"))
        assert {row.versions for row in rows} == {("zap/1", "zip/1"), ("zip/1", "zap/1")}


def test_bots_of_one_owner_never_meet(arena: Command, home: Path) -> None:
    tokens = {
        name: registered(arena, home, name, owner)
        for name, owner in (("zap", "ana"), ("zip", "ana"), ("zen", "eva"))
    }
    with serving(home) as served:
        join = ("join", served.address, "builtin:random", "-v", "argentine", "--token-file")
        with (
            started(*join, tokens["zap"]),
            started(*join, tokens["zip"]),
            started(*join, tokens["zen"]),
        ):
            wait_until(served.process, lambda: finished_matches(served.db) >= 8)
            assert end(served.process, signal.SIGINT)[0] == 0
    with Store.read(f"sqlite:///{served.db}") as store:
        met = {frozenset(row.versions) for row in store.results.rows("argentine")}
    assert met == {frozenset({"zap/1", "zen/1"}), frozenset({"zip/1", "zen/1"})}


def test_drawn_partners_of_four_owners_appear_on_a_ladder_of_their_own(arena: Command, home: Path) -> None:
    assert arena("ladder", "create", "partners", "-v", "mineiro", "--pairs", "mixed").code == 0
    tokens = [registered(arena, home, name, name) for name in ("zap", "zip", "zen", "zoe")]
    with serving(home) as served, ExitStack() as joined:
        join = ("join", served.address, "builtin:random", "-v", "mineiro", "--instances", "1", "--token-file")
        for token in tokens:
            joined.enter_context(started(*join, token))
        wait_until(served.process, lambda: len(ladder(arena, served, "partners")["standings"]) == 4)
        assert ladder(arena, served, "partners")["partnership"] == "certified: mixed"
        assert end(served.process, signal.SIGTERM)[0] == 0
    with Store.read(f"sqlite:///{served.db}") as store:
        assert all(len(set(row.versions)) == 4 for row in store.results.rows("partners"))
    shown = arena("ladder", "show", "partners")
    assert (shown.code, "certified: mixed" in shown.err) == (0, True)
    refused = arena("ladder", "show", "partners", "--crosstable")
    assert (refused.code, "partners are mixed there" in refused.err) == (1, True)


def test_for_trying_out_a_bot_meets_the_house_and_is_looked_after(arena: Command, home: Path) -> None:
    with serving(home, "--dev") as served:
        token = served.about["token_files"][0]
        with started("join", served.address, "builtin:random", "--token-file", token, "-v", "argentine"):
            wait_until(served.process, lambda: finished_matches(served.db) >= 1)
        admin = ("--arena", served.about["admin"], "--token-file", served.about["admin_token"], "--json")
        bots = {bot["bot"]: bot for bot in arena("bot", "list", *admin).object["bots"]}
        assert bots["dev"]["versions"] == ["v1"]
        assert arena("bot", "register", "zap", *admin).code == 0
        assert arena("bot", "token", "zap", *admin).object["secret"].startswith("ta_")
        assert arena("ladder", "pause", "mineiro", *admin).object["state"] == "paused"
        assert ladder(arena, served, "mineiro")["state"] == "paused"
        assert end(served.process, signal.SIGTERM)[0] == 0


def test_the_house_plays_beside_an_arena_that_is_reached_over_tls(arena: Command, home: Path) -> None:
    for file in CERTIFICATES.iterdir():
        (home / file.name).write_bytes(file.read_bytes())
        (home / file.name).chmod(0o600)
    tls = ("--tls.cert", "server.pem", "--tls.key", "server.key")
    with serving(home, "--dev", *tls, listen="0.0.0.0:0") as served:
        address = f"localhost:{served.address.rpartition(':')[2]}"
        join = ("join", address, "builtin:random", "--tls.ca", "ca.pem", "-v", "argentine", "--token-file")
        with started(*join, served.about["token_files"][0]):
            wait_until(served.process, lambda: finished_matches(served.db) >= 1)
        assert end(served.process, signal.SIGTERM)[0] == 0


def test_a_wrong_token_is_not_let_in(arena: Command, home: Path) -> None:
    (home / "wrong.token").write_text("ta_0123456789_nobodys\n")
    with serving(home) as served:
        done = arena("join", served.address, "builtin:random", "--token-file", "wrong.token")
        assert done.code == 4
        admin = arena("bot", "list", "--arena", served.address, "--token-file", "wrong.token")
        assert admin.code == 2
        assert "--admin-listen" in admin.err


def test_an_arena_that_is_not_there_is_told(arena: Command) -> None:
    done = arena("ladder", "list", "--arena", "127.0.0.1:1")
    assert done.code == 3
    assert "arena serve" in done.err


def test_a_second_arena_on_the_same_database_is_refused(arena: Command, home: Path) -> None:
    with serving(home) as served:
        done = arena("serve", "--db", served.db, "--listen", "127.0.0.1:0")
        assert done.code == 5


def test_a_port_that_is_taken_is_told(arena: Command, home: Path) -> None:
    with serving(home) as served:
        done = arena("serve", "--db", "other.db", "--listen", served.address)
        assert done.code == 2
        assert served.address in done.err


def test_a_killed_arena_starts_again_and_plays_on(arena: Command, home: Path) -> None:
    token = registered(arena, home, "zap", "ana")
    other = registered(arena, home, "zip", "bob")
    join = ("builtin:random", "-v", "argentine", "--token-file")
    with serving(home) as served:
        with started("join", served.address, *join, token), started("join", served.address, *join, other):
            wait_until(served.process, lambda: finished_matches(served.db) >= 3)
            os.killpg(served.process.pid, signal.SIGKILL)
            served.process.wait()
        before = finished_matches(served.db)
    with serving(home) as again:
        with started("join", again.address, *join, token), started("join", again.address, *join, other):
            wait_until(again.process, lambda: finished_matches(again.db) > before)
        assert end(again.process, signal.SIGTERM)[0] == 0
    with Store.read(f"sqlite:///{served.db}") as store:
        assert not store.matches.list(state="running").items


HANGS = """
import time
from arena.sdk import run
def decide(question):
    time.sleep(3600)
run(decide)
"""


def test_a_bot_that_hangs_loses_by_the_clock_and_both_sides_are_told(arena: Command, home: Path) -> None:
    (home / "slow").mkdir()
    (home / "slow" / "bot.py").write_text(HANGS)
    (home / "slow" / "bot.toml").write_text(
        '[bot]\nname = "slow"\nvariants = ["argentine"]\n[run]\ncommand = "python bot.py"\n'
    )
    tokens = [registered(arena, home, name, name) for name in ("slow", "zip")]
    clock = ("--clock.decision-s", "0.05", "--clock.bank-s", "0.1")
    with serving(home, *clock) as served:
        with (
            started("join", served.address, "./slow", "--token-file", tokens[0]) as slow,
            started(
                "join", served.address, "builtin:random", "-v", "argentine", "--token-file", tokens[1]
            ) as other,
        ):
            wait_until(served.process, lambda: finished_matches(served.db) >= 1)
            said = [until_said(side, "was forfeited by") for side in (slow, other)]
        code, err = end(served.process, signal.SIGTERM)
        assert code == 0, err
    assert "late" in err
    assert "forfeited by this bot (late)" in said[0]
    assert "forfeited by seat" in said[1]
    with Store.read(f"sqlite:///{served.db}") as store:
        (lost, *_) = [match for match in store.matches.list(size=100).items if match.state == "finished"]
    assert lost.forfeit
    assert lost.ending is not None
    assert lost.ending.blamed_seat is not None
    assert lost.seats[lost.ending.blamed_seat].version == "slow/1"
    assert lost.ending.cause == "late"
    assert lost.ending.rule


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_idle_arena_stops_at_once(home: Path, how: signal.Signals) -> None:
    with serving(home) as served:
        code, err = end(served.process, how)
    assert code == 0, err
    assert str(served.db) in err


FRAIL = """
import os
from pathlib import Path
from arena.sdk import run
died = Path(__file__).with_name("died")
def decide(question):
    if question.message.decision > 4 and not died.exists():
        died.write_text(question.message.match_id)
        os.kill(os.getpid(), 9)
    return 0
run(decide)
"""


def test_a_bot_that_is_killed_in_mid_hand_comes_back_and_plays_on(arena: Command, home: Path) -> None:
    (home / "frail").mkdir()
    (home / "frail" / "bot.py").write_text(FRAIL)
    (home / "frail" / "bot.toml").write_text(
        '[bot]\nname = "frail"\nvariants = ["argentine"]\n[run]\ncommand = "python bot.py"\n'
    )
    tokens = [registered(arena, home, name, name) for name in ("frail", "zip")]
    died = home / "frail" / "died"
    with (
        serving(home) as served,
        started("join", served.address, "./frail", "--token-file", tokens[0]),
        started("join", served.address, "builtin:random", "-v", "argentine", "--token-file", tokens[1]),
    ):
        wait_until(served.process, died.is_file)
        before = finished_matches(served.db)
        wait_until(served.process, lambda: finished_matches(served.db) > before)
        assert end(served.process, signal.SIGTERM)[0] == 0
    with Store.read(f"sqlite:///{served.db}") as store:
        match = store.matches.get(died.read_text())
    assert match.state == "finished"
    assert not match.forfeit
