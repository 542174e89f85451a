"""Events with guests, over real sockets: they join, go, come back, and never see a deal twice."""

import json
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.cli.runs.stage import Stage, Task
from arena.cli.runs.tournament_sets import place_of
from arena.matches import Entrant, Outcome
from arena.store import Store
from tests.arena.cli.conftest import Command
from tests.arena.cli.processes import end, started, until_said, wait_for_line, wait_until
from tests.arena.cli.test_tournament import finished_legs

# Many processes start in these, which a busy machine takes its time for.
pytestmark = pytest.mark.timeout(240)

CERTIFICATES = Path(__file__).parents[1] / "sdk" / "tls"

HEAD = """
name = "Open cup"
variant = "{variant}"
deals = "{deals}"
rated = {rated}
seed = 7
at_once = 4
[settings]
{settings}
[format]
kind = "round-robin"
sets = {sets}
"""
BOTS = """
[[bots]]
bot = "@zap"
[[bots]]
bot = "@zip"
[[bots]]
bot = "builtin:low"
[[bots]]
bot = "builtin:random"
"""


def cup(
    home: Path,
    *,
    deals: str = "shared",
    sets: int = 2,
    bots: str = BOTS,
    variant: str = "argentine",
    settings: str = "target = 15",
    rated: bool = True,
) -> None:
    text = HEAD.format(deals=deals, sets=sets, variant=variant, settings=settings, rated=str(rated).lower())
    (home / "cup.toml").write_text(text + bots)


def registered(arena: Command, **owners: str) -> None:
    """Bots with their token files, NAME.token."""
    for name, owner in owners.items():
        assert arena("bot", "register", name, "--owner", owner).code == 0
        assert arena("bot", "token", name, "--out", f"{name}.token").code == 0


@contextmanager
def event(
    command: str, *words: str | Path, listen: str = "127.0.0.1:0"
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A command that plays the cup, and where guests join it."""
    with started("tournament", command, "cup.toml", "--listen", listen, "--json", *words) as process:
        yield process, json.loads(wait_for_line(process, "tournament-listening/1"))["address"]


def joined(stack: ExitStack, address: str, name: str, bot: str = "builtin:random") -> "subprocess.Popen[str]":
    return stack.enter_context(started("join", address, bot, "--token-file", f"{name}.token"))


def ended(process: "subprocess.Popen[str]") -> Any:  # noqa: ANN401  # what --json printed
    """The result of an event that is waited for."""
    out, err = process.communicate(timeout=150)
    assert process.returncode == 0, err
    return json.loads(out.splitlines()[-1])


def assert_fair(db: Path, guests: set[str]) -> None:
    """Every set is closed with all its tables or void whole; no guest was offered any cards twice."""
    with Store.read(f"sqlite:///{db}") as store:
        matches = store.matches.list(size=1_000).items
        states = {match.deal_set: store.deal_sets.get(match.deal_set or "").state for match in matches}
        assert set(states.values()) <= {"closed", "void"}
        offered: set[tuple[str | None, str]] = set()
        for match in matches:
            assert match.state == ("finished" if states[match.deal_set] == "closed" else "void")
            for seat in match.seats:
                if seat.bot in guests:
                    assert (match.deal_set, seat.bot) not in offered
                    offered.add((match.deal_set, seat.bot))
        whole = [name for name, state in states.items() if state == "closed"]
        places = [place_of(name or "") for name in whole]
        assert len({place and (place.deals, place.number) for place in places}) == len(whole)


@pytest.mark.parametrize("deals", ["shared", "independent"])
def test_two_guests_and_two_bots_that_are_started_here_play_an_event(
    arena: Command, home: Path, deals: str
) -> None:
    registered(arena, zap="ana", zip="bea")
    cup(home, deals=deals)
    assert arena("tournament", "check", "cup.toml").code == 0
    with ExitStack() as stack, event("run") as (process, address):
        joined(stack, address, "zap")
        joined(stack, address, "zip", "builtin:low")
        done = ended(process)
    assert (done["finished"], done["matches"]) == (True, 12)
    assert {one["bot"] for one in done["standings"]} == {"zap", "zip", "low", "random"}
    db = home / "data" / "arena.db"
    assert_fair(db, {"zap", "zip"})
    with Store.read(f"sqlite:///{db}") as store:
        rows = {version for row in store.results.rows("argentine") for version in row.versions}
        assert rows >= {"zap/1", "zip/1"}
        match = next(
            one for one in store.matches.list().items if {"zap", "zip"} == {seat.bot for seat in one.seats}
        )
    # Guests added to the cards, and the reveal shows that nobody chose them.
    assert arena("record", "verify", match.id).code == 0
    shown = arena("tournament", "show", "cup.toml", "--json").object
    assert shown["standings"] == done["standings"]


def test_after_a_kill_guests_play_new_deals_and_the_others_those_they_had(arena: Command, home: Path) -> None:
    registered(arena, zap="ana", zip="bea")
    cup(home, deals="independent", sets=12)
    db = home / "data" / "arena.db"
    with ExitStack() as stack:
        with event("run") as (process, address):
            joined(stack, address, "zap")
            joined(stack, address, "zip")
            wait_until(process, lambda: finished_legs(db) >= 6)
            code, err = end(process, signal.SIGKILL)
            assert code == -9, err
        before = finished_legs(db)
        with event("resume", listen=address) as (process, again):
            assert again == address
            done = ended(process)
    assert (done["finished"], done["matches"]) == (True, 72)
    assert 6 <= before < 72
    assert_fair(db, {"zap", "zip"})
    with Store.read(f"sqlite:///{db}") as store:
        matches = store.matches.list(size=1_000).items
    begun_anew = {place_of(match.deal_set or "") for match in matches}
    guests = {match.deal_set for match in matches if {"zap", "zip"} & {seat.bot for seat in match.seats}}
    for place in filter(None, begun_anew):
        if place.draw:
            assert place.run.set_name(place.deals, place.number, place.draw) in guests


def test_a_guest_that_goes_away_for_a_while_is_waited_for(arena: Command, home: Path) -> None:
    registered(arena, zap="ana", zip="bea")
    cup(home, sets=10)
    db = home / "data" / "arena.db"
    with ExitStack() as stack, event("run") as (process, address):
        joined(stack, address, "zip")
        zap = joined(stack, address, "zap")
        wait_until(process, lambda: finished_legs(db) >= 4)
        end(zap, signal.SIGTERM)
        until_said(process, "zap/v1 is away; it is waited for 600 s")
        joined(stack, address, "zap")
        until_said(process, "zap/v1 is back")
        done = ended(process)
    assert (done["finished"], done["matches"]) == (True, 60)
    assert_fair(db, {"zap", "zip"})


def test_a_guest_that_never_comes_is_named(arena: Command, home: Path) -> None:
    registered(arena, zap="ana", zip="bea")
    cup(home)
    with ExitStack() as stack, event("run", "--wait-s", "8") as (process, address):
        joined(stack, address, "zip")
        _, err = process.communicate(timeout=60)
    assert process.returncode == 3
    told = json.loads(err.splitlines()[-1])
    assert told["what"] == "not here: zap"
    assert "waited 8 s" in told["why"]
    assert f"arena join {address}" in told["todo"]


@pytest.mark.parametrize(("times", "code"), [(1, 0), (3, 3)])
def test_a_set_of_guests_that_comes_to_nothing_is_drawn_anew_and_not_for_ever(
    arena: Command, home: Path, monkeypatch: pytest.MonkeyPatch, times: int, code: int
) -> None:
    played = Stage.play_set
    failed: list[str] = []

    async def failing(
        stage: Stage, tasks: Sequence[Task], room: Callable[[Sequence[Entrant]], Awaitable[None]]
    ) -> list[Outcome]:
        outcomes = await played(stage, tasks, room)
        if len(failed) < times:
            failed.append(tasks[0].deals.id)
            tasks[0].deals.void_rule = "for a test"
        return outcomes

    monkeypatch.setattr(Stage, "play_set", failing)
    registered(arena, zap="ana")
    cup(home, rated=False, bots='[[bots]]\nbot = "@zap"\n[[bots]]\nbot = "builtin:low"\n')
    (home / "cup.toml").write_text((home / "cup.toml").read_text().replace("at_once = 4", "at_once = 1"))
    address = f"unix:{home / 'arena.sock'}"
    with ExitStack() as stack:
        joined(stack, address, "zap")
        done = arena("tournament", "run", "cup.toml", "--listen", address)
    assert done.code == code, done.err
    assert failed == [f"{failed[0]}{again}" for again in ("", "v1", "v2")[:times]]
    assert done.err.count("drawn anew: for a test") == times
    if code:
        assert "came to nothing 3 times" in done.err
        return
    shown = arena("tournament", "show", "cup.toml", "--json").object
    assert (shown["finished"], shown["matches"]) == (True, 2)


def test_partners_join_as_instances_of_one_guest(arena: Command, home: Path) -> None:
    registered(arena, zap="ana")
    cup(home, variant="mineiro", settings="", bots='[[bots]]\nbot = "@zap"\n[[bots]]\nbot = "builtin:low"\n')
    with ExitStack() as stack, event("run") as (process, address):
        stack.enter_context(
            started("join", address, "builtin:low", "--instances", "1", "--token-file", "zap.token")
        )
        until_said(process, "zap, 1 of 2 instances that play mineiro")
        joined(stack, address, "zap", "builtin:low")
        done = ended(process)
    assert done["matches"] == 2


def test_nobody_else_is_let_in(arena: Command, home: Path) -> None:
    registered(arena, zap="ana", zip="bea", spy="eva")
    cup(home)
    with event("run") as (process, address):
        refused = arena("join", address, "builtin:low", "--token-file", "spy.token")
        assert refused.code == 4
        assert "spy does not play here; this event's guests are zap, zip" in refused.err
        assert end(process, signal.SIGINT)[0] == 130


def test_guests_join_over_tls_and_bots_that_are_started_here_beside_it(arena: Command, home: Path) -> None:
    registered(arena, zap="ana")
    cup(home, bots='[[bots]]\nbot = "@zap"\n[[bots]]\nbot = "builtin:low"\n')
    for name in ("server.pem", "server.key", "ca.pem"):
        shutil.copy(CERTIFICATES / name, home / name)
    (home / "server.key").chmod(0o600)
    tls = ("--tls.cert", "server.pem", "--tls.key", "server.key")
    with ExitStack() as stack, event("run", *tls, listen="0.0.0.0:0") as (process, address):
        port = address.rpartition(":")[2]
        join = ("join", f"localhost:{port}", "builtin:random", "--tls.ca", "ca.pem")
        stack.enter_context(started(*join, "--token-file", "zap.token"))
        assert ended(process)["matches"] == 2


def test_bots_of_one_owner_never_meet_and_see_no_deals_from_two_seats(arena: Command, home: Path) -> None:
    registered(arena, zap="ana", zip="ana")
    cup(home)
    with ExitStack() as stack, event("run") as (process, address):
        joined(stack, address, "zap")
        joined(stack, address, "zip")
        assert ended(process)["matches"] == 10
    with Store.read(f"sqlite:///{home / 'data' / 'arena.db'}") as store:
        matches = store.matches.list(size=1_000).items
    seats: dict[str | None, set[int]] = {}
    for match in matches:
        at = [number for number, seat in enumerate(match.seats) if seat.bot in ("zap", "zip")]
        assert len(at) < 2
        seats.setdefault(match.deal_set, set()).update(at)
    assert all(len(taken) < 2 for taken in seats.values())


@pytest.mark.parametrize(
    ("bots", "problem"),
    [
        ('[[bots]]\nbot = "@zop"\n', "bots[2].bot: no bot zop is registered in"),
        ('[[bots]]\nbot = "@zip"\nowner = "eva"\n', "bots[2].owner: zip is registered for bea, not for eva;"),
        ('[[bots]]\nbot = "@old"\n', "bots[2].bot: old has retired; leave it out"),
    ],
)
def test_a_guest_that_cannot_play_is_a_slip(arena: Command, home: Path, bots: str, problem: str) -> None:
    registered(arena, zap="ana", zip="bea", old="ana")
    assert arena("bot", "retire", "old").code == 0
    two = '[[bots]]\nbot = "builtin:low"\n[[bots]]\nbot = "builtin:high"\n'
    cup(home, bots=two + bots)
    checked = arena("tournament", "check", "cup.toml")
    assert checked.code == 1
    assert checked.out.startswith(f"cup.toml: {problem}")
    for command in ("run", "show"):
        told = arena("tournament", command, "cup.toml")
        assert told.code == 2
        assert problem in told.err


def test_doors_without_guests_are_refused(arena: Command, home: Path) -> None:
    cup(
        home,
        deals="mirror",
        rated=False,
        bots=BOTS.replace("@zap", "builtin:high").replace("@zip", "builtin:stubborn"),
    )
    told = arena("tournament", "run", "cup.toml", "--listen", "127.0.0.1:0")
    assert told.code == 2
    assert "nobody joins Open cup" in told.err
