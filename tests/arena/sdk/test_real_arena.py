"""The SDK with the arena's own gateway between two bot processes."""

from pathlib import Path

import trio

import engine
from arena.fairness import Sealed, deal_set
from arena.gateway import ArenaConfig, InMemoryAuthenticator, open_arena, run
from arena.launch import Builtin, Manifest, launch, resolve
from arena.matches import Cause, Entrant, HandDealt, NullJournal, Outcome, Pairing

FALLS_ONCE = """
import os
from pathlib import Path
from arena.sdk import run

asked = 0

def decide(question):
    global asked
    asked += 1
    fallen = Path("fallen")
    if asked == 3 and not fallen.exists():
        fallen.touch()
        os._exit(7)
    return 0

run(decide)
"""


def pairing(*names: str) -> Pairing:
    game = engine.variant("argentine")
    deals = deal_set("d1", "argentine/1", game.cards, Sealed(b"s" * 32))
    entrants = tuple(Entrant(name, f"{name}-0", deals.seat_seed(0, seat)) for seat, name in enumerate(names))
    return Pairing("m1", "argentine", 2, dict(game.settings({})), entrants, deals.deck)


def test_a_bot_that_falls_in_mid_hand_and_starts_again_finishes_its_match(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FALLS_ONCE)
    zap = Manifest(folder=tmp_path, name="zap", command=("python", "bot.py"))

    async def main() -> tuple[int, Outcome]:
        tokens = InMemoryAuthenticator()
        async with open_arena(ArenaConfig(), journal=NullJournal(), authenticator=tokens) as arena:
            outcomes: list[Outcome] = []
            played = trio.Event()

            async def play() -> None:
                outcomes.append(await arena.play(pairing("zap", "low")))
                played.set()

            async with (
                trio.open_nursery() as nursery,
                launch(resolve(Builtin("low")), arena.address, tokens.issue("low"), "low-0"),
            ):
                nursery.start_soon(play)
                token = tokens.issue("zap")
                async with launch(zap, arena.address, token, "zap-0") as first:
                    code = await first.wait()
                async with launch(zap, arena.address, token, "zap-0"):
                    await played.wait()
        return code, outcomes[0]

    code, outcome = run(main)
    assert code == 7
    assert outcome.ending.cause is Cause.PLAYED_OUT
    assert any(isinstance(entry, HandDealt) and entry.hand == 1 for entry in outcome.log)
