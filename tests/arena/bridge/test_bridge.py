"""Programs that read and write lines, as bots at the arena's own gateway."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import trio

import engine
from arena.fairness import Sealed, deal_set
from arena.gateway import ArenaConfig, InMemoryAuthenticator, open_arena, run
from arena.launch import BotProcess, Builtin, Manifest, launch, parse_address, read_manifest, resolve
from arena.matches import Cause, ClockRules, Entrant, Fault, NullJournal, Outcome, Pairing

SAMPLES = Path(__file__).parents[3] / "sample_bots" / "stdio"

FIRST_OFFER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print(next(iter(message)), file=sys.stderr)
    if "question" in message:
        print(json.dumps({"answer": {"index": 0}}), flush=True)
"""


def program(folder: Path, code: str) -> Manifest:
    (folder / "bot.py").write_text(code)
    return Manifest(folder, "zap", ("python", "-u", "bot.py"), protocol="stdio-json")


def played(
    manifest: Manifest, variant: str = "argentine", startup_s: float = 30.0
) -> tuple[Outcome, BotProcess]:
    """One match of a bot against low."""
    game = engine.variant(variant)
    players = game.players(None)
    deals = deal_set("d1", f"{variant}/1", game.cards, Sealed(b"s" * 32))
    names = [("zap" if seat == 0 else "low") for seat in range(players)]
    entrants = tuple([Entrant(name, None, deals.seat_seed(0, seat)) for seat, name in enumerate(names)])
    settings = game.settings({"max_hands": 5} if variant == "trucker" else {})
    clock = ClockRules(startup_s=startup_s)
    pairing = Pairing("m1", variant, players, settings, entrants, deals.deck, clock)
    low = resolve(Builtin("low"))

    async def main() -> tuple[Outcome, BotProcess]:
        tokens = InMemoryAuthenticator()
        async with (
            open_arena(ArenaConfig(), journal=NullJournal(), authenticator=tokens) as arena,
            trio.open_nursery() as nursery,
        ):
            for number in range(players - 1):
                nursery.start_soon(keep, low, arena.address, tokens.issue("low"), f"low-{number}")
            token = tokens.issue("zap")
            async with launch(replace(manifest, name="zap"), arena.address, token, "zap-0") as process:

                async def watch() -> None:
                    await process.wait()
                    arena.crashed("zap/v1", "zap-0", process.describe())

                nursery.start_soon(watch)
                outcome = await arena.play(pairing)
            nursery.cancel_scope.cancel()
        return outcome, process

    return run(main)


async def keep(manifest: Manifest, address: str, token: str, instance: str) -> None:
    async with launch(manifest, address, token, instance) as process:
        await process.wait()


def test_a_program_that_takes_the_first_offer_plays_a_match_to_its_end(tmp_path: Path) -> None:
    outcome, process = played(program(tmp_path, FIRST_OFFER))
    assert outcome.ending.cause is Cause.PLAYED_OUT, process.describe()
    told = process.stderr_tail.split()
    assert told[0] == "offer"
    assert {"offer", "events", "question"} <= set(told) <= {"offer", "events", "question", "matchEnded"}


@pytest.mark.parametrize("variant", ["argentine", "mineiro", "trucker", "american"])
@pytest.mark.parametrize("name", ["bash", "python"])
def test_the_sample_programs_play_every_game(name: str, variant: str) -> None:
    outcome, process = played(read_manifest(SAMPLES / name), variant)
    assert outcome.ending.cause is Cause.PLAYED_OUT, f"{outcome.ending} {process.describe()}"


def test_a_command_is_a_bot_without_a_manifest() -> None:
    manifest = resolve(parse_address("stdio:./bot --flag"))
    assert (manifest.command, manifest.protocol, manifest.name) == (("./bot", "--flag"), "stdio-json", "bot")
    assert str(parse_address("stdio:./bot --flag")) == "stdio:./bot --flag"
    assert resolve(parse_address("exec:./bot")).protocol == "grpc"


def test_what_it_prints_on_stderr_is_passed_on_and_never_mixed_in(tmp_path: Path) -> None:
    noisy = FIRST_OFFER + "    sys.stderr.write('{\"answer\": {\"index\": 99}}' + 'x' * 9000 + 'end\\n')\n"
    outcome, process = played(program(tmp_path, noisy))
    assert outcome.ending.cause is Cause.PLAYED_OUT, process.describe()
    assert len(process.stderr_tail) == 65_536
    assert process.stderr_tail.rstrip().endswith("end")


def test_a_wrong_answer_is_noted_and_may_be_made_good(tmp_path: Path) -> None:
    hasty = """
import json, sys
wrong = ['{"answer": {"index": 77}}', "play it again"]
for line in sys.stdin:
    message = json.loads(line)
    if "notice" in message:
        print(message["notice"]["kind"], file=sys.stderr)
    if "question" in message or "notice" in message:
        print(wrong.pop() if wrong else '{"answer": {"index": 0}}', flush=True)
"""
    outcome, process = played(program(tmp_path, hasty))
    assert outcome.ending.cause is Cause.PLAYED_OUT, process.describe()
    assert process.stderr_tail.split() == ["NOTICE_KIND_MALFORMED", "NOTICE_KIND_ILLEGAL"]


def test_a_program_that_answers_wrongly_again_and_again_is_ended_with_the_reason(tmp_path: Path) -> None:
    stubborn = "import sys\nfor line in sys.stdin:\n    print('yes', flush=True)\n"
    outcome, process = played(program(tmp_path, stubborn))
    assert (outcome.ending.fault, outcome.ending.blamed) == (Fault.CRASHED, 0)
    assert "answered wrongly 3 times in a row. an answer is a line as" in process.stderr_tail


def test_a_program_that_ends_is_told_with_its_code_and_last_words(tmp_path: Path) -> None:
    gone = "import sys\nsys.stdin.readline()\nsys.exit('no cards left')\n"
    outcome, process = played(program(tmp_path, gone))
    assert (outcome.ending.fault, outcome.ending.blamed) == (Fault.CRASHED, 0)
    assert "no cards left" in process.stderr_tail
    assert f"{sys.executable} ended with exit code 1" in process.stderr_tail


def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    missing = Manifest(tmp_path, "zap", tuple(shlex.split("./nothing --here")), protocol="stdio-json")
    outcome, process = played(missing, startup_s=1.0)
    assert "nothing cannot be started: No such file or directory" in process.stderr_tail
    assert outcome.void
