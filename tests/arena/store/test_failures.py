"""A full disk, a locked file, a damaged file: a typed error, nothing half written, and on it goes."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.store import (
    DatabaseCorrupt,
    DatabaseFailed,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnreachable,
    Refused,
    Store,
    StoreClosed,
    StoreError,
    check,
)
from arena.store.dialect import sqlite_module
from arena.store.unit import Unit
from tests.arena.store.world import contents, heads_up, play, settle, won_by


def limit_pages(store: Store, more: int | None) -> None:
    """As if the disk had room for so many pages more; None takes the limit away."""

    def job(unit: Unit) -> None:
        connection = unit._connection
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {2**30 if more is None else pages + more}")

    store._writer.put(job).wait()


def test_a_full_disk_keeps_all_that_was_acknowledged_and_nothing_of_the_rest(
    settled: Store, db_url: str
) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.matches.start(heads_up("m2")).wait()
    kept = contents(settled)
    limit_pages(settled, more=2)
    with pytest.raises(DatabaseFull, match="Free some space") as full:
        settled.matches.void("m2", "x" * 100_000).wait()
    assert full.value.why
    assert contents(settled) == kept
    assert check(db_url).sound

    limit_pages(settled, more=None)
    won_by(settled, "m2", 1).wait()
    assert settled.matches.get("m2").state == "finished"


def test_a_full_disk_refuses_what_does_not_fit_and_keeps_what_does(settled: Store) -> None:
    settled.matches.start(heads_up("m1")).wait()
    settled.matches.start(heads_up("m2")).wait()
    limit_pages(settled, more=3)
    too_much = settled.matches.void("m2", "x" * 100_000)
    fits = won_by(settled, "m1", 0)
    with pytest.raises(DatabaseFull):
        too_much.wait()
    fits.wait()
    assert settled.matches.get("m1").state == "finished"
    assert settled.matches.get("m2").state == "running"


def test_a_file_that_another_program_holds_is_told_and_nothing_is_written(
    db_url: str, tmp_path: Path
) -> None:
    with Store.open(db_url, busy_s=0.01) as store:
        settle(store)
        kept = contents(store)
        # The same library as the store's: two of them in one process do not see each other's locks.
        with closing(sqlite_module().connect(tmp_path / "arena.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseLocked, match="ask the running arena"):
                store.matches.start(heads_up("m1")).wait()
            other.execute("ROLLBACK")
        assert contents(store) == kept
        store.matches.start(heads_up("m1")).wait()


def test_a_second_arena_cannot_write_but_can_read(settled: Store, db_url: str) -> None:
    with pytest.raises(DatabaseLocked, match="another arena writes it"):
        Store.open(db_url)
    with Store.read(db_url) as reader:
        assert reader.bots.get("zap").owner == "ana"
        for write in (lambda: reader.bots.register("new", "ana"), lambda: reader.matches.void("m1", "x")):
            with pytest.raises(Refused, match="open for reading only"):
                write()
        with pytest.raises(Refused, match="without its pepper"):
            reader.tokens.issue("ana", ["play"])
        settled.bots.register("new", "ana").wait()
        assert reader.bots.get("new").owner == "ana"


def test_the_lock_ends_with_the_store(db_url: str) -> None:
    Store.open(db_url).close()
    Store.open(db_url).close()


def test_a_file_that_is_no_database_is_told(db_url: str, tmp_path: Path) -> None:
    (tmp_path / "arena.db").write_bytes(b"not a database, but a letter. " * 100)
    for attempt in (Store.open, Store.read, check):
        with pytest.raises(DatabaseCorrupt, match="not a database"):
            attempt(db_url)


def test_a_damaged_file_is_told_and_named_by_check(settled: Store, db_url: str, tmp_path: Path) -> None:
    for number in range(30):
        play(settled, heads_up(f"m{number}"), winner=0)
    settled.close()
    file = tmp_path / "arena.db"
    content = bytearray(file.read_bytes())
    page = 4096
    assert len(content) > 20 * page
    for number in range(4, len(content) // page):
        content[number * page : number * page + 200] = b"\xff" * 200
    file.write_bytes(content)
    with pytest.raises(DatabaseCorrupt, match="restore a backup"):
        check(db_url)
    with pytest.raises(DatabaseCorrupt, match="restore a backup"):
        Store.open(db_url)


def test_damage_inside_a_table_is_found_by_check_and_told_to_whoever_reads_it(
    settled: Store, db_url: str, tmp_path: Path
) -> None:
    settled.matches.start(heads_up("m1")).wait()
    settled.matches.void("m1", "A reason that takes a page of its own. " * 1000).wait()
    settled.close()
    file = tmp_path / "arena.db"
    content = file.read_bytes()
    at = content.index(b"takes a page of its own", content.index(b"takes a page of its own") + 10_000)
    page = at // 4096 * 4096
    file.write_bytes(content[:page] + b"\xff" * 4096 + content[page + 4096 :])
    assert check(db_url).damage

    def look(store: Store) -> None:
        list(store.journal.lines())
        store.matches.get("m1")

    with Store.read(db_url) as again, pytest.raises(DatabaseCorrupt, match="restore a backup"):
        look(again)


def test_a_read_only_file_is_told(settled: Store, db_url: str, tmp_path: Path) -> None:
    """As a disk that was mounted again for reading only: SQLite's own switch stands for it."""

    def job(unit: Unit) -> None:
        unit._connection.exec_driver_sql("PRAGMA query_only = ON")

    settled._writer.put(job).wait()
    with pytest.raises(DatabaseUnreachable, match="may write it"):
        settled.matches.start(heads_up("m1")).wait()


def test_every_error_says_what_why_and_what_to_do(settled: Store) -> None:
    with pytest.raises(StoreError) as refused:
        settled.matches.start(heads_up("m1", ladder="nowhere")).wait()
    error = refused.value
    assert all((error.what, error.why, error.todo))
    assert str(error) == f"{error.what}: {error.why}. {error.todo}"
    assert not isinstance(error, DatabaseFailed)


def test_a_closed_store_takes_no_write(settled: Store) -> None:
    settled.close()
    settled.close()
    with pytest.raises(StoreClosed):
        settled.bots.register("new", "ana")


def test_writes_that_were_put_before_the_close_are_carried_out(settled: Store, db_url: str) -> None:
    writes = [settled.matches.start(heads_up(f"m{number}")) for number in range(50)]
    settled.close()
    assert len({write.wait() for write in writes}) == 50
    with Store.read(db_url) as again:
        assert len(again.matches.list().items) == 50
