"""Bots, tokens and ladders in a database, and its health."""

from pathlib import Path

import pytest

from arena.store import Store
from tests.arena.cli.conftest import Command


def url(home: Path) -> str:
    return f"sqlite:///{home / 'data' / 'arena.db'}"


def test_a_database_is_made_and_found_sound(arena: Command) -> None:
    assert arena("db", "migrate").code == 0
    done = arena("db", "check", "--json")
    assert (done.code, done.object["sound"]) == (0, True)


def test_a_damaged_database_is_found_out(arena: Command, home: Path) -> None:
    arena("bot", "register", "zap")
    file = home / "data" / "arena.db"
    file.write_bytes(file.read_bytes()[:8192] + b"\xff" * (file.stat().st_size - 8192))
    done = arena("db", "check")
    assert (done.code, done.out) == (5, "")


def test_a_database_that_is_not_an_arenas_is_refused(arena: Command, home: Path) -> None:
    (home / "other.db").write_text("no database at all, but long enough to look like a file" * 20)
    assert arena("db", "check", "--db", "other.db").code == 5


def test_a_registered_bot_is_listed_and_shown(arena: Command) -> None:
    assert arena("bot", "register", "zap", "--owner", "ana").code == 0
    (bot,) = arena("bot", "list", "--json").object["bots"]
    assert (bot["bot"], bot["owner"], bot["retired"]) == ("zap", "ana", False)
    assert arena("bot", "show", "zap", "--json").object["bot"] == "zap"
    assert "zap\tana" in arena("bot", "list").out


def test_a_bot_of_another_owner_is_refused(arena: Command) -> None:
    arena("bot", "register", "zap", "--owner", "ana")
    done = arena("bot", "register", "zap", "--owner", "bob")
    assert done.code == 2
    assert "another owner" in done.err


def test_a_token_is_shown_once_and_opens_the_arena(arena: Command, home: Path) -> None:
    arena("bot", "register", "zap")
    secret = arena("bot", "token", "zap").out.strip()
    shown = arena("bot", "show", "zap", "--json").out
    assert secret not in shown
    with Store.open(url(home)) as store:
        assert store.tokens.authenticate(secret).bot == "zap"


def test_a_token_in_a_file_is_readable_by_its_owner_alone(arena: Command, home: Path) -> None:
    arena("bot", "register", "zap")
    done = arena("bot", "token", "zap", "--out", "zap.token")
    token = (home / "zap.token").read_text().strip()
    assert token.startswith("ta_")
    assert token not in done.out + done.err
    assert (home / "zap.token").stat().st_mode & 0o077 == 0


def test_a_revoked_token_is_marked(arena: Command) -> None:
    arena("bot", "register", "zap")
    token = arena("bot", "token", "zap", "--json").object["token"]
    assert arena("bot", "token", "--revoke", token).code == 0
    (shown,) = arena("bot", "show", "zap", "--json").object["tokens"]
    assert shown["revoked"]


def test_a_retired_bot_stays_listed(arena: Command) -> None:
    arena("bot", "register", "zap")
    assert arena("bot", "retire", "zap").code == 0
    (bot,) = arena("bot", "list", "--json").object["bots"]
    assert bot["retired"]


def test_a_ladder_is_created_paused_and_resumed(arena: Command) -> None:
    done = arena("ladder", "create", "short", "-v", "argentine", "--setting.target", "15", "--json")
    assert (done.code, done.object["settings"]) == (0, {"target": 15})
    states = []
    for command in ("pause", "resume"):
        arena("ladder", command, "short")
        states += [one["state"] for one in arena("ladder", "list", "--json").object["ladders"]]
    assert states == ["paused", "active"]


@pytest.mark.parametrize(
    ("variant", "words", "kind", "partnership"),
    [
        ("mineiro", ("--pairs", "mixed"), "mixed", "certified: mixed"),
        ("mineiro", ("--pairs", "copies"), "pairs", "open partnership"),
        ("mineiro", (), "pairs", "open partnership"),
        ("mineiro", ("--deals", "mirror"), "pairs", "certified: launched"),
        ("american", ("--players", "4", "--pairs", "mixed"), "mixed", "certified: mixed"),
        ("argentine", (), "single", None),
    ],
)
def test_a_ladder_tells_what_is_known_of_partners(
    variant: str, words: tuple[str, ...], kind: str, partnership: str | None, arena: Command
) -> None:
    done = arena("ladder", "create", "one", "-v", variant, *words, "--json")
    assert (done.code, done.object["pair_kind"], done.object["partnership"]) == (0, kind, partnership)
    (listed,) = arena("ladder", "list", "--json").object["ladders"]
    assert (listed["pair_kind"], listed["partnership"]) == (kind, partnership)
    assert arena("ladder", "show", "one", "--json").object["partnership"] == partnership
    for command in (("list",), ("show", "one")):
        told = arena("ladder", *command)
        assert partnership is None or partnership in told.out + told.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("-v", "argentine"), "argentine for 2 has no partners"),
        (("-v", "american"), "give --players 4"),
        (("-v", "mineiro", "--deals", "mirror"), "give --deals shared or independent"),
    ],
)
def test_mixed_partners_that_cannot_be_are_refused(words: tuple[str, ...], text: str, arena: Command) -> None:
    done = arena("ladder", "create", "one", *words, "--pairs", "mixed")
    assert done.code == 2
    assert text in " ".join(done.err.split())


def test_a_ladder_without_results_is_shown_empty(arena: Command) -> None:
    arena("ladder", "create", "argentine", "-v", "argentine")
    done = arena("ladder", "show", "argentine", "--json")
    assert (done.code, done.object["standings"]) == (0, [])


@pytest.mark.parametrize("command", ["show", "pause", "recompute", "export"])
def test_a_ladder_that_is_not_there_is_named(arena: Command, command: str) -> None:
    arena("db", "migrate")
    done = arena("ladder", command, "poker")
    assert done.code == 2
    assert "there is no ladder poker" in done.err


def test_while_an_arena_holds_the_database_it_can_be_read_but_not_written(arena: Command, home: Path) -> None:
    arena("bot", "register", "zap")
    with Store.open(url(home)):
        assert arena("bot", "list").code == 0
        assert arena("bot", "register", "zip").code == 5
