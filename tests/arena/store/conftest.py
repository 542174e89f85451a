"""What every test of the store begins with: an address in a folder of its own, and an open store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store import Store
from tests.arena.store.world import Clock, settle


@pytest.fixture
def db_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'arena.db'}"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(db_url: str, clock: Clock) -> Iterator[Store]:
    """An empty store."""
    with Store.open(db_url, clock_us=clock) as opened:
        yield opened


@pytest.fixture
def settled(store: Store) -> Store:
    """A store with the bots of `world`, a version of each, and the ladder `argentine`."""
    settle(store)
    return store
