"""How a test reads a page faster than a person: what commands are given instead of what the page shows.

Nothing else is changed, and nothing is left out. Every rule here is stated with its reason. (A date on a page
is another one, too: the day on which the test has played.)
"""

from collections.abc import Sequence
from datetime import UTC, datetime

PAIRS = 2
"""Deals of `arena match`: whether it plays shows in two."""
ROUNDS = 2
"""Rounds of `arena ladder run`, which plays for two minutes where nothing is said."""
WHERE_NOTHING_IS_SAID = {"ARENA_MATCH_PAIRS": str(PAIRS), "ARENA_LADDER_RUN_ROUNDS": str(ROUNDS)}
SETS = 8
"""Deal sets after which a sequential test ends without a verdict."""
CHECKS = ("hello", "decisions-argentine", "decisions-trucker", "match-mineiro", "resume", "stop")
"""Checks of `arena check`: all of them take half a minute, and the tests of the suite make them."""
ENDLESS = {"serve": "address ", "join": "Ctrl-C ends it"}
"""Commands that go on until Ctrl-C -> what they say when they are under way.

They are started beside the page's other commands, as in a terminal of their own, and get Ctrl-C at its end.
"""
LEAVES = {b"q leave": b"q", b"y leave": b"y"}
"""What whoever plays as `me` reads -> the key that is pressed: the table is drawn, and the match is left."""
PORTS = ("4100", "4101")
"""Ports in the pages; each is another one that is free on the machine of the test."""


def shorter(words: Sequence[str]) -> list[str]:
    """The words of an arena command, with less to do."""
    match words:
        case ["match", *_] if any(word.startswith("--sprt") for word in words):
            return [*words, "--sprt.most", str(SETS)]
        case ["match", *_]:
            return _at_most(words, "--pairs", PAIRS)
        case ["ladder", "run", *_]:
            return _at_most(words, "--rounds", ROUNDS)
        case ["ladder", "show", *_] if "--at" in words:
            place = words.index("--at") + 1
            return [*words[:place], datetime.now(UTC).date().isoformat(), *words[place + 1 :]]
        case ["check", *_] if "--only" not in words and "--list" not in words:
            return [*words, *(word for check in CHECKS for word in ("--only", check))]
        case _:
            return list(words)


def may_say_no(words: Sequence[str]) -> bool:
    """Whether exit code 1 is an answer that the page leaves open: a test that accepts H0."""
    return words[:1] == ["match"] and any(word.startswith("--sprt") for word in words)


def _at_most(words: Sequence[str], option: str, most: int) -> list[str]:
    """An option lowered where it is given; where it is not, WHERE_NOTHING_IS_SAID is."""
    words = list(words)
    if option not in words:
        return words
    place = words.index(option) + 1
    words[place] = str(min(int(words[place]), most))
    return words
