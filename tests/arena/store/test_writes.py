"""Writes share a commit, wake whoever waits, in trio, in asyncio or without, and do not touch each other."""

import asyncio
import threading
from typing import Protocol

import pytest
import trio
from sqlalchemy import select, table

from arena.store import NotFound, Store
from arena.store.unit import Unit
from tests.arena.store.world import heads_up, won_by


class Waits(Protocol):
    def wait(self) -> object: ...


def pragma(store: Store, name: str) -> object:
    def job(unit: Unit) -> object:
        return unit._connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    return store._writer.put(job).wait()


def test_a_commit_is_a_synced_one(settled: Store) -> None:
    assert pragma(settled, "journal_mode") == "wal"
    assert pragma(settled, "synchronous") == 2  # FULL
    assert pragma(settled, "foreign_keys") == 1


def test_a_result_is_told_and_seen_only_after_its_commit(settled: Store) -> None:
    """The result is written, but another write of the same transaction is still at work."""
    settled.matches.start(heads_up("m1")).wait()
    all_put = threading.Event()
    written = threading.Event()
    go_on = threading.Event()

    def slow(unit: Unit) -> None:
        unit.flush()
        written.set()
        go_on.wait()

    first = settled._writer.put(lambda _: all_put.wait())
    finish = won_by(settled, "m1", 0)
    last = settled._writer.put(slow)
    all_put.set()
    written.wait()
    assert not finish._settled
    assert settled.matches.get("m1").state == "running"
    go_on.set()
    assert finish.wait()
    assert settled.matches.get("m1").state == "finished"
    assert first.wait()
    last.wait()


async def test_trio_waits_without_blocking_its_loop(settled: Store) -> None:
    assert await settled.matches.start(heads_up("m1"))
    seqs: list[int] = []

    async def one(number: int) -> None:
        seqs.append(await settled.matches.start(heads_up(f"n{number}")))

    async with trio.open_nursery() as nursery:
        for number in range(100):
            nursery.start_soon(one, number)
    assert len(set(seqs)) == 100


async def test_trio_hears_of_a_refusal(settled: Store) -> None:
    with pytest.raises(NotFound, match="no ladder nowhere"):
        await settled.matches.start(heads_up("m1", ladder="nowhere"))


async def test_a_cancelled_task_still_learns_what_became_of_its_write(settled: Store) -> None:
    go_on = threading.Event()
    blocker = settled._writer.put(lambda _: go_on.wait())
    seqs = []
    with trio.CancelScope() as scope:
        scope.cancel()
        write = settled.matches.start(heads_up("m1"))
        go_on.set()
        seqs.append(await write)
    assert settled.matches.get("m1").seq == seqs[0]
    assert await blocker


async def test_a_settled_write_can_be_awaited_late_and_twice(settled: Store) -> None:
    write = settled.matches.start(heads_up("m1"))
    assert write.wait() == await write == await write


def test_asyncio_waits_as_well(settled: Store) -> None:
    async def later(match: str) -> int:
        return await settled.matches.start(heads_up(match))

    async def main() -> list[int]:
        return list(await asyncio.gather(later("m1"), later("m2")))

    assert asyncio.run(main()) == [settled.matches.get("m1").seq, settled.matches.get("m2").seq]


def test_one_refused_write_does_not_touch_the_others_of_its_commit(settled: Store) -> None:
    go_on = threading.Event()
    blocker = settled._writer.put(lambda _: go_on.wait())
    writes: list[Waits] = [
        settled.matches.start(heads_up("m1")),
        settled.matches.start(heads_up("m2", ladder="nowhere")),
        won_by(settled, "m1", 0),
        settled._writer.put(lambda unit: unit.rows(select(table("nowhere")))),
        settled.matches.start(heads_up("m3")),
    ]
    go_on.set()
    outcomes = []
    for write in writes:
        try:
            write.wait()
            outcomes.append("written")
        except NotFound:
            outcomes.append("refused")
        except Exception as error:  # noqa: BLE001 # named and compared below
            outcomes.append(type(error).__name__)
    assert blocker.wait()
    assert outcomes == ["written", "refused", "written", "DatabaseFailed", "written"]
    assert settled.matches.get("m1").state == "finished"
    assert settled.results.pairs("argentine")[0].wins == 1


def test_many_threads_write_at_once(settled: Store) -> None:
    def work(name: str) -> None:
        for number in range(20):
            settled.matches.start(heads_up(f"{name}{number}")).wait()
            won_by(settled, f"{name}{number}", 0).wait()

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert settled.results.pairs("argentine")[0].wins == 80
