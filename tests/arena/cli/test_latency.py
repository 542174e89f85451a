"""How long bots took to decide: the arithmetic, and what commands tell of it."""

from operator import itemgetter

from arena.cli.runs.latency import Latencies, Taken, quantile, shown_ms
from tests.arena.cli.conftest import Command


def test_a_quantile_is_a_time_that_was_measured() -> None:
    hundred = range(1, 101)
    assert [quantile(hundred, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50, 95, 99, 100]
    assert quantile([7], 0.5) == quantile([7], 0.99) == 7


def test_decisions_that_came_too_late_are_counted_apart() -> None:
    latencies = Latencies()
    latencies.add([Taken("zap", "play", 1_000, False), Taken("zap", "fold", 62_000_000, True)])
    latencies.add([Taken("zap", "play", 3_000, False)])
    zap = latencies.of("zap")
    assert (zap.decisions, zap.median_ms, zap.max_ms, zap.timeouts) == (2, 1.0, 3.0, 1)


def test_actions_that_nobody_was_asked_for_are_no_decisions() -> None:
    latencies = Latencies()
    latencies.add([Taken("zap", "fold", 0, True)])
    zap = latencies.of("zap")
    assert (zap.decisions, zap.timeouts) == (0, 0)


def test_answers_are_told_apart_by_their_verb() -> None:
    latencies = Latencies()
    latencies.add(Taken("zap", verb, 1_000, False) for verb in ("play", "truco", "play"))
    assert [(line.answer, line.decisions) for line in latencies.by_answer("zap")] == [
        ("play", 2),
        ("truco", 1),
    ]


def test_bots_are_told_in_the_order_in_which_they_were_named() -> None:
    latencies = Latencies(("zap", "zip", "zen"))
    latencies.add(Taken(bot, "play", 1_000, False) for bot in ("zen", "zoe", "zap"))
    assert latencies.bots == ["zap", "zen", "zoe"]


def test_times_have_as_many_digits_as_tell_something() -> None:
    assert [shown_ms(ms) for ms in (0.354, 12.44, 1520.4)] == ["0.35", "12.4", "1520"]


def test_a_match_and_its_record_tell_the_same_times(arena: Command) -> None:
    words = ("match", "builtin:low", "builtin:random", "--pairs", "1", "--out", "x.trec")
    done = arena(*words, "--json")
    assert done.code == 0, done.err
    told = done.object["latency"]
    totals = {line["bot"]: line for line in told if line["answer"] == "all"}
    assert {bot["bot"]: bot["decisions"] for bot in done.object["bots"]} == {
        name: line["decisions"] for name, line in totals.items()
    }
    for line in told:
        assert 0 < line["median_ms"] <= line["p95_ms"] <= line["p99_ms"] <= line["max_ms"]
    recorded = arena("record", "latency", "x.trec", "--json").object
    assert recorded["records"] == 2
    shorn = [{**line, "bot": line["bot"].partition("/")[0]} for line in recorded["latency"]]
    by_line = itemgetter("bot", "answer")
    assert sorted(shorn, key=by_line) == sorted(told, key=by_line)


def test_the_table_of_times_is_shown_where_it_is_asked_for(arena: Command) -> None:
    words = ("match", "builtin:low", "builtin:random", "--pairs", "1")
    assert "time to decide" not in arena(*words).out
    assert "# time to decide, ms\nbot\tanswer\tdecisions\tmedian" in arena(*words, "--latency").out
    assert arena("record", "latency").out.startswith("bot\tanswer\tdecisions\tmedian")


def test_a_ladder_run_tells_the_times_of_all_its_matches(arena: Command) -> None:
    words = ("ladder", "run", "builtin:low", "builtin:random", "-v", "argentine", "--rounds", "1")
    done = arena(*words, "--json")
    assert done.code == 0, done.err
    assert {line["bot"] for line in done.object["latency"]} == {"low", "random"}
