"""`arena check`: what it prints, writes and returns. tests/conformance shows that it finds what is wrong."""

import shlex
from html.parser import HTMLParser
from pathlib import Path

from tests.arena.cli.conftest import Command

BAD = Path(__file__).parents[2] / "conformance" / "bad_bots" / "bad.py"
GOOD = ("--only", "decisions-argentine", "--only", "resume", "-v", "argentine")


def test_a_bot_that_keeps_the_protocol_is_told_line_by_line_and_the_answer_is_yes(arena: Command) -> None:
    done = arena("check", "builtin:low", *GOOD)
    assert done.code == 0, done.out
    rows = [line.split("\t") for line in done.out.splitlines()]
    assert rows[0] == ["number", "check", "verdict", "seconds", "sent", "expected", "came"]
    assert [row[:3] for row in rows[1:]] == [
        ["1", "hello", "passed"],
        ["2", "decisions-argentine", "passed"],
        ["3", "resume", "passed"],
    ]
    assert "low: 3 checks, fine" in done.err


def test_a_bot_that_breaks_a_rule_is_told_with_what_was_sent_expected_and_came(arena: Command) -> None:
    done = arena(
        "check",
        f"exec:python {shlex.quote(str(BAD))} gives-up",
        "--only",
        "resume",
        "-v",
        "argentine",
        "--json",
    )
    assert done.code == 1
    said = done.object
    assert said["schema"] == "truco-arena/check/1"
    assert said["passed"] is False
    finding = said["findings"][1]
    assert (finding["check"], finding["verdict"]) == ("resume", "failed")
    assert finding["sent"] == "the end of the connection while a question waits"
    assert finding["expected"].startswith("a new stream with the same instance")
    assert "ended with exit code 3: the connection is lost" in finding["came"]
    assert {"arena", "bot"} == {message["by"] for message in finding["messages"]}
    assert finding["last_words"].strip() == "the connection is lost"


def test_colours_show_what_failed_and_the_last_messages(arena: Command) -> None:
    done = arena(
        "check", f"exec:python {shlex.quote(str(BAD))} gives-up", "--only", "resume", "--color", "always"
    )
    assert done.code == 1
    assert "✓" in done.out
    assert "✗" in done.out
    assert "expected" in done.out
    assert "bot →" in done.out
    assert "\x1b[" in done.out


def test_advice_is_no_failure_unless_it_is_to_be(arena: Command) -> None:
    words = ("check", f"exec:python {shlex.quote(str(BAD))} dies-at-sigterm", "--only", "stop")
    assert arena(*words).code == 0
    assert arena(*words, "--strict").code == 1


def test_the_report_is_one_page_that_asks_no_other_host(arena: Command, home: Path) -> None:
    done = arena("check", "builtin:random", "--only", "hello", "--report", home / "report.html")
    assert done.code == 0
    page = (home / "report.html").read_text(encoding="utf-8")
    seen: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append(tag)
            assert not {"src", "href"} & {name for name, _ in attrs}

    Reader().feed(page)
    assert "details" in seen
    assert "script" not in seen
    assert "Conformance of random" in page
    assert "&quot;hello&quot;" in page


def test_the_checks_are_listed_with_what_they_expect(arena: Command) -> None:
    done = arena("check", "--list", "--json")
    assert done.code == 0
    checks = {check["check"]: check for check in done.object["checks"]}
    assert {"hello", "decisions-american", "ranges-trucker", "heartbeat", "memory"} <= set(checks)
    assert all(check["expected"] for check in checks.values())


def test_what_cannot_be_checked_is_refused(arena: Command) -> None:
    for words, code, text in (
        ((), 2, "no bot was named"),
        (("builtin:low", "--only", "hell"), 2, "there is no check 'hell'"),
        (("builtin:low", "-v", "poker"), 2, "no variant 'poker'"),
        (("builtin:low", "--decisions", "0"), 2, "--decisions 0 is nothing to watch"),
        (("exec:./nothing-here",), 3, "cannot be started"),
        (("me",), 2, "is a person at a terminal"),
        (("@zap",), 2, "not started as a process"),
    ):
        done = arena("check", *words)
        assert done.code == code, done.err
        assert text in done.err
