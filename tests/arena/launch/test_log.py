"""What a bot prints is kept with the time of each line, readable by its owner, and never without bound."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.launch import BotLog, log, read_log

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
MUCH_LATER = datetime(2200, 1, 1, tzinfo=UTC)


def texts(file: Path) -> list[str]:
    return [line.text for line in read_log(file, LONG_AGO, MUCH_LATER)]


def test_lines_are_whole_however_they_arrive(tmp_path: Path) -> None:
    with BotLog(tmp_path / "zap.log") as kept:
        for chunk in (b"one\ntw", b"o\r\n\nthree: \xc3", b"\xa9\nthe last, without an end"):
            kept.hear(chunk)
    assert texts(kept.file) == ["one", "two", "", "three: é", "the last, without an end"]


def test_lines_are_found_by_the_time_at_which_they_came(tmp_path: Path) -> None:
    kept = BotLog(tmp_path / "zap.log")
    for word in (b"before\n", b"in it\n", b"after\n"):
        kept.hear(word)
    kept.close()
    times = [line.at for line in read_log(kept.file, LONG_AGO, MUCH_LATER)]
    assert times == sorted(times)
    begin = end = times[1]
    assert "in it" in [line.text for line in read_log(kept.file, begin, end)]
    moment = timedelta(microseconds=1)
    assert list(read_log(kept.file, times[2] + moment, MUCH_LATER)) == []


def test_the_next_process_of_the_instance_goes_on_where_the_last_one_ended(tmp_path: Path) -> None:
    for word in (b"first\n", b"second\n"):
        with BotLog(tmp_path / "zap.log") as kept:
            kept.hear(word)
    assert texts(tmp_path / "zap.log") == ["first", "second"]


def test_a_bot_that_prints_nothing_has_no_file(tmp_path: Path) -> None:
    with BotLog(tmp_path / "logs" / "zap.log"):
        pass
    assert not (tmp_path / "logs").exists()
    assert texts(tmp_path / "logs" / "zap.log") == []


def test_a_log_is_for_its_owner_alone(tmp_path: Path) -> None:
    with BotLog(tmp_path / "logs" / "zap.log") as kept:
        kept.hear(b"my cards are\n")
    assert kept.file.stat().st_mode & 0o077 == 0
    assert kept.file.parent.stat().st_mode & 0o077 == 0


def test_the_newest_is_kept_of_what_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_BYTES", 200)
    with BotLog(tmp_path / "zap.log") as kept:
        for number in range(100):
            kept.hear(b"%d\n" % number)
    kept_numbers = [int(text) for text in texts(kept.file)]
    assert kept_numbers == list(range(kept_numbers[0], 100))
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 600


def test_a_line_without_end_is_cut(tmp_path: Path) -> None:
    with BotLog(tmp_path / "zap.log") as kept:
        kept.hear(b"x" * (2 * log.MOST_LINE + 5))
    assert [len(text) for text in texts(kept.file)] == [log.MOST_LINE, log.MOST_LINE, 5]


def test_a_log_that_cannot_be_written_costs_no_match(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    with BotLog(tmp_path / "taken" / "zap.log") as kept:
        kept.hear(b"one\n")
        kept.hear(b"two\n")
    assert texts(kept.file) == []
