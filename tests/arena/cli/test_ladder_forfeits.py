"""Forfeits at tables of several: all who forfeited are counted, in `arena ladder show` and in the export."""

import csv
import io
from pathlib import Path

from arena.cli.runs.fitting import publish
from arena.cli.runs.tables import game_of, ladder_key, usual_game
from arena.matches import ClockRules
from arena.store import Ending, Forfeit, MatchStarted, Seated, SeatResult, Store
from tests.arena.cli.conftest import Command
from tests.arena.store.world import RECORD

BOTS = ("ana", "beto", "caro", "dani", "eva", "fede")
LOST = (Forfeit(4, "late", "third default action", 12.0), Forfeit(1, "crashed", "exit code 1", 0.0))


def table(store: Store, number: int, *lost: Forfeit) -> None:
    """A table of six; each round who won is moved on by a seat, and who forfeits is last."""
    name = f"m{number}"
    seats = [Seated(f"{bot}/1", "one", side) for side, bot in enumerate(BOTS)]
    store.matches.start(MatchStarted(name, "trucker", "trucker", "1", {}, None, 0, seats)).wait()
    gone = [one.seat for one in lost]
    order = sorted(
        range(6), key=lambda seat: (gone[::-1].index(seat) if seat in gone else -1, (seat + number) % 6)
    )
    results = [SeatResult((5 - order.index(seat)) / 5, order.index(seat) + 1) for seat in range(6)]
    ending = Ending("late", 4, "third default action", 12.0, lost) if lost else Ending("played_out")
    store.matches.finish(name, results, (0,) * 6, ending, RECORD).wait()


def played(home: Path) -> str:
    url = f"sqlite:///{home / 'arena.db'}"
    with Store.open(url) as store:
        key = ladder_key(usual_game("trucker"), ClockRules(), "independent")
        ladder = store.ladders.create("trucker", key).wait()
        for name in BOTS:
            store.bots.register(name, name).wait()
            store.bots.register_version(name, "1", "python", f"sha256:{name}").wait()
        for number in range(20):
            table(store, number, *(LOST if number < 5 else ()))
        assert publish(store, ladder, game_of(ladder.key)) is not None
    return url


def test_every_bot_that_forfeited_at_a_table_has_its_rate(arena: Command, home: Path) -> None:
    url = played(home)
    lines = csv.DictReader(io.StringIO(arena("ladder", "show", "trucker", "--db", url).out), delimiter="\t")
    rates = {line["bot"]: line["forfeit %"] for line in lines}
    assert {bot for bot, rate in rates.items() if rate != "0.0"} == {"beto/v1", "eva/v1"}
    assert rates["beto/v1"] == rates["eva/v1"] == "25.0"


def test_the_results_tell_the_fault_of_every_seat_that_forfeited(arena: Command, home: Path) -> None:
    url = played(home)
    done = arena("ladder", "export", "trucker", "--results", "csv", "--db", url)
    lines = [line for line in csv.DictReader(io.StringIO(done.out)) if line["match"] == "m0"]
    assert [line["fault"] for line in lines] == ["", "crashed", "", "", "late", ""]
    assert [line["forfeit"] for line in lines] == ["0", "1", "0", "0", "1", "0"]
