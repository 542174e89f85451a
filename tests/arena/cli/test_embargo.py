"""No command shows a card of a deal set that is played, out of the database that it is played into."""

from pathlib import Path

import pytest
import trio

from arena.store import Store
from tests.arena.cli.conftest import Command
from tests.arena.gateway.test_embargo import secrets_of, store_set
from tests.arena.records.committed import PlayedSet, play_set

ASKED = [
    ("replay", "match-0"),
    ("replay", "match-0", "--seat", "0"),
    ("record", "cat", "match-0"),
    ("record", "verify", "match-0"),
    ("record", "verify", "match-0", "--json"),
    ("record", "chain"),
    ("ladder", "list"),
    ("bot", "list"),
    ("bot", "show", "ana"),
]


@pytest.fixture
def played(home: Path) -> PlayedSet:
    """A database with a set of which one match is over and one is played."""
    one = play_set()

    async def store() -> None:
        with Store.open(f"sqlite:///{home / 'open.db'}") as opened:
            await store_set(opened, one, finish=1)

    trio.run(store)
    return one


@pytest.mark.parametrize("words", ASKED, ids=" ".join)
def test_no_command_tells_a_card_of_a_set_that_is_played(
    words: tuple[str, ...], arena: Command, played: PlayedSet
) -> None:
    done = arena(*words, "--db", "open.db")
    for secret in secrets_of(played):
        assert secret.decode() not in done.out + done.err


@pytest.mark.parametrize("words", ASKED[:5], ids=" ".join)
def test_a_record_is_refused_with_when_it_will_be_shown(
    words: tuple[str, ...], arena: Command, played: PlayedSet
) -> None:
    done = arena(*words, "--db", "open.db")
    assert done.code == 2
    assert "1 of 2 legs of its deal set are over" in done.err
    assert "Ask again when all are over" in done.err
