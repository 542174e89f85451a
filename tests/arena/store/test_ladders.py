"""A ladder is its key: one key has one ladder, and another key is another ladder."""

import pytest

from arena.store import AlreadyThere, LadderKey, Malformed, NotFound, Store
from tests.arena.store.world import KEY


def test_a_ladder_is_found_by_name_and_by_key(store: Store) -> None:
    ladder = store.ladders.create("argentine", KEY).wait()
    assert store.ladders.get("argentine") == store.ladders.find(KEY) == ladder
    assert (ladder.key, ladder.state) == (KEY, "active")


def test_creating_a_ladder_again_changes_nothing(store: Store) -> None:
    first = store.ladders.create("argentine", KEY).wait()
    assert store.ladders.create("argentine", KEY).wait() == first
    assert store.ladders.list() == (first,)


def test_the_order_of_settings_and_a_decimal_point_make_no_other_ladder(store: Store) -> None:
    one = LadderKey("argentine", 2, {"a": 1, "b": 2}, "1", "single", {"bank_s": 60.0}, "shared")
    same = LadderKey("argentine", 2, {"b": 2, "a": 1}, "1", "single", {"bank_s": 60}, "shared")
    assert store.ladders.create("argentine", one).wait() == store.ladders.create("argentine", same).wait()


@pytest.mark.parametrize(
    "other",
    [
        LadderKey("mineiro", 2, {"points": 30}, "1", "single", {"decision_s": 2.0}, "shared"),
        LadderKey("argentine", 4, {"points": 30}, "1", "single", {"decision_s": 2.0}, "shared"),
        LadderKey("argentine", 2, {"points": 15}, "1", "single", {"decision_s": 2.0}, "shared"),
        LadderKey("argentine", 2, {"points": 30}, "2", "single", {"decision_s": 2.0}, "shared"),
        LadderKey("argentine", 2, {"points": 30}, "1", "pairs", {"decision_s": 2.0}, "shared"),
        LadderKey("argentine", 2, {"points": 30}, "1", "single", {"decision_s": 3.0}, "shared"),
        LadderKey("argentine", 2, {"points": 30}, "1", "single", {"decision_s": 2.0}, "mirror"),
    ],
)
def test_every_part_of_the_key_keeps_ladders_apart(store: Store, other: LadderKey) -> None:
    store.ladders.create("argentine", KEY).wait()
    with pytest.raises(AlreadyThere, match="ladder argentine is there"):
        store.ladders.create("argentine", other).wait()
    store.ladders.create("other", other).wait()
    assert [ladder.id for ladder in store.ladders.list()] == ["argentine", "other"]


def test_one_key_has_one_name(store: Store) -> None:
    store.ladders.create("argentine", KEY).wait()
    with pytest.raises(AlreadyThere, match="ladder argentine is there"):
        store.ladders.create("another", KEY).wait()


def test_a_ladder_is_paused_and_resumed(store: Store) -> None:
    store.ladders.create("argentine", KEY).wait()
    for turn, state in ((store.ladders.pause, "paused"), (store.ladders.resume, "active")):
        turn("argentine").wait()
        turn("argentine").wait()
        assert store.ladders.get("argentine").state == state
    assert len(list(store.journal.entries())) == 3


def test_what_is_not_there_is_named(store: Store) -> None:
    assert store.ladders.find(KEY) is None
    with pytest.raises(NotFound, match="no ladder x"):
        store.ladders.get("x")
    with pytest.raises(NotFound, match="no ladder x"):
        store.ladders.pause("x").wait()
    with pytest.raises(Malformed):
        store.ladders.create("A ladder", KEY)
