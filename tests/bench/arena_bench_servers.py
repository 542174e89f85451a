"""The servers that the arena bench measures, each run in a process of its own.

    python arena_bench_servers.py arena|echo MATCHES SECONDS

Prints one JSON object: per_s (decisions or messages a second), cpu_us (of this process, user and system, for
each) and trip_us (median, from a message written to its answer read).
"""

import asyncio
import json
import logging
import os
import secrets
import statistics
import sys
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import grpc
import structlog
import trio

import engine
from arena.fairness import deal_set, draw_server_seed
from arena.gateway import Arena, ArenaConfig, InMemoryAuthenticator, open_arena, run
from arena.matches import ActionTaken, Entrant, LogEntry, NullJournal, Outcome, Pairing, Table

BOTS = Path(__file__).with_name("arena_bench_bots.py")
NAMES = ("north", "south")
PAYLOAD_BYTES = 512  # about a question of the arena
Stream = grpc.aio.ServicerContext[object, bytes]


class Reading(NamedTuple):
    """CPU seconds of this process, wall seconds, and what was done by then."""

    cpu_s: float
    wall_s: float
    done: int

    def until(self, later: "Reading") -> dict[str, float]:
        done, wall_s = later.done - self.done, later.wall_s - self.wall_s
        return {"per_s": done / wall_s, "cpu_us": (later.cpu_s - self.cpu_s) / done * 1e6}


def reading(done: int) -> Reading:
    times = os.times()
    return Reading(times.user + times.system, time.perf_counter(), done)


class Count:
    """Decisions and their trips, of matches that are over and of those that run."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._over = 0
        self._trips: list[int] = []
        self.begun = trio.Event()

    def add(self, outcome: Outcome) -> None:
        """A match is over."""
        trips = trips_of(outcome.log)
        self._over += len(trips)
        self._trips += trips
        self.begun.set()

    def decisions(self) -> int:
        return self._over + sum(table.decision for table in self._running())

    def trips(self) -> list[int]:
        """Microseconds from a question written to its answer read."""
        return self._trips + [trip for table in self._running() for trip in trips_of(table.log)]

    def _running(self) -> set[Table]:
        return {seat.table for member in self._arena.members() for seat in member.seats.values()}


def trips_of(log: Iterable[LogEntry]) -> list[int]:
    return [entry.elapsed_us for entry in log if isinstance(entry, ActionTaken)]


async def arena(matches: int, seconds: float) -> dict[str, float]:
    """Play `matches` at a time between two bot processes."""
    tokens = InMemoryAuthenticator()
    cards = engine.variant("argentine").cards
    async with open_arena(ArenaConfig(), journal=NullJournal(), authenticator=tokens) as open_one:
        count = Count(open_one)
        command = [sys.executable, str(BOTS), "arena", open_one.address]
        bots = [
            await trio.lowlevel.open_process([*command, tokens.issue(name), name, str(matches)])
            for name in NAMES
        ]

        async def table() -> None:
            while True:
                match_id = secrets.token_hex(8)
                deals = deal_set(match_id, "argentine/1", cards, draw_server_seed())
                entrants = (Entrant(NAMES[0]), Entrant(NAMES[1]))
                pairing = Pairing(match_id, "argentine", 2, {"target": 30}, entrants, deals.deck)
                count.add(await open_one.play(pairing))

        async with trio.open_nursery() as nursery:
            for _ in range(matches):
                nursery.start_soon(table)
            await count.begun.wait()
            await trio.sleep(1.0)
            before = reading(count.decisions())
            await trio.sleep(seconds)
            figures = before.until(reading(count.decisions()))
            trip_us = statistics.median(count.trips())
            nursery.cancel_scope.cancel()
    for bot in bots:
        await bot.wait()
    return {**figures, "trip_us": trip_us}


async def echo(matches: int, seconds: float) -> dict[str, float]:
    """Keep `matches` messages under way between this process and two that echo: the traffic of matches alone.

    One message for each decision. A single one goes to the two in turn, as the questions of one match do.
    """
    messages = 0
    trips: list[float] = []
    streams: list[Stream] = []
    sent: tuple[deque[float], deque[float]] = (deque(), deque())
    both_here = asyncio.Event()
    payload = os.urandom(PAYLOAD_BYTES)

    async def bounce(_requests: object, context: Stream) -> None:
        nonlocal messages
        place = len(streams)
        streams.append(context)
        await context.read()
        if place == 1:
            both_here.set()
        await both_here.wait()
        next_place = 1 - place if matches == 1 else place
        next_stream, next_sent = streams[next_place], sent[next_place]
        for _ in range((matches + 1 - place) // 2):
            sent[place].append(time.perf_counter())
            await context.write(payload)
        while isinstance(message := await context.read(), bytes):
            now = time.perf_counter()
            trips.append(now - sent[place].popleft())
            messages += 1
            next_sent.append(now)
            await next_stream.write(message)

    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    method: grpc.RpcMethodHandler[object, bytes] = grpc.stream_stream_rpc_method_handler(bounce)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", {"Echo": method}),))
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    command = [sys.executable, str(BOTS), "echo", address]
    clients = [await asyncio.create_subprocess_exec(*command) for _ in NAMES]
    await both_here.wait()
    await asyncio.sleep(1.0)
    trips.clear()
    before = reading(messages)
    await asyncio.sleep(seconds)
    figures = {**before.until(reading(messages)), "trip_us": statistics.median(trips) * 1e6}
    for client in clients:
        client.terminate()
        await client.wait()
    await server.stop(1)
    return figures


def main() -> None:
    kind, matches, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    if kind == "arena":
        figures = run(arena, matches, seconds)
    else:
        figures = asyncio.run(echo(matches, seconds))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
