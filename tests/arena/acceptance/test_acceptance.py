"""The acceptance data holds on the engine, and a case that is wrong is told."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.acceptance import AcceptanceError, check
from arena.acceptance.facts import Json

DATA = Path(__file__).parents[2] / "data"
VARIANTS = [variant.id for variant in engine.variants()]


def content(file: str) -> Json:
    return json.loads((DATA / f"{file}.json").read_text())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("file", ["scenarios", "matches", "perft"])
def test_every_case_holds(file: str, variant: str) -> None:
    report = check(content(file), variant)
    assert report.run[variant] >= 3
    assert report.failures == []


WRONG: dict[str, Any] = {
    "to_act": 1,
    "legal": ["fold"],
    "legal_includes": ["check"],
    "legal_excludes": ["play 4c"],
    "refused": ["0 play 4c"],
    "scores": [7, 7],
    "hand_over": True,
    "match_over": True,
    "winner": 1,
    "announced": [[0, 33]],
    "tricks": [],
    "stake": 3,
    "held": {"0": ["1e"]},
    "hidden": {"0": ["4c"]},
    "visible": {"0": ["1b"]},
}


@pytest.mark.parametrize("key", WRONG)
def test_a_wrong_expectation_fails(key: str) -> None:
    case = {
        "id": "wrong",
        "variant": "argentine",
        "kind": "play",
        "setup": {
            "players": 2,
            "dealer": 1,
            "deck": " ".join(
                engine.deck_dealing("argentine", [["7e", "6e", "4c"], ["7o", "5o", "1b"]], first=0)
            ),
        },
        "actions": ["0 play 7e", "1 play 7o"],
        "expect": {key: WRONG[key]},
    }
    report = check({"format": "truco-scenarios 1", "scenarios": [case]})
    assert [failure.case for failure in report.failures] == ["wrong"]


def test_a_wrong_number_of_lines_fails() -> None:
    perft = content("perft")
    case = copy.deepcopy(next(case for case in perft["perft"] if case["id"] == "perft-argentine-4"))
    case["lines"] += 1
    report = check({**perft, "perft": [case]})
    assert report.failures[0].problems == ("lines: expected 63, the engine says 62",)


def test_a_match_with_another_legal_list_on_the_way_fails() -> None:
    matches = content("matches")
    case = copy.deepcopy(matches["matches"][0])
    case["legal_sha256"] = "0" * 64
    assert len(check({**matches, "matches": [case]}).failures) == 1


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ([], "no acceptance file"),
        ({"scenarios": [], "format": "truco-scenarios 2"}, "format"),
        ({"scenarios": [{"id": "x", "variant": "argentine"}], "format": "truco-scenarios 1"}, "case x"),
    ],
)
def test_a_file_in_no_known_format_is_refused(file: object, said: str) -> None:
    with pytest.raises(AcceptanceError, match=said):
        check(file)
