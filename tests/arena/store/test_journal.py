"""The journal is the truth: whatever happened, the tables rebuilt from it are the tables as kept."""

import json
import random
from typing import get_args

import pytest

from arena.store import Rating, Ruling, Store
from arena.store.entries import Payload, canonical, kind
from tests.arena.store.world import VERSIONS, Clock, contents, heads_up, play, play_set, won_by


def live(store: Store, clock: Clock, seed: int) -> None:
    """Some days in the life of an arena, by the dice."""
    dice = random.Random(seed)
    running: list[str] = []
    ended: list[str] = []
    for number in range(40):
        clock.pass_s(dice.random() * 100)
        match dice.randrange(9):
            case 0 | 1 | 2:
                first, second = dice.sample(VERSIONS, 2)
                ladder = dice.choice(["argentine", "argentine", None])
                deal_set = dice.choice([None, "a", "b"])
                running.append(f"m{number}")
                store.matches.start(
                    heads_up(f"m{number}", first, second, ladder=ladder, deal_set=deal_set)
                ).wait()
            case 3 | 4 if running:
                ended.append(running.pop(dice.randrange(len(running))))
                won_by(store, ended[-1], dice.randrange(2), forfeit=dice.random() < 0.3).wait()
                store.luck.keep("argentine/0", {ended[-1]: dice.random() - 0.5}).wait()
            case 5 if running:
                store.matches.rule(Ruling(dice.choice(running), 1, "late", "decision_s", 2.125)).wait()
            case 6 if ended or running:
                match = dice.choice(ended + running)
                store.matches.void(match, "by the dice").wait()
                running = [one for one in running if one != match]
            case 7:
                store.ladders.pause("argentine").wait()
                ratings = [
                    Rating(version, 1500.0 + dice.random(), 1.0, 2.0, 1, 3, 9, 0) for version in VERSIONS
                ]
                store.fits.add(
                    "argentine",
                    f"b{number}",
                    through_seq=1,
                    matches=1,
                    ratings=ratings,
                    about={},
                    covariance=b"x",
                ).wait()
            case _:
                store.ladders.resume("argentine").wait()
                token = store.tokens.issue("ana", ["play"], bot="zap").wait().token
                store.tokens.revoke(token.id).wait()
                store.bots.register_version("zen", f"0.{number}", "c++", f"sha256:{number}").wait()
                if number % 2:
                    store.bots.retire_version(f"zen/0.{number}").wait()
    play_set(store, f"set-{seed}", ["x0", "x1"]).close(f"set-{seed}").wait()
    play_set(store, f"void-{seed}", ["y0"]).void(f"void-{seed}", "by the dice").wait()
    play_set(store, f"open-{seed}", ["z0"])
    if dice.random() < 0.3:
        store.bots.retire("zen").wait()


@pytest.mark.parametrize("seed", range(6))
def test_rebuilding_gives_the_tables_that_were_kept(settled: Store, clock: Clock, seed: int) -> None:
    live(settled, clock, seed)
    kept = contents(settled)
    assert settled.rebuild().wait() == len(kept["journal"])
    rebuilt = contents(settled)
    for table, rows in kept.items():
        assert rebuilt[table] == rows, f"{table} with seed {seed}"


def test_tables_that_were_tampered_with_are_mended_by_a_rebuild(settled: Store) -> None:
    play(settled, heads_up("m1"), winner=0)
    kept = contents(settled)
    settled._writer.put(lambda unit: unit.count("argentine", "zap/1", "zip/1", 1, times=9)).wait()
    assert contents(settled) != kept
    settled.rebuild().wait()
    assert contents(settled) == kept


def test_a_store_goes_on_after_a_rebuild(settled: Store) -> None:
    settled.matches.start(heads_up("m1")).wait()
    settled.rebuild().wait()
    won_by(settled, "m1", 0).wait()
    assert settled.results.pairs("argentine")[0].wins == 1


def test_entries_are_counted_without_a_gap_and_time_never_goes_back(settled: Store, clock: Clock) -> None:
    clock.pass_s(-1000)
    play(settled, heads_up("m1"), winner=0)
    lines = list(settled.journal.lines())
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert [line.at_us for line in lines] == sorted(line.at_us for line in lines)
    assert [entry.seq for entry in settled.journal.entries(after_seq=len(lines) - 1)] == [len(lines)]


def test_a_refused_write_leaves_no_gap(settled: Store) -> None:
    before = settled.results.through_seq()
    writes = [settled.matches.start(heads_up(match)) for match in ("m1", "m1", "m2")]
    assert [writes[0].wait(), writes[2].wait()] == [before + 1, before + 2]


def test_a_payload_is_canonical_json_that_names_its_kind(settled: Store, clock: Clock) -> None:
    live(settled, clock, seed=99)
    for line in settled.journal.lines():
        value = json.loads(line.payload)
        assert value["type"] == line.kind
        assert line.payload == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_every_kind_of_entry_is_read_back_as_it_was_written(settled: Store, clock: Clock) -> None:
    live(settled, clock, seed=5)
    settled.bots.retire("zap").wait()
    kinds = set()
    for line, entry in zip(settled.journal.lines(), settled.journal.entries(), strict=True):
        assert canonical(entry.payload) == line.payload
        assert kind(entry.payload) == line.kind
        kinds.add(type(entry.payload))
    assert kinds == set(get_args(Payload))
