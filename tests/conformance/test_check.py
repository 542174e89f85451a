"""The suite itself: a bot that keeps the protocol passes every check, each bad bot is found by its own."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import structlog
import trio

import engine
from arena.conformance import Finding, Subject, Verdict, all_checks, check_bot
from arena.conformance.scripts import scripts
from arena.gateway import run
from arena.launch import Builtin, Manifest, house_bots, read_manifest, resolve
from engine.notation import NAMING_AMOUNTS, VERBS
from tests.conformance.bad_bots.bad import BREAKS

BAD_BOTS = Path(__file__).parent / "bad_bots"
FEW_DECISIONS = 3_000
NAMES = [check.name for check in all_checks(tuple([variant.id for variant in engine.variants()]))]
GAMES = ("argentine", "trucker")


@contextmanager
def no_logs() -> Iterator[None]:
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.configure(**before)


@pytest.fixture(autouse=True)
def _no_logs() -> Iterator[None]:
    with no_logs():
        yield


def raw(*words: str, variants: tuple[str, ...] = GAMES) -> Manifest:
    return Manifest(folder=BAD_BOTS, name="raw", command=("python", *words), variants=variants)


async def all_found(manifest: Manifest, only: Collection[str] = ()) -> dict[str, Finding]:
    subject = Subject(manifest, manifest.variants, FEW_DECISIONS)
    return {finding.check.name: finding async for finding in check_bot(subject, only, at_once=6)}


def found(manifest: Manifest, only: Collection[str] = ()) -> dict[str, Finding]:
    return run(all_found, manifest, only)


@pytest.fixture(scope="module")
def of_bad_bots() -> dict[str, Finding]:
    """What the check of its rule says of each bad bot: all of them, some at once."""
    findings = {}
    few = trio.CapacityLimiter(6)

    async def look(name: str, check: str) -> None:
        async with few:
            findings[name] = (await all_found(raw("bad.py", name), [check]))[check]

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            for name, (_, check) in BREAKS.items():
                nursery.start_soon(look, name, check)

    with no_logs():
        run(main)
    return findings


def told(finding: Finding) -> str:
    """What a failing test should say."""
    crossed = "\n".join(
        f"{m.at_s:.3f} {m.stream} {'bot' if m.by_bot else 'arena'} {m.text}" for m in finding.messages
    )
    return f"{finding.check.name}: {finding.came}\n{crossed}\n{finding.last_words}"


@pytest.mark.parametrize("name", BREAKS)
def test_each_bad_bot_is_found_by_the_check_of_its_rule(name: str, of_bad_bots: dict[str, Finding]) -> None:
    _, check = BREAKS[name]
    finding = of_bad_bots[name]
    wrong = Verdict.ADVISED if check == "stop" else Verdict.FAILED
    assert finding.verdict is wrong, told(finding)
    assert finding.came


def test_every_check_finds_a_bad_bot() -> None:
    games = ("mineiro", "american")  # the same code as for the other two
    of_all_games = {name for name in NAMES if not name.endswith(games)}
    assert {check for _, check in BREAKS.values()} == of_all_games


def test_the_bot_that_the_bad_ones_are_made_from_keeps_every_rule() -> None:
    findings = found(raw("base.py"))
    for finding in findings.values():
        assert finding.verdict is Verdict.PASSED, told(finding)
    assert list(findings) == [name for name in NAMES if not name.endswith(("mineiro", "american"))]


QUICK = "low"
HOUSE = [name if name == QUICK else pytest.param(name, marks=pytest.mark.slow) for name in house_bots()]


@pytest.mark.parametrize("name", HOUSE)
def test_house_bots_keep_every_rule(name: str) -> None:
    for finding in found(resolve(Builtin(name))).values():
        assert finding.verdict is Verdict.PASSED, told(finding)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bash", "python"])
def test_programs_of_json_lines_keep_every_rule_behind_their_bridge(name: str) -> None:
    manifest = read_manifest(Path(__file__).parents[2] / "sample_bots" / "stdio" / name)
    for finding in found(manifest).values():
        assert finding.verdict is Verdict.PASSED, told(finding)


def test_the_scripted_deals_reach_every_verb_of_every_game_and_ranges_of_one_amount() -> None:
    reached = {
        script.kind for variant in engine.variants() for script in scripts(variant.id, variant.players(None))
    }
    ranges = {f"{verb} {how}" for verb in NAMING_AMOUNTS for how in ("at one amount", "with strong cards")}
    assert reached == {*VERBS, *ranges}


def test_a_bot_that_gets_no_further_than_its_hello_is_asked_no_more() -> None:
    assert list(found(raw("bad.py", "ends-at-once"))) == ["hello"]


def test_a_check_that_does_not_apply_is_skipped_with_the_reason() -> None:
    manifest = resolve(Builtin("random"))
    alone = Manifest(manifest.folder, manifest.name, manifest.command, variants=("argentine",))
    findings = found(alone, ["many", "frames"])
    assert [findings[name].verdict for name in ("many", "frames")] == [Verdict.SKIPPED] * 2
    assert findings["many"].came == "it takes one match at once (Hello.max_matches)"
