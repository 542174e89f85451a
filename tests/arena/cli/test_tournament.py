"""`arena tournament`: whatever happens to an event, it ends as if nothing had."""

import json
import re
import signal
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest

from arena.cli.runs.tournament_sets import (
    LegDone,
    Run,
    leg_of_match,
    place_of,
    planned_sets,
    run_of,
)
from arena.cli.runs.tournament_state import EventState, Past, played_runs
from arena.events.definition import Definition, check
from arena.events.formats import Finished
from arena.events.kinds import KINDS
from arena.store import DatabaseForeign, Store
from tests.arena.cli.conftest import Command
from tests.arena.cli.processes import end, started, wait_until

# Processes start in these, which a busy machine takes its time for.
pytestmark = pytest.mark.timeout(180)

CUP = """
name = "Winter cup"
variant = "argentine"
deals = "{deals}"
seed = 7
at_once = 4
[settings]
target = 15
[format]
{format}
[[bots]]
bot = "builtin:low"
[[bots]]
bot = "builtin:stubborn"
[[bots]]
bot = "builtin:random"
"""
ROUND_ROBIN = 'kind = "round-robin"\nsets = 2'
MATCH = """
name = "Duel"
variant = "argentine"
seed = 3
[settings]
target = 15
[format]
kind = "match"
sets = 60
sprt = {{ elo0 = {elo0}, elo1 = {elo1} }}
[[bots]]
bot = "builtin:{first}"
[[bots]]
bot = "builtin:{second}"
"""


def cup(deals: str = "mirror", format_: str = ROUND_ROBIN) -> str:
    return CUP.format(deals=deals, format=format_)


def leg_done(planned_name: str, leg: int, bots: tuple[str, ...]) -> LegDone:
    """A result that only depends on what was played."""
    first = sum(map(ord, planned_name)) % 3 < 2
    return LegDone(f"{planned_name}/{leg}", bots, (1, 2) if first else (2, 1))


def played(definition: Definition, past: Past, legs: int = 10**6) -> EventState:
    """An event of which so many more legs are finished, without bots."""
    state = EventState(definition, run_of(definition, 7), past)
    while isinstance(state.ahead, tuple):
        for planned in planned_sets(definition, state.ahead):
            for leg in planned.legs:
                if leg.leg in state.left(planned):
                    if not legs:
                        return state
                    legs -= 1
                    name = state.run.set_name(planned.deals, planned.number)
                    state.take(planned, leg.leg, leg_done(name, leg.leg, leg.seats[:2]))
        state.advance()
    return state


FORMATS = (
    ROUND_ROBIN,
    'kind = "swiss"\nrounds = 2\nsets = 2',
    'kind = "knockout"\nsets = 2',
    'kind = "gauntlet"\nchallengers = ["low"]\nsets = 2',
    'kind = "championship"\nbudget = 60\nfinalists = 2',
    'kind = "ladder"\nrounds = 3\nsets = 2',
)


@pytest.mark.parametrize("deals", ["mirror", "shared", "independent"])
@pytest.mark.parametrize("format_", FORMATS)
def test_an_event_cut_off_after_any_leg_goes_on_to_the_same_end(deals: str, format_: str) -> None:
    definition = check(cup(deals, format_))
    undisturbed = played(definition, Past())
    assert isinstance(undisturbed.ahead, Finished)
    for legs in range(undisturbed.matches):
        cut = played(definition, Past(), legs)
        again = played(definition, Past({key: dict(done) for key, done in cut.past.legs.items()}))
        assert again.ahead == undisturbed.ahead
        assert sorted(again.results) == sorted(undisturbed.results)
        assert again.past.legs == undisturbed.past.legs


def test_a_deal_set_counts_whole_or_not_at_all() -> None:
    definition = check(cup())
    for legs in range(6):
        state = played(definition, Past(), legs)
        assert state.matches == legs
        assert len(state.results) == legs // 2
        assert sum(line.matches for line in state.standings()) == 4 * (legs // 2)


def test_all_tables_of_a_round_share_a_set_which_counts_when_all_are_over() -> None:
    text = cup("shared") + '[[bots]]\nbot = "builtin:high"\n'
    definition = check(text)
    state = EventState(definition, run_of(definition, 7), Past())
    assert isinstance(state.ahead, tuple)
    first = next(planned_sets(definition, state.ahead))
    assert [leg.leg for leg in first.legs] == [0, 1]
    assert len({bot for leg in first.legs for bot in leg.seats}) == 4
    assert not state.take(first, 0, leg_done("one", 0, first.legs[0].seats))
    assert not state.results
    assert state.take(first, 1, leg_done("one", 1, first.legs[1].seats))
    assert len(state.results) == 2


@pytest.mark.parametrize("format_", FORMATS)
def test_when_an_early_set_is_drawn_anew_the_event_still_ends(format_: str) -> None:
    definition = check(cup("shared", format_))
    undisturbed = played(definition, Past())
    for key in undisturbed.whole:
        past = Past({one: dict(done) for one, done in undisturbed.past.legs.items()})
        past.drawn(key, 1)
        again = played(definition, past)
        assert again.over()
        assert len(again.whole) >= 2
        assert all(again.past.legs[one] for one in again.whole)


def test_points_belong_to_the_bot_whatever_seat_it_has() -> None:
    for deals in ("mirror", "shared", "independent"):
        definition = check(cup(deals))
        state = EventState(definition, run_of(definition, 7), Past())
        assert isinstance(state.ahead, tuple)
        for planned in planned_sets(definition, state.ahead):
            for leg in planned.legs:
                bots = leg.seats[:2]
                winner = min(bots)
                ranks = tuple([1 if bot == winner else 2 for bot in bots])
                state.take(planned, leg.leg, LegDone("m", bots, ranks))
        for result in state.results:
            series = next(one for one in state.ahead if one.id == result.series)
            best = min(series.sides)
            assert result.points[series.sides.index(best)] == result.matches


def test_a_set_is_found_by_its_name_and_those_of_others_are_left_alone() -> None:
    run = Run("winter-cup", "3fa9c2d41b07", 7)
    place = place_of(run.set_name("r0/1", 12))
    assert place is not None
    assert place == (run, "r0/1", 12, 0)
    assert place_of(run.set_name("r0/1", 12, 2)) == (run, "r0/1", 12, 2)
    assert place_of("seed-7.3.1") is None
    assert place_of("") is None


def test_no_set_is_begun_after_the_verdict() -> None:
    definition = check(MATCH.format(elo0=0, elo1=300, first="low", second="random"))
    state = EventState(definition, run_of(definition, 3), Past())
    assert isinstance(state.ahead, tuple)
    begun = 0
    for planned in planned_sets(definition, state.ahead):
        for leg in planned.legs:
            if leg.leg in state.left(planned):
                begun += 1
                ranks = (1, 2) if leg.seats[0] == "low" else (2, 1)
                state.take(planned, leg.leg, LegDone("m", leg.seats, ranks))
    state.advance()
    assert isinstance(state.ahead, Finished)
    assert state.ahead.judgement is not None
    assert state.ahead.judgement.verdict == "elo1"
    assert begun == 2 * len(state.results) < 120


def test_a_definition_is_checked_with_all_its_slips(arena: Command, home: Path) -> None:
    (home / "cup.toml").write_text(cup())
    good = arena("tournament", "check", "cup.toml")
    assert good.code == 0, good.err
    assert "round-robin of 3 bots" in good.out
    (home / "cup.toml").write_text(cup(format_='kind = "round-robin"\nsets = "two"') + "[clokc]\n")
    bad = arena("tournament", "check", "cup.toml")
    assert bad.code == 1
    assert "format.sets" in bad.out
    assert "clokc" in bad.out
    assert arena("tournament", "run", "cup.toml").code == 2


def test_a_bot_that_cannot_be_started_is_a_slip(arena: Command, home: Path) -> None:
    wrong = ("./nowhere", "builtin:none", "exec:./missing --fast", "exec:no-such-program", "zap")
    bots = "".join(f'[[bots]]\nbot = "{bot}"\nname = "bot-{number}"\n' for number, bot in enumerate(wrong))
    (home / "cup.toml").write_text(cup() + bots)
    bad = arena("tournament", "check", "cup.toml", "--json")
    assert bad.code == 1
    told = [problem.partition("bot: ")[::2] for problem in bad.object["problems"]]
    assert [key for key, _ in told] == [f"cup.toml: bots[{number}]." for number in range(3, 8)]
    for (_, problem), part in zip(
        told,
        ("bot.toml cannot be read", "house bots are", "is no program", "on your PATH", "A guest is @name"),
        strict=True,
    ):
        assert part in problem


def test_what_was_not_played_is_not_shown(arena: Command, home: Path) -> None:
    (home / "cup.toml").write_text(cup())
    assert arena("db", "migrate", "--db", "empty.db").code == 0
    shown = arena("tournament", "show", "cup.toml", "--db", "empty.db")
    assert shown.code == 2
    assert "arena tournament run cup.toml" in shown.err


def shown(arena: Command, db: str, *more: str) -> dict[str, object]:
    told = arena("tournament", "show", "cup.toml", "--db", db, "--json", *more)
    content: dict[str, object] = told.object
    return content


def finished_legs(db: Path) -> int:
    if not db.is_file():
        return 0
    try:
        with Store.read(f"sqlite:///{db}") as store:
            return len(store.matches.list(state="finished", size=1_000).items)
    except DatabaseForeign:
        return 0  # its tables are being made


@pytest.mark.parametrize(("deals", "how"), [("mirror", signal.SIGKILL), ("shared", signal.SIGINT)])
def test_an_event_that_was_ended_goes_on_to_the_same_standings(
    arena: Command, home: Path, deals: str, how: signal.Signals
) -> None:
    (home / "cup.toml").write_text(cup(deals, 'kind = "round-robin"\nsets = 8'))
    ran = arena("tournament", "run", "cup.toml", "--db", "undisturbed.db", "--json")
    assert ran.code == 0, ran.err
    *live, last = [json.loads(line) for line in ran.out.splitlines()]
    assert [one["schema"] for one in live] == ["truco-arena/tournament-standings/1"] * len(live)
    assert all(before["sets"] <= after["sets"] for before, after in pairwise(live))
    db = home / "disturbed.db"
    with started("tournament", "run", "cup.toml", "--db", db, "--concurrency", "1") as process:
        wait_until(process, lambda: finished_legs(db) >= 5)
        code, err = end(process, how)
    assert code == (-9 if how is signal.SIGKILL else 130), err
    assert 5 <= finished_legs(db) < last["matches"]
    again = arena("tournament", "run", "cup.toml", "--db", db)
    assert again.code == 2
    assert "arena tournament resume cup.toml" in again.err
    gone_on = arena("tournament", "resume", "cup.toml", "--db", db)
    assert gone_on.code == 0, gone_on.err
    whole = shown(arena, "undisturbed.db")
    assert {**whole, "schema": ""} == {**last, "schema": ""}
    assert shown(arena, "disturbed.db") == whole
    assert_journal(db)


def test_a_ladder_goes_on_for_its_time_whatever_interrupts_it(arena: Command, home: Path) -> None:
    (home / "cup.toml").write_text(cup("mirror", 'kind = "ladder"\nminutes = 0.1'))
    db = home / "ladder.db"
    with started("tournament", "run", "cup.toml", "--db", db) as process:
        wait_until(process, lambda: finished_legs(db) >= 12)
        end(process, signal.SIGKILL)
    half = shown(arena, "ladder.db")
    assert (half["finished"], half["planned"]) == (False, None)
    gone_on = arena("tournament", "resume", "cup.toml", "--db", db)
    assert gone_on.code == 0, gone_on.err
    assert "of None" not in gone_on.err
    whole = shown(arena, "ladder.db")
    assert whole["finished"]
    assert "elo" in arena("tournament", "show", "cup.toml", "--db", db).out
    assert_journal(db)


def assert_journal(db: Path) -> None:
    """No leg is there twice, each set is closed, and the records can be shown."""
    with Store.read(f"sqlite:///{db}") as store:
        page = store.matches.list(state="finished", size=1_000).items
        assert len({(match.deal_set, match.leg) for match in page}) == len(page)
        for match in page:
            assert match.deal_set is not None
            assert store.deal_sets.get(match.deal_set).state == "closed"
            assert store.matches.record(match.id)
        assert len(played_runs(store)) == 1


def test_a_changed_definition_is_not_gone_on_with(arena: Command, home: Path) -> None:
    text = cup(format_='kind = "round-robin"\nsets = 1')
    (home / "cup.toml").write_text(text)
    assert arena("tournament", "run", "cup.toml", "--db", "cup.db").code == 0
    (home / "cup.toml").write_text(text.replace("sets = 1", "sets = 2"))
    for command in ("resume", "run", "show"):
        told = arena("tournament", command, "cup.toml", "--db", "cup.db")
        assert told.code == 2
        assert "digest" in told.err
    (home / "cup.toml").write_text(text.replace("at_once = 4", "at_once = 2"))
    assert arena("tournament", "resume", "cup.toml", "--db", "cup.db").code == 0


def test_an_event_is_shown_with_title_crosstable_and_audit(arena: Command, home: Path) -> None:
    (home / "cup.toml").write_text(cup(format_='kind = "round-robin"\nsets = 1'))
    assert arena("tournament", "run", "cup.toml", "--db", "cup.db").code == 0
    told = arena("tournament", "show", "cup.toml", "--db", "cup.db", "--audit")
    assert told.code == 0, told.err
    for part in ("# standings", "# title", "# crosstable", "# audit", "sonneborn-berger", "leg order"):
        assert part in told.out
    assert re.search(r"^low\t.*\(2\)", told.out, re.MULTILINE)


def test_the_example_of_the_page_is_played_to_its_title(arena: Command, home: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    (home / "cup.toml").write_text(page.partition("```toml\n")[2].partition("```")[0])
    assert arena("tournament", "check", "cup.toml").code == 0
    ran = arena("tournament", "run", "cup.toml")
    assert ran.code == 0, ran.err
    told = arena("tournament", "show", "cup.toml", "--json").object
    assert told["finished"]
    assert told["winners"]
    assert told["matches"] >= 60
    assert arena("tournament", "resume", "cup.toml").code == 0


def test_the_page_tells_every_format_and_every_key_of_it() -> None:
    page = (Path(__file__).parents[3] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    for kind, rules in KINDS.items():
        (row,) = re.findall(rf"^\| `{kind}` .*$", page, re.MULTILINE)
        for key in fields(rules):
            assert f"`{key.name}" in row


def test_a_set_that_a_kill_left_open_after_its_last_match_is_closed(arena: Command, home: Path) -> None:
    (home / "cup.toml").write_text(cup(format_='kind = "round-robin"\nsets = 1'))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.cli.runs.journal.StoreJournal.set_closed", nothing)
        assert arena("tournament", "run", "cup.toml", "--db", "cup.db").code == 0
    assert arena("tournament", "resume", "cup.toml", "--db", "cup.db").code == 0
    assert_journal(home / "cup.db")


async def nothing(*_: object) -> None:
    """In place of what a kill prevents."""


def test_a_set_that_came_to_nothing_is_drawn_anew(arena: Command, home: Path) -> None:
    (home / "cup.toml").write_text(cup("shared", 'kind = "round-robin"\nsets = 2'))
    db = home / "cup.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.cli.runs.journal.StoreJournal.set_closed", nothing)
        assert arena("tournament", "run", "cup.toml", "--db", db).code == 0
    with Store.open(f"sqlite:///{db}") as store:
        (run,) = played_runs(store)
        void = run.set_name("r1", 0)
        store.deal_sets.void(void, "for a test").wait()
    assert shown(arena, "cup.db")["finished"] is False
    gone_on = arena("tournament", "resume", "cup.toml", "--db", db)
    assert gone_on.code == 0, gone_on.err
    assert shown(arena, "cup.db")["finished"] is True
    assert_journal(db)
    with Store.read(f"sqlite:///{db}") as store:
        assert store.deal_sets.get(f"{void}v1").state == "closed"


def test_h0_accepted_is_exit_code_1(arena: Command, home: Path) -> None:
    (home / "cup.toml").write_text(MATCH.format(elo0=0, elo1=300, first="random", second="low"))
    ran = arena("tournament", "run", "cup.toml", "--db", "duel.db", "--concurrency", "8")
    assert ran.code == 1, ran.err
    assert "H0 accepted" in ran.out
    assert "# SPRT trace" in ran.out
    assert shown(arena, "duel.db")["finished"] is True


def test_a_rated_event_counts_on_a_ladder_and_keeps_owners_apart(arena: Command, home: Path) -> None:
    bots = (("low", "ana"), ("stubborn", "ana"), ("random", "bea"))
    text = cup().partition("[[bots]]")[0].replace("seed = 7", "seed = 7\nrated = true")
    listed = "".join(
        f'[[bots]]\nbot = "builtin:{bot}"\nname = "my-{bot}"\nowner = "{who}"\n' for bot, who in bots
    )
    (home / "cup.toml").write_text(text + listed)
    assert arena("tournament", "run", "cup.toml", "--db", "cup.db").code == 0
    ladder = arena("ladder", "show", "argentine", "--db", "cup.db", "--json").object
    assert {one["bot"].partition("/")[0]: one["matches"] for one in ladder["standings"]} == {
        "my-low": 4,
        "my-stubborn": 4,
        "my-random": 8,
    }
    with Store.read(f"sqlite:///{home / 'cup.db'}") as store:
        for match in store.matches.list(state="finished", size=1_000).items:
            assert {"my-low", "my-stubborn"} != set(leg_of_match(match, 2).bots)
