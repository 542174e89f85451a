"""The acceptance data (scenarios, matches, perft), and the oracle of each variant to try it on."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracles.american import American
from tests.oracles.argentine import Argentine
from tests.oracles.common import OracleMatch, expanded
from tests.oracles.mineiro import Mineiro
from tests.oracles.trucker import Trucker

Case = Mapping[str, Any]

DATA = Path(__file__).parents[1] / "data"
ORACLES: dict[str, type[OracleMatch]] = {
    "american": American,
    "argentine": Argentine,
    "mineiro": Mineiro,
    "trucker": Trucker,
}


def cases(file: str, kind: str | None = None) -> list[Case]:
    """Cases of scenarios.json (of one kind), matches.json or perft.json."""
    content = json.loads((DATA / f"{file}.json").read_text())
    return [case for case in content[file] if kind is None or case["kind"] == kind]


def new_match(variant: str, setup: Case) -> OracleMatch:
    """The match of a setup, nothing dealt yet."""
    return ORACLES[variant](
        setup["players"],
        setup.get("settings", {}),
        dealer=setup.get("dealer", 0),
        scores=setup.get("stacks", setup.get("scores")),
    )


def act(match: OracleMatch, line: str) -> None:
    """Plays a line such as '1 play 7e'.

    Raises: ValueError: it is not that seat's decision, or the action is not legal.
    """
    seat, _, action = line.partition(" ")
    if seat != str(match.to_act):
        raise ValueError(f"{line!r}, but seat {match.to_act} decides")
    match.act(action)


class Played(NamedTuple):
    """What a recorded match came to, and the digest of the legal lists on the way."""

    match: OracleMatch
    legal_sha256: str


def replay(case: Case) -> Played:
    """Plays a match of matches.json; dealers and scores before and after each hand are asserted."""
    match = new_match(case["variant"], case["setup"])
    digest = hashlib.sha256()
    chips = "stacks" if case["variant"] == "trucker" else "scores"
    for number, hand in enumerate(case["hands"]):
        assert match.scores == hand[f"{chips}_before"], f"hand {number}"
        match.deal(hand["deck"].split())
        assert match.dealer == hand["dealer"], f"hand {number}"
        for line in hand["actions"]:
            digest.update(f"{match.to_act}:{'|'.join(match.legal)}\n".encode())
            act(match, line)
        assert match.hand_over, f"hand {number}"
        assert match.scores == hand[f"{chips}_after"], f"hand {number}"
    return Played(match, digest.hexdigest())


class Perft(NamedTuple):
    """Size of the tree below a point of a hand."""

    lines: int
    decisions: int


def perft(variant: str, setup: Case, prefix: list[str]) -> Perft:
    """Counts the tree. A script cannot be copied, so each line but the first of a point is played anew."""

    def start() -> OracleMatch:
        match = new_match(variant, setup)
        match.deal(setup["deck"].split())
        for line in prefix:
            act(match, line)
        return match

    return Perft(*map(sum, zip(*_walk(start, start(), []), strict=True)))


def _walk(start: Callable[[], OracleMatch], match: OracleMatch, path: list[str]) -> Iterator[tuple[int, int]]:
    """(1, 0) for each complete line, (0, 1) for each decision, depth first."""
    if match.hand_over:
        yield 1, 0
        return
    yield 0, 1
    for nth, action in enumerate(expanded(match.legal)):
        if nth:
            match = start()
            for earlier in path:
                match.act(earlier)
        match.act(action)
        yield from _walk(start, match, [*path, action])
