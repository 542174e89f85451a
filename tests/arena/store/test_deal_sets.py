"""Deal sets in the store: the public chain, what is shown and what not, and what a crash leaves of them."""

import hashlib
import inspect
import json
from collections.abc import Callable, Iterator
from itertools import pairwise

import msgspec
import pytest

from arena.store import Embargoed, NotFound, Refused, Ruling, Store
from arena.store.matches import Match
from tests.arena.store.world import (
    committed,
    contents,
    drawn,
    heads_up,
    play,
    play_set,
    settle,
    start_set,
    won_by,
)

SEED = "5e" * 32
CARDS = "play 7e"


def chain(store: Store) -> list[dict[str, object]]:
    return [json.loads(line) for line in store.deal_sets.chain()]


def test_every_link_names_the_hash_of_the_line_before_it(settled: Store) -> None:
    play_set(settled, "one", ["m1", "m2"]).close("one").wait()
    play_set(settled, "two", ["m3"]).void("two", "a fault of the arena").wait()
    before = ""
    lines = list(settled.deal_sets.chain())
    assert len(lines) == 5
    for number, line in enumerate(lines, start=1):
        link = json.loads(line)
        assert (link["number"], link["prev"]) == (number, before)
        before = hashlib.sha256(line.encode()).hexdigest()


def test_the_chain_goes_on_after_a_restart_and_a_refused_write(settled: Store, db_url: str) -> None:
    play_set(settled, "one", ["m1"]).close("one").wait()
    with pytest.raises(NotFound):
        settled.deal_sets.close("one").wait()
    settled.close()
    with Store.open(db_url) as again:
        play_set(again, "two", ["m2"]).close("two").wait()
        again.rebuild().wait()
        play_set(again, "three", ["m3"]).close("three").wait()
        lines = list(again.deal_sets.chain())
    assert [json.loads(line)["number"] for line in lines] == list(range(1, 7))
    for line, following in pairwise(lines):
        assert json.loads(following)["prev"] == hashlib.sha256(line.encode()).hexdigest()


def test_an_offer_in_the_chain_tells_no_secret_no_set_and_no_leg(settled: Store) -> None:
    start_set(settled, "one", ["m1", "m2"])
    for link in chain(settled):
        assert link["type"] == "match_offered"
        assert set(link) == {
            "type",
            "number",
            "prev",
            "at_us",
            "match",
            "ruleset",
            "commitment",
            "bots",
            "nonce_commitments",
        }
    text = "\n".join(settled.deal_sets.chain())
    assert "one" not in text
    assert SEED not in text
    assert committed("m1").leg_salt not in text


def test_a_closed_set_is_revealed_with_all_its_matches(settled: Store) -> None:
    play_set(settled, "one", ["m1", "m2"]).close("one").wait()
    reveal = chain(settled)[-1]
    assert (reveal["type"], reveal["server_seed"], reveal["mode"]) == ("deal_set_revealed", SEED, "shared")
    assert reveal["matches"] == [
        {"match": match, "leg": leg, "salt": committed(match).leg_salt, "void": False}
        for leg, match in enumerate(("m1", "m2"))
    ]
    assert reveal["contributions"] == [
        {"leg": leg, "seat": 0, "bot": "zap/v1", "nonce": f"0{leg}"} for leg in (0, 1)
    ]


def test_a_void_set_is_published_and_none_of_its_matches_counts(settled: Store) -> None:
    play_set(settled, "one", ["m1", "m2"]).void("one", "a bot hid its nonce").wait()
    link = chain(settled)[-1]
    assert (link["type"], link["reason"], link["server_seed"]) == (
        "deal_set_void",
        "a bot hid its nonce",
        SEED,
    )
    assert [settled.matches.get(match).state for match in ("m1", "m2")] == ["void", "void"]
    assert list(settled.results.rows("argentine")) == []


def test_a_set_is_not_closed_while_a_match_of_it_runs(settled: Store) -> None:
    start_set(settled, "one", ["m1", "m2"])
    won_by(settled, "m1", 0).wait()
    with pytest.raises(Refused, match="match m2 of it is running"):
        settled.deal_sets.close("one").wait()


def test_no_match_is_offered_from_a_set_that_has_ended(settled: Store) -> None:
    play_set(settled, "one", ["m1"]).close("one").wait()
    with pytest.raises(NotFound, match="no open deal set one"):
        settled.matches.start(heads_up("m2", deal_set="one"), committed("m2")).wait()
    with pytest.raises(Refused, match="its cards are public"):
        settled.deal_sets.draw(drawn("one", 1)).wait()


def test_a_set_is_drawn_once(settled: Store) -> None:
    settled.deal_sets.draw(drawn("one", 2)).wait()
    settled.deal_sets.draw(drawn("one", 2)).wait()
    with pytest.raises(Refused, match="another seed"):
        settled.deal_sets.draw(drawn("one", 2, seed="00" * 32)).wait()


# ---------------------------------------------------------------- embargo


def open_set(store: Store) -> None:
    """A deal set with one leg finished and one running, and a ruling that names a card."""
    start_set(store, "one", ["m1", "m2"])
    store.matches.rule(Ruling("m1", 0, "illegal", f"notice: {CARDS} is open", 0.0)).wait()
    results = won_by(store, "m1", 0)
    results.wait()


QUERIES: dict[str, Callable[[Store], object]] = {
    "matches.get": lambda store: store.matches.get("m1"),
    "matches.list": lambda store: store.matches.list(deal_set="one"),
    "matches.record": lambda store: store.matches.record("m1"),
    "matches.rulings": lambda store: store.matches.rulings("m1"),
    "results.rows": lambda store: list(store.results.rows("argentine")),
    "results.endings": lambda store: list(store.results.endings("argentine")),
    "results.pairs": lambda store: store.results.pairs("argentine"),
    "results.through_seq": lambda store: store.results.through_seq(),
    "luck.of": lambda store: store.luck.of("argentine", "argentine/0"),
    "luck.missing": lambda store: store.luck.missing("argentine", "argentine/0"),
    "deal_sets.get": lambda store: store.deal_sets.get("one"),
    "deal_sets.chain": lambda store: list(store.deal_sets.chain()),
    "ladders.get": lambda store: store.ladders.get("argentine"),
    "ladders.find": lambda store: store.ladders.find(store.ladders.get("argentine").key),
    "ladders.list": lambda store: store.ladders.list(),
    "bots.get": lambda store: store.bots.get("zap"),
    "bots.list": lambda store: store.bots.list(),
    "bots.version": lambda store: store.bots.version("zap/1"),
    "bots.versions": lambda store: store.bots.versions(),
    "fits.latest": lambda store: store.fits.latest("argentine"),
}
"""Everything that can be asked about matches, asked about a set that is open."""

NOT_PUBLIC = {
    "journal": "the operator's own truth, for exports and repairs",
    "tokens": "knows no match",
    "fits.covariance": "numbers about bots",
    "fits.get": "as fits.latest",
    "fits.list": "as fits.latest",
    "fits.history": "as fits.latest",
}


def reads(store: Store) -> set[str]:
    """Every public method that answers rather than writes."""
    found = set()
    for name, repository in vars(store).items():
        if name.startswith("_") or name in NOT_PUBLIC:
            continue
        for method, _ in inspect.getmembers(type(repository), inspect.isfunction):
            answers = inspect.signature(getattr(repository, method)).return_annotation
            if not method.startswith("_") and not str(answers).startswith(
                ("arena.store.write.Write", "Write")
            ):
                found.add(f"{name}.{method}")
    return found - NOT_PUBLIC.keys()


def test_every_query_of_the_store_is_crawled_for_cards(settled: Store) -> None:
    assert reads(settled) == QUERIES.keys()


@pytest.mark.parametrize("name", QUERIES)
def test_no_query_tells_a_card_of_an_open_set(settled: Store, name: str) -> None:
    open_set(settled)
    try:
        told = repr(QUERIES[name](settled))
    except Embargoed as refused:
        told = str(refused)
        assert name == "matches.record"
    for secret in (CARDS, SEED, committed("m1").leg_salt, '{"header"'):
        assert secret not in told


def test_a_record_is_refused_until_its_set_has_closed(settled: Store) -> None:
    open_set(settled)
    with pytest.raises(Embargoed, match=r"1 of 2 legs of its deal set are over.*Ask again"):
        settled.matches.record("m1")
    won_by(settled, "m2", 0).wait()
    with pytest.raises(Embargoed):
        settled.matches.record("m1")
    settled.deal_sets.close("one").wait()
    assert settled.matches.record("m1")
    assert settled.matches.rulings("m1")[0].rule == f"notice: {CARDS} is open"


def test_results_and_scores_of_an_open_set_can_be_seen(settled: Store) -> None:
    open_set(settled)
    match: Match = settled.matches.get("m1")
    assert (match.scores, match.state) == ((30, 12), "finished")
    assert len(list(settled.results.rows("argentine"))) == 1
    assert settled.matches.rulings("m1")[0].cause == "illegal"


def test_a_match_that_was_committed_to_nothing_is_shown_at_once(settled: Store) -> None:
    play(settled, heads_up("m1", deal_set="old"), winner=0)
    assert settled.matches.record("m1")


# ---------------------------------------------------------------- after a crash


@pytest.fixture
def crashed(db_url: str) -> Iterator[Callable[[Callable[[Store], object]], Store]]:
    """Does something in a store, and opens it again as after a crash."""
    opened: list[Store] = []

    def crash(before: Callable[[Store], object]) -> Store:
        with Store.open(db_url) as store:
            settle(store)
            before(store)
        again = Store.open(db_url)
        opened.append(again)
        again.matches.void_unfinished("the arena stopped").wait()
        return again

    yield crash
    for one in opened:
        one.close()


def test_a_shared_set_that_a_crash_cut_off_is_void(crashed: Callable[..., Store]) -> None:
    store = crashed(open_set)
    assert store.deal_sets.settle("the arena stopped").wait() == ("one",)
    assert chain(store)[-1]["type"] == "deal_set_void"
    assert store.matches.get("m1").state == "void"


def test_a_set_whose_matches_were_all_over_is_closed(crashed: Callable[..., Store]) -> None:
    store = crashed(lambda before: play_set(before, "one", ["m1", "m2"]))
    assert store.deal_sets.settle("the arena stopped").wait() == ()
    reveal = chain(store)[-1]
    assert reveal["type"] == "deal_set_revealed"
    assert len(reveal["contributions"]) == 2  # type: ignore[arg-type]  # JSON tells no types


def test_a_mirrored_set_goes_on_with_the_same_seed(crashed: Callable[..., Store]) -> None:
    def before(store: Store) -> None:
        start_set(store, "one", ["m1", "m2"], "mirror")
        won_by(store, "m1", 0).wait()

    store = crashed(before)
    assert store.deal_sets.settle("the arena stopped").wait() == ()
    store.deal_sets.draw(drawn("one", 2, "mirror")).wait()
    again = msgspec.structs.replace(heads_up("m3", deal_set="one"), leg=1)
    store.matches.start(again, committed("m3")).wait()
    won_by(store, "m3", 0).wait()
    store.deal_sets.close("one").wait()
    listed = chain(store)[-1]["matches"]
    assert [(leg["match"], leg["void"]) for leg in listed] == [  # type: ignore[attr-defined]  # JSON tells no types
        ("m1", False),
        ("m2", True),
        ("m3", False),
    ]


def test_a_mirrored_set_may_be_played_once_more_by_other_bots(settled: Store) -> None:
    play_set(settled, "one", ["m1", "m2"], "mirror").close("one").wait()
    settled.deal_sets.draw(drawn("one", 1, "mirror")).wait()
    assert settled.deal_sets.get("one").state == "open"
    settled.matches.start(heads_up("m3", deal_set="one"), committed("m3")).wait()
    won_by(settled, "m3", 0).wait()
    with pytest.raises(Embargoed):
        settled.matches.record("m3")
    settled.deal_sets.close("one").wait()
    assert [len(link["matches"]) for link in chain(settled) if "matches" in link] == [2, 3]  # type: ignore[arg-type]  # JSON tells no types
    before = contents(settled)
    settled.rebuild().wait()
    assert contents(settled) == before
