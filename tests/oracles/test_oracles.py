"""The oracles against the acceptance data: every scenario, every recorded match, every perft count."""

import json
from itertools import groupby
from typing import Any

import pytest

from tests.oracles import american, argentine, mineiro, trucker
from tests.oracles.cases import ORACLES, Case, act, cases, new_match, perft, replay
from tests.oracles.common import OracleMatch, expanded, spanish_envido
from tests.oracles.common import strength as strength_of

# Whole trees above this many lines take minutes together: every line is replayed from the deal.
LINES_OF_A_NORMAL_RUN = 20_000


def params(file: str, kind: str | None = None) -> list[Any]:
    """One test per case, named by its id; big trees are slow."""
    return [
        pytest.param(
            case,
            id=case["id"],
            marks=[pytest.mark.slow, pytest.mark.timeout(600)]
            if case.get("lines", 0) > LINES_OF_A_NORMAL_RUN
            else [],
        )
        for case in cases(file, kind)
        if case["variant"] in ORACLES
    ]


def plain(value: object) -> object:
    """Tuples as lists and keys as text, as JSON has them."""
    text: object = json.loads(json.dumps(value))
    return text


def check(match: OracleMatch, expect: Case) -> None:
    """Everything a case expects and an oracle knows. What a seat sees is a matter of views."""
    for name, wanted in expect.items():
        match name:
            case "hidden" | "visible":
                continue
            case "legal_includes":
                assert set(wanted) <= {*match.legal, *expanded(match.legal)}
            case "legal_excludes":
                assert not set(wanted) & {*match.legal, *expanded(match.legal)}
            case "refused":
                before = match.to_act, match.legal, list(match.scores)
                for line in wanted:
                    with pytest.raises(ValueError, match=r"not open|decides"):
                        act(match, line)
                assert (match.to_act, match.legal, match.scores) == before
            case "held":
                for seat, cards in wanted.items():
                    assert sorted(match.held(int(seat))) == sorted(cards)
            case "stacks":
                assert match.scores == wanted
            case _:
                assert plain(getattr(match, name)) == wanted, name


@pytest.mark.parametrize("case", params("scenarios", "play"))
def test_scenario(case: Case) -> None:
    match = new_match(case["variant"], case["setup"])
    for hand in [{**case, "deck": case["setup"]["deck"]}, *case.get("then", [])]:
        match.deal(hand["deck"].split())
        for line in hand["actions"]:
            act(match, line)
        check(match, hand["expect"])


@pytest.mark.parametrize("case", params("scenarios", "settings"))
def test_settings_that_make_no_sense_are_refused(case: Case) -> None:
    if case["expect"]["accepted"]:
        new_match(case["variant"], case["setup"])
    else:
        with pytest.raises(ValueError, match=r"players|setting|at least|blind"):
            new_match(case["variant"], case["setup"])


@pytest.mark.parametrize("case", params("scenarios", "strength"))
def test_strength_classes(case: Case) -> None:
    strength = {
        "american": strength_of(american.classes(case["setup"].get("trump", "8s"))),
        "argentine": argentine.STRENGTH,
        "mineiro": mineiro.STRENGTH,
        "trucker": trucker.STRENGTH,
    }[case["variant"]]
    down = sorted(strength, key=lambda card: -strength[card])
    classes = [sorted(cards) for _, cards in groupby(down, key=lambda card: strength[card])]
    assert classes == [sorted(cards) for cards in case["expect"]["classes"]]


@pytest.mark.parametrize("case", params("scenarios", "envido_count"))
def test_envido_count(case: Case) -> None:
    hand = case["setup"]["hand"]
    count = american.envido_count if case["variant"] == "american" else spanish_envido
    assert count(hand) == case["expect"]["count"]
    if "flor" in case["expect"]:
        assert trucker.envido_score(hand)[0] is case["expect"]["flor"]


@pytest.mark.parametrize("case", params("matches"))
def test_recorded_match(case: Case) -> None:
    match, legal_sha256 = replay(case)
    assert match.match_over
    assert match.winner == case.get("winner")
    assert match.ranks == case.get("ranks")
    assert legal_sha256 == case["legal_sha256"]


@pytest.mark.parametrize("case", params("perft"))
def test_perft(case: Case) -> None:
    assert perft(case["variant"], case["setup"], case["prefix"]) == (case["lines"], case["decisions"])
