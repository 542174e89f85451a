"""Commitments from the command line: what a run publishes, and what `arena record verify` makes of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.arena.cli.conftest import Command
from tests.arena.cli.processes import started, wait_for_line, wait_until

pytestmark = pytest.mark.timeout(180)

RUN = ("ladder", "run", "builtin:low", "builtin:random", "-v", "argentine", "--rounds", "2", "--seed", "5")


def chain_of(arena: Command, home: Path, db: Path | str) -> list[Any]:
    """The links, also written to chain.jsonl."""
    done = arena("record", "chain", "--db", db)
    assert done.code == 0, done.err
    (home / "chain.jsonl").write_text(done.out)
    return [json.loads(line) for line in done.out.splitlines()]


def test_a_ladder_is_verified_from_its_chain(arena: Command, home: Path) -> None:
    assert arena(*RUN, "--db", "ladder.db").code == 0
    links = chain_of(arena, home, "ladder.db")
    reveals = [link for link in links if link["type"] == "deal_set_revealed"]
    assert len(reveals) == 2
    assert len(links) == 2 + 4
    matches = [leg["match"] for leg in reveals[0]["matches"]]
    done = arena("record", "verify", *matches, "--db", "ladder.db", "--chain", "chain.jsonl", "--json")
    assert done.code == 0, done.out
    *records, held = map(json.loads, done.out.splitlines())
    assert all(record["committed"] and record["decks_from_seed"] for record in records)
    assert (held["holds"], held["links"], held["pending"]) == (True, 6, 0)


def test_a_match_that_is_missing_on_either_side_is_named(arena: Command, home: Path) -> None:
    assert arena(*RUN, "--db", "ladder.db").code == 0
    links = chain_of(arena, home, "ladder.db")
    first, second = [leg["match"] for leg in links[-1]["matches"]]  # whichever leg ended first
    done = arena("record", "verify", first, "--db", "ladder.db", "--chain", "chain.jsonl")
    assert done.code == 1
    assert f"match {second}, leg " in done.out
    assert "no record of it is here" in done.out
    lines = (home / "chain.jsonl").read_text().splitlines(keepends=True)
    offered = next(n for n, link in enumerate(links) if link.get("match") == first)
    (home / "chain.jsonl").write_text("".join(lines[:offered] + lines[offered + 1 :]))
    done = arena("record", "verify", first, second, "--db", "ladder.db", "--chain", "chain.jsonl")
    assert done.code == 1
    assert "is wrong" in done.out


def test_a_local_match_is_committed_to_as_well(arena: Command) -> None:
    assert arena("match", "builtin:low", "builtin:random", "--pairs", "1", "--out", "out.jsonl").code == 0
    done = arena("record", "verify", "out.jsonl", "--json")
    assert done.code == 0
    assert all(json.loads(line)["committed"] for line in done.out.splitlines())


def test_served_bots_add_nonces_and_their_matches_verify(arena: Command, home: Path) -> None:
    db = home / "data" / "arena.db"
    command = ("serve", "--dev", "--listen", "127.0.0.1:0", "--round-s", "0", "--grace-s", "1", "--json")
    for name in ("zap", "zip"):
        assert arena("bot", "register", name, "--owner", name).code == 0
        assert arena("bot", "token", name, "--out", f"{name}.token").code == 0
    with started(*command) as process:
        address = json.loads(wait_for_line(process, "serve/1"))["address"]
        join = ("join", address, "-v", "argentine", "--token-file")
        with (
            started(*join, "zap.token", "builtin:low"),
            started(*join, "zip.token", "builtin:random"),
        ):
            wait_until(process, lambda: len(reveals_with_nonces(arena, home, db)) >= 2)
        asked = arena("record", "chain", "--arena", address, "--after", "3").out.splitlines()
        here = chain_of(arena, home, db)
        assert [json.loads(link) for link in asked][:3] == here[3:6]
    reveal = reveals_with_nonces(arena, home, db)[0]
    matches = [leg["match"] for leg in reveal["matches"] if not leg["void"]]
    done = arena("record", "verify", *matches, "--db", db, "--chain", "chain.jsonl")
    assert done.code == 0, done.out


def reveals_with_nonces(arena: Command, home: Path, db: Path) -> list[Any]:
    links = chain_of(arena, home, db)
    return [link for link in links if link["type"] == "deal_set_revealed" and link["contributions"]]
