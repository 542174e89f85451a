"""Bots belong to an owner, and a version never changes."""

import pytest

from arena.store import AlreadyThere, Malformed, NotFound, Refused, Store
from tests.arena.store.world import Clock


def test_a_bot_is_kept_with_its_owner(store: Store) -> None:
    bot = store.bots.register("zap", "ana").wait()
    assert store.bots.get("zap") == bot
    assert (bot.name, bot.owner, bot.retired) == ("zap", "ana", None)


def test_registering_a_bot_again_changes_nothing(store: Store) -> None:
    first = store.bots.register("zap", "ana").wait()
    assert store.bots.register("zap", "ana").wait() == first
    assert len(list(store.journal.entries())) == 1


def test_a_name_belongs_to_its_first_owner(store: Store) -> None:
    store.bots.register("zap", "ana").wait()
    with pytest.raises(AlreadyThere, match="the name belongs to another owner"):
        store.bots.register("zap", "bob").wait()
    assert store.bots.get("zap").owner == "ana"


@pytest.mark.parametrize("name", ["", "z", "Zap", "-zap", "za p", "zap\n", "zäp", "z" * 33, "zap/1", "<b>"])
def test_a_name_that_could_confuse_is_refused(store: Store, name: str) -> None:
    with pytest.raises(Malformed, match="2 to 32"):
        store.bots.register(name, "ana")


def test_a_version_never_changes(store: Store) -> None:
    store.bots.register("zap", "ana").wait()
    first = store.bots.register_version("zap", "1.0", "go", "sha256:aa").wait()
    assert store.bots.register_version("zap", "1.0", "go", "sha256:aa").wait() == first
    with pytest.raises(AlreadyThere, match="versions never change"):
        store.bots.register_version("zap", "1.0", "go", "sha256:bb").wait()
    assert store.bots.version("zap/1.0") == first


def test_versions_are_listed_as_they_came(settled: Store, clock: Clock) -> None:
    clock.pass_s(1)
    settled.bots.register_version("zap", "0.9", "go", "sha256:older").wait()
    assert [version.id for version in settled.bots.versions("zap")] == ["zap/1", "zap/0.9"]
    assert len(settled.bots.versions()) == 4


def test_bots_are_listed_by_owner(settled: Store) -> None:
    assert [bot.name for bot in settled.bots.list()] == ["zap", "zen", "zip"]
    assert [bot.name for bot in settled.bots.list("bob")] == ["zip"]


def test_a_version_needs_a_bot_and_the_form_of_a_version(store: Store) -> None:
    with pytest.raises(NotFound, match="no bot zap"):
        store.bots.register_version("zap", "1", "go", "x").wait()
    with pytest.raises(Malformed, match="not a version"):
        store.bots.register_version("zap", "1/2", "go", "x")


def test_a_retired_bot_takes_its_versions_and_tokens_with_it(settled: Store) -> None:
    token = settled.tokens.issue("ana", ["play"], bot="zap").wait().token
    settled.bots.retire("zap").wait()
    settled.bots.retire("zap").wait()
    assert settled.bots.get("zap").retired is not None
    assert settled.bots.version("zap/1").retired is not None
    assert settled.tokens.list(bot="zap")[0].revoked is not None
    assert settled.tokens.list(bot="zap")[0].id == token.id
    with pytest.raises(Refused, match="retired"):
        settled.bots.register_version("zap", "2", "go", "x").wait()


def test_one_version_can_retire_alone(settled: Store) -> None:
    settled.bots.register_version("zap", "2", "go", "x").wait()
    settled.bots.retire_version("zap/1").wait()
    settled.bots.retire_version("zap/1").wait()
    assert [version.retired is None for version in settled.bots.versions("zap")] == [False, True]


def test_what_is_not_there_is_named(store: Store) -> None:
    for look in (store.bots.get, store.bots.version):
        with pytest.raises(NotFound, match="zap"):
            look("zap")
    with pytest.raises(NotFound, match="no bot zap"):
        store.bots.retire("zap").wait()
    with pytest.raises(NotFound, match="no version zap/1"):
        store.bots.retire_version("zap/1").wait()
