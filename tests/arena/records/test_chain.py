"""The public chain: every link is checked, and a match that is missing on either side is named."""

import hashlib
import json
from itertools import pairwise

import pytest

from arena.records import ChainVerdict, verify_chain
from tests.arena.records.committed import PlayedSet, play_set


@pytest.fixture(scope="module")
def played() -> PlayedSet:
    return play_set()


def text(links: list[str]) -> bytes:
    return "".join(link + "\n" for link in links).encode()


def forged(links: list[str]) -> list[str]:
    """The links, numbered and hashed anew: a chain that was never published like this."""
    again: list[str] = []
    for number, link in enumerate(links, start=1):
        before = hashlib.sha256(again[-1].encode()).hexdigest() if again else ""
        again.append(json.dumps({**json.loads(link), "number": number, "prev": before}))
    return again


def check(links: list[str], records: list[bytes] = []) -> ChainVerdict:  # noqa: B006  # never changed
    return verify_chain(text(links), records)


def test_the_records_of_a_set_hold_against_the_chain(played: PlayedSet) -> None:
    verdict = check(played.chain(), played.records)
    assert verdict.holds, verdict
    assert (verdict.links, verdict.pending, verdict.void) == (3, 0, 0)


def test_every_line_is_named_by_the_next(played: PlayedSet) -> None:
    for line, following in pairwise(played.chain()):
        assert json.loads(following)["prev"] == hashlib.sha256(line.encode()).hexdigest()


@pytest.mark.parametrize("gone", [0, 1])
def test_a_link_that_is_missing_is_named(played: PlayedSet, gone: int) -> None:
    links = played.chain()
    del links[gone]
    verdict = check(links)
    said = "link 1, which names none" if gone == 0 else "link 3 does not follow link 1"
    assert (verdict.line, said in verdict.problem) == (gone + 1, True)


def test_a_link_that_was_changed_is_named_by_the_next(played: PlayedSet) -> None:
    links = played.chain()
    links[0] = links[0].replace("ana/v1", "z/v1")
    verdict = check(links)
    assert (verdict.line, "link 2 does not follow link 1" in verdict.problem) == (2, True)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("server_seed", "commitment of match match-0 does not follow"),
        ("matches", "commitment of match match-0 does not follow"),
        ("contributions", "nonce of leg 0 seat 0 is not the one"),
    ],
)
def test_a_reveal_that_does_not_fit_the_offers_is_named(played: PlayedSet, field: str, said: str) -> None:
    links = played.chain()
    reveal = json.loads(links[2])
    if field == "server_seed":
        reveal[field] = "00" * 32
    elif field == "matches":
        reveal[field][0]["salt"] = "11" * 32
    else:
        reveal[field][0]["nonce"] = "00" * 32
    verdict = check(forged([*links[:2], json.dumps(reveal)]))
    assert (verdict.line, said in verdict.problem) == (3, True), verdict


def test_a_nonce_that_was_left_out_is_named(played: PlayedSet) -> None:
    links = played.chain()
    reveal = json.loads(links[2])
    del reveal["contributions"][2]
    verdict = check(forged([*links[:2], json.dumps(reveal)]))
    assert "closed without the nonce of leg 1 seat 0" in verdict.problem


def test_a_match_that_was_never_offered_in_public_is_named(played: PlayedSet) -> None:
    _, second, end = played.chain()
    verdict = check(forged([second, end]))
    assert (verdict.line, "match match-0 of deal set set-1 was never offered" in verdict.problem) == (2, True)
    verdict = check(forged([second]), played.records)
    assert (verdict.match_id, "never offered in public" in verdict.problem) == ("match-0", True)


def test_a_match_of_the_set_without_a_record_is_named(played: PlayedSet) -> None:
    verdict = check(played.chain(), played.records[:1])
    assert verdict.match_id == "match-1"
    assert "no record of it is here" in verdict.problem


def test_a_record_of_a_set_that_is_open_or_void_is_named(played: PlayedSet) -> None:
    verdict = check(played.chain()[:2], played.records)
    assert "reveals no deal set set-1" in verdict.problem
    assert verdict.pending == 2
    verdict = check(played.chain(void="a fault of the arena"), played.records)
    assert "is void: a fault of the arena" in verdict.problem
    assert verdict.void == 1


def test_a_record_that_was_offered_otherwise_is_named(played: PlayedSet) -> None:
    first, *others = played.chain()
    offer = json.loads(first)
    offer["nonce_commitments"][1] = ""
    links = forged([json.dumps(offer), *others])
    reveal = json.loads(links[2])
    del reveal["contributions"][1]
    verdict = check(forged([*links[:2], json.dumps(reveal)]), played.records)
    assert (verdict.match_id, "other commitments" in verdict.problem) == ("match-0", True)


def test_a_record_without_commitments_does_not_belong_to_a_chain(played: PlayedSet) -> None:
    first, *rest = played.records[0].splitlines(keepends=True)
    verdict = check(played.chain(), [first + b"".join(rest[1:])])
    assert "does not tell what it was committed to" in verdict.problem


def test_what_is_no_link_is_named(played: PlayedSet) -> None:
    assert check([*played.chain(), '{"type":"gossip"}']).line == 4
    assert check(["rubbish"]).line == 1
    assert check([]).holds


@pytest.mark.parametrize("mode", ["mirror", "shared"])
def test_only_a_mirrored_set_may_end_twice(played: PlayedSet, mode: str) -> None:
    links = [link.replace('"shared"', f'"{mode}"') for link in played.chain()]
    verdict = check(forged([*links, links[2]]))
    assert verdict.holds == (mode == "mirror")
    assert verdict.holds or "deal set set-1 ends twice" in verdict.problem
