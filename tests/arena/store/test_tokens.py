"""A token is told once, kept as a keyed hash, and refused without telling why to those who guess."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from arena.store import IssuedToken, Malformed, NotFound, Refused, Scope, Store, TokenRefused
from arena.store.pepper import load_pepper
from arena.store.tokens import _crc
from tests.arena.store.world import Clock


@pytest.fixture
def issued(settled: Store) -> IssuedToken:
    return settled.tokens.issue("ana", ["play", "admin"], bot="zap").wait()


def altered(text: str) -> str:
    """The same token with another secret, and the checksum that belongs to it."""
    number, secret = text[3:13], text[14:57]
    other = ("B" if secret[0] == "A" else "A") + secret[1:]
    return f"ta_{number}_{other}_{_crc(number, other)}"


def renumbered(text: str) -> str:
    """The same secret under an id that was never issued."""
    secret = text[14:57]
    return f"ta_0000000000_{secret}_{_crc('0000000000', secret)}"


def test_a_token_tells_whose_it_is_and_what_it_opens(settled: Store, issued: IssuedToken) -> None:
    token = settled.tokens.authenticate(issued.text)
    assert token == issued.token
    assert (token.owner, token.bot, token.scopes) == ("ana", "zap", frozenset({"play", "admin"}))
    assert re.fullmatch(r"ta_[0-9a-z]{10}_[\w-]{43}_[0-9a-f]{8}", issued.text)


def test_no_file_of_the_database_holds_the_secret(
    settled: Store, issued: IssuedToken, tmp_path: Path
) -> None:
    secret = issued.text[14:57].encode()
    files = [file for file in tmp_path.iterdir() if file.is_file()]
    assert len(files) >= 3
    assert not any(secret in file.read_bytes() for file in files)


def test_an_issued_token_is_not_printed(issued: IssuedToken) -> None:
    assert issued.text[14:57] not in repr(issued)
    assert issued.text[14:57] not in f"{issued}"


def test_an_unknown_id_and_a_wrong_secret_get_the_same_error(settled: Store, issued: IssuedToken) -> None:
    errors = []
    for text in (altered(issued.text), renumbered(issued.text)):
        with pytest.raises(TokenRefused) as refused:
            settled.tokens.authenticate(text)
        errors.append((type(refused.value), str(refused.value), refused.value.args))
    assert errors[0] == errors[1]
    assert issued.token.id not in errors[0][1]


@pytest.mark.parametrize(
    "spoil", [lambda t: t[:-1], lambda t: t + "a", lambda t: t.upper(), lambda _: "", str.title]
)
def test_a_badly_copied_token_is_told_so(
    settled: Store, issued: IssuedToken, spoil: Callable[[str], str]
) -> None:
    with pytest.raises(TokenRefused, match="not a whole token"):
        settled.tokens.authenticate(spoil(issued.text))


def test_another_pepper_makes_every_token_worthless(
    settled: Store, issued: IssuedToken, db_url: str, tmp_path: Path
) -> None:
    settled.close()
    load_pepper(tmp_path / "other.pepper", create=True)
    with (
        Store.open(db_url, pepper_file=tmp_path / "other.pepper") as other,
        pytest.raises(TokenRefused, match="did not issue"),
    ):
        other.tokens.authenticate(issued.text)


def test_a_token_outlives_a_restart(settled: Store, issued: IssuedToken, db_url: str, clock: Clock) -> None:
    settled.close()
    with Store.open(db_url, clock_us=clock) as again:
        assert again.tokens.authenticate(issued.text) == issued.token


def test_a_revoked_token_is_refused_at_once(settled: Store, issued: IssuedToken) -> None:
    settled.tokens.revoke(issued.token.id).wait()
    assert settled.tokens.revoke(issued.token.id).wait().revoked is not None
    with pytest.raises(TokenRefused, match="was revoked"):
        settled.tokens.authenticate(issued.text)


def test_a_token_expires_at_its_time(settled: Store, clock: Clock) -> None:
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=clock.us, hours=1)
    issued = settled.tokens.issue("ana", ["play"], expires=at).wait()
    clock.pass_s(3599)
    assert settled.tokens.authenticate(issued.text).expires == at
    clock.pass_s(1)
    with pytest.raises(TokenRefused, match="expired"):
        settled.tokens.authenticate(issued.text)


def test_a_bot_has_at_most_two_live_tokens(settled: Store, clock: Clock) -> None:
    first = settled.tokens.issue("ana", ["play"], bot="zap").wait().token
    soon = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=clock.us, hours=1)
    settled.tokens.issue("ana", ["play"], bot="zap", expires=soon).wait()
    with pytest.raises(Refused, match=f"live ones, {first.id}"):
        settled.tokens.issue("ana", ["play"], bot="zap").wait()
    settled.tokens.issue("bob", ["play"], bot="zip").wait()
    clock.pass_s(3600)
    settled.tokens.issue("ana", ["play"], bot="zap").wait()
    settled.tokens.revoke(first.id).wait()
    settled.tokens.issue("ana", ["play"], bot="zap").wait()
    assert len(settled.tokens.list(bot="zap")) == 4
    assert len(settled.tokens.list(owner="bob")) == 1


def test_a_token_is_for_a_bot_of_its_owner(settled: Store) -> None:
    with pytest.raises(NotFound, match="bob has no bot of that name"):
        settled.tokens.issue("bob", ["play"], bot="zap").wait()
    settled.bots.retire("zap").wait()
    with pytest.raises(Refused, match="retired"):
        settled.tokens.issue("ana", ["play"], bot="zap").wait()


@pytest.mark.parametrize("scopes", [[], ["root"], ["play", "root"]])
def test_unknown_scopes_are_refused(store: Store, scopes: list[str]) -> None:
    with pytest.raises(Malformed, match="there are play, admin"):
        store.tokens.issue("ana", cast(list[Scope], scopes))


def test_revoking_what_was_never_issued_is_told(store: Store) -> None:
    with pytest.raises(NotFound, match="no token x"):
        store.tokens.revoke("x").wait()
