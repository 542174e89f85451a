"""Runs the cases of an acceptance file against the engine: scenarios, matches, perft."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import engine
from arena.acceptance.facts import FACTS, Json, is_open, knowledge, legal_texts, mentions
from engine.kernel.envido import is_flor
from engine.position import act

FORMATS = {kind: f"truco-{kind} 1" for kind in ("scenarios", "matches", "perft")}
RULES_ERRORS = (engine.SettingsError, engine.PositionError, engine.NotationError, engine.IllegalAction)


class AcceptanceError(ValueError):
    """A file or a case that is not in a format this program knows."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that does not hold: what was expected, what the engine says, and the rule behind it."""

    case: str
    variant: str
    problems: tuple[str, ...]
    reason: str


@dataclass(slots=True)
class Report:
    """How many cases of each variant were run, and those that do not hold."""

    run: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)


def check(
    content: Json, variant: str | None = None, tell: Callable[[str], None] = lambda case: None
) -> Report:
    """Run the cases of one file's content; only those of `variant` where it is given.

    `tell` hears the id of each case before it is run.
    Raises: AcceptanceError: not an acceptance file of a format this program knows.
    """
    kind = next((kind for kind in FORMATS if isinstance(content, Mapping) and kind in content), None)
    if kind is None:
        raise AcceptanceError(f"no acceptance file: it has none of the keys {', '.join(FORMATS)}")
    if content.get("format") != FORMATS[kind]:
        raise AcceptanceError(f"format {content.get('format')} of {kind} is unknown; known: {FORMATS[kind]}")
    report = Report()
    for case in content[kind]:
        try:
            named = case["variant"]
            if variant is not None and named != variant:
                continue
            tell(case["id"])
            report.run[named] += 1
            problems = tuple(_CASES[kind](case))
            if problems:
                report.failures.append(Failure(case["id"], named, problems, case.get("reason", "")))
        except (KeyError, TypeError) as error:
            name = case.get("id", "?") if isinstance(case, Mapping) else "?"
            raise AcceptanceError(f"case {name} is not in the format: {error!r}") from error
    return report


def _scenario(case: Json) -> Iterator[str]:
    variant, setup, expect = engine.variant(case["variant"]), case["setup"], case["expect"]
    match case["kind"]:
        case "play":
            yield from _play(case)
        case "envido_count":
            yield from _count(variant, setup["hand"], expect)
        case "strength":
            found = [sorted(cards) for cards in variant.classes(setup.get("trump"))]
            yield from _differs("classes", [sorted(cards) for cards in expect["classes"]], found)
        case "settings":
            try:
                engine.Match(variant, setup["players"], setup["settings"])
                found_ok = True
            except engine.SettingsError:
                found_ok = False
            yield from _differs("accepted", expect["accepted"], found_ok)
        case other:
            raise AcceptanceError(f"case {case['id']} is of an unknown kind {other!r}")


def _count(variant: engine.Variant, hand: Json, expect: Json) -> Iterator[str]:
    if variant.counting is None:
        raise AcceptanceError(f"{variant.id} has no envido to count")
    yield from _differs("count", expect["count"], variant.counting.count(tuple(hand)))
    if "flor" in expect:
        yield from _differs("flor", expect["flor"], is_flor(hand))


def _start(case: Json) -> engine.Match:
    setup = case["setup"]
    return engine.Match(
        case["variant"],
        setup["players"],
        setup.get("settings"),
        dealer=setup.get("dealer", 0),
        scores=setup.get("stacks", setup.get("scores")),
    )


def _play(case: Json) -> Iterator[str]:
    try:
        match = _start(case)
        for number, hand in enumerate([{**case, "deck": case["setup"]["deck"]}, *case.get("then", [])]):
            match.deal(hand["deck"].split())
            for text in hand["actions"]:
                act(match, text)
            for problem in _expected(match, hand["expect"]):
                yield problem if number == 0 else f"hand {number + 1}: {problem}"
    except RULES_ERRORS as error:
        yield f"the engine refuses: {error}"


def _expected(match: engine.Match, expect: Json) -> Iterator[str]:
    for key, value in expect.items():
        match key:
            case "legal_includes":
                yield from [f"legal: {text} is missing" for text in value if not is_open(match, text)]
            case "legal_excludes":
                yield from [f"legal: {text} is there" for text in value if is_open(match, text)]
            case "refused":
                yield from [f"{text} is not refused" for text in value if not _refused(match, text)]
            case "held":
                for seat, cards in value.items():
                    found = sorted(match.view(int(seat)).held)
                    yield from _differs(f"held by seat {seat}", sorted(cards), found)
            case "hidden" | "visible":
                for seat, cards in value.items():
                    known = knowledge(match, int(seat))
                    wrong = [card for card in cards if mentions(known, card) == (key == "hidden")]
                    if wrong:
                        yield f"{' '.join(wrong)} should be {key} in the view of seat {seat}"
            case _ if key in FACTS:
                yield from _differs(key, value, FACTS[key](match))
            case _:
                raise AcceptanceError(f"unknown key {key!r} in an expect")


def _refused(match: engine.Match, text: str) -> bool:
    """Refused, and without changing the state."""
    before = match.clone()
    try:
        act(match, text)
    except RULES_ERRORS:
        return match == before
    return False


def _match(case: Json) -> Iterator[str]:
    chips = "stacks" if "stacks" in case["setup"] else "scores"
    digest = hashlib.sha256()
    try:
        match = _start(case)
        for number, hand in enumerate(case["hands"]):
            yield from _differs(
                f"{chips} before hand {number + 1}", hand[f"{chips}_before"], list(match.scores)
            )
            match.deal(hand["deck"].split())
            yield from _differs(f"dealer of hand {number + 1}", hand["dealer"], match.dealer)
            for text in hand["actions"]:
                digest.update(f"{match.seat}:{'|'.join(legal_texts(match))}\n".encode())
                act(match, text)
            yield from _differs(
                f"{chips} after hand {number + 1}", hand[f"{chips}_after"], list(match.scores)
            )
    except RULES_ERRORS as error:
        yield f"the engine refuses: {error}"
        return
    for key in ("winner", "ranks"):
        if key in case:
            yield from _differs(key, case[key], FACTS[key](match))
    yield from _differs("SHA-256 of the legal lists", case["legal_sha256"], digest.hexdigest())


def _perft(case: Json) -> Iterator[str]:
    try:
        match = _start(case)
        match.deal(case["setup"]["deck"].split())
        for text in case["prefix"]:
            act(match, text)
    except RULES_ERRORS as error:
        yield f"the engine refuses: {error}"
        return
    lines, decisions = perft(match)
    yield from _differs("lines", case["lines"], lines)
    yield from _differs("decisions", case["decisions"], decisions)


def perft(match: engine.Match) -> tuple[int, int]:
    """(complete action lines, decision points) from here to the end of the hand, ranges number by number."""
    if match.hand is None or match.hand.over:
        return 1, 0
    lines, decisions = 0, 0
    stack = [match.hand]
    while stack:
        hand = stack.pop()
        decisions += 1
        for action in _each(hand.legal()):
            below = hand.clone()
            below.apply(action)
            if below.over:
                lines += 1
            else:
                stack.append(below)
    return lines, decisions


def _each(offers: engine.Offers) -> Iterator[engine.Action]:
    for offer in offers:
        if isinstance(offer, engine.Action):
            yield offer
        else:
            yield from map(offer.at, range(offer.least, offer.most + 1))


_CASES: dict[str, Callable[[Json], Iterator[str]]] = {
    "scenarios": _scenario,
    "matches": _match,
    "perft": _perft,
}


def _differs(what: str, expected: object, found: object) -> Iterator[str]:
    if found != expected:
        yield f"{what}: expected {expected}, the engine says {found}"
