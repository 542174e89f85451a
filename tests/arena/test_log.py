"""Logs tell no secret, whatever is logged."""

import io
import json
import logging

import pytest
import structlog

from arena.log import HARMLESS, Form, set_up

CANARY = "canary-7e-ta_0000"


@pytest.fixture(autouse=True)
def restored() -> object:
    """structlog's settings are the process's: put them back."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def logged(form: Form) -> str:
    """What comes out when a secret goes in by every way there is."""
    out = io.StringIO()
    set_up(logging.INFO, form, colors=False, stream=out)
    log = structlog.get_logger("test").bind(token=CANARY)
    with structlog.contextvars.bound_contextvars(hand=CANARY):
        log.info("dealt", cards=[CANARY], deck=CANARY, seat=1, nested={"seed": CANARY})
        try:
            broken(CANARY)
        except ValueError:
            log.exception("broke", match="m1")
    return out.getvalue()


def broken(secret: str) -> None:
    copies = [secret]
    raise ValueError(f"{len(copies)} is too few")


@pytest.mark.parametrize("form", ["pretty", "json"])
def test_a_key_that_is_not_known_to_be_harmless_loses_its_value(form: Form) -> None:
    text = logged(form)
    assert CANARY not in text
    assert "(left out)" in text


@pytest.mark.parametrize("form", ["pretty", "json"])
def test_what_is_harmless_is_told_and_so_is_where_it_broke(form: Form) -> None:
    text = logged(form)
    for told in ("dealt", "seat", "m1", "1 is too few", "broken"):
        assert told in text


def test_json_is_one_object_a_line() -> None:
    first, second = map(json.loads, logged("json").splitlines())
    assert (first["event"], first["seat"], first["level"]) == ("dealt", 1, "info")
    assert second["exception"][0]["exc_type"] == "ValueError"


def test_no_harmless_key_is_named_like_a_secret() -> None:
    assert not HARMLESS & {
        "card",
        "cards",
        "hand",
        "hands",
        "deck",
        "seed",
        "key",
        "token",
        "secret",
        "view",
        "action",
    }
