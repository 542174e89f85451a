"""A command that fails says what, why, and what to try; its exit code says of which kind the failure is."""

from pathlib import Path

import pytest

from arena.cli import errors
from arena.cli.errors import CommandFailed, explain, tell
from arena.gateway import ConfigError, NotAuthorised
from arena.launch import AddressError, BuildError, ManifestError
from arena.records import RecordError
from arena.store import DatabaseLocked, NotFound, TokenRefused
from engine import SettingsError
from tests.arena.cli.conftest import Command


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (AddressError("no address"), 2),
        (ManifestError("bot.toml"), 2),
        (SettingsError("no such game"), 2),
        (ConfigError("no TLS"), 2),
        (NotFound("what", "why", "todo"), 2),
        (BuildError("make failed"), 3),
        (NotAuthorised(), 4),
        (TokenRefused("what", "why", "todo"), 4),
        (RecordError(3, "cut off"), 5),
        (DatabaseLocked("what", "why", "todo"), 5),
        (OSError(28, "No space left on device"), 5),
        (KeyboardInterrupt(), 130),
        (CommandFailed(6, "no sandbox"), 6),
    ],
)
def test_the_exit_code_tells_the_kind_of_failure(error: BaseException, code: int) -> None:
    told = explain(error)
    assert told is not None
    assert told.code == code


def test_an_error_of_one_task_is_found_among_those_of_a_nursery() -> None:
    group = BaseExceptionGroup("tasks", [ExceptionGroup("inner", [RecordError(1, "cut off")])])
    told = explain(group)
    assert told is not None
    assert told.code == errors.DATA


def test_what_why_and_the_next_command_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    code = tell(CommandFailed(3, "no arena", "nobody listens", "arena serve"), [])
    assert code == 3
    assert capsys.readouterr().err.splitlines() == ["arena: no arena", "  nobody listens", "  arena serve"]


def test_an_internal_error_leaves_a_report(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = tell(ZeroDivisionError("of our own making"), ["match", "a", "b"])
    assert code == 70
    (report,) = (home / "data" / "reports").iterdir()
    assert str(report) in capsys.readouterr().err
    assert "ZeroDivisionError: of our own making" in report.read_text()
    assert "match a b" in report.read_text()


def test_with_json_the_error_is_json_too(arena: Command) -> None:
    done = arena("match", "low", "builtin:low", "--json")
    assert done.code == 2
    assert '"schema": "truco-arena/error/1"' in done.err


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (("mtach",), 2, "match"),
        (("match", "builtin:low", "builtin:low", "--pears", "3"), 2, "--pairs"),
        (("match", "builtin:low", "low"), 2, "builtin:low"),
        (("match", "builtin:low"), 2, "two bots"),
        (("match", "builtin:low", "builtin:low", "-v", "poker"), 2, "argentine"),
        (("match", "builtin:low", "builtin:low", "--pairs", "0"), 2, "1 or more"),
        (("match", "builtin:low", "builtin:low", "--seed", "-1"), 2, "from 0"),
        (("match", "builtin:low", "builtin:low", "--players", "3"), 2, "argentine"),
        (("match", "builtin:low", "builtin:low", "--resume"), 2, "Leave out --resume"),
        (("record", "verify", "nowhere.trec"), 5, "nowhere.trec"),
        (("replay", "nowhere.trec"), 5, "nowhere.trec"),
        (("replay",), 2, "arena match"),
        (("ladder", "show", "argentine"), 2, "arena ladder run"),
        (("join", "127.0.0.1:1", "builtin:low"), 4, "--token-file"),
        (("serve", "--listen", "0.0.0.0:0"), 2, "--insecure"),
        (("serve", "--tls.cert", "cert.pem"), 2, "--tls.key"),
        (("rules", "check", "nowhere.json"), 5, "nowhere.json"),
        (("bot", "token"), 2, "arena bot token NAME"),
    ],
)
def test_a_mistake_is_named_with_what_was_possible(
    arena: Command, words: tuple[str, ...], code: int, hint: str
) -> None:
    done = arena(*words)
    assert done.code == code, done.err
    assert hint in done.err
    assert done.out == ""
