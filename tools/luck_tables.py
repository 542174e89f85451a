"""How often a reference bot wins from each score, against itself: writes arena/luck/tables.

python tools/luck_tables.py argentine 1500; python tools/luck_tables.py mineiro 4000
"""

import argparse
import json
import sys
from pathlib import Path
from random import Random

import engine
from arena.luck.frozen import BOTS, Dealt, Reference, Table, swapped

ROOT = Path(__file__).resolve().parent.parent


def solve(variant: str, deals: int) -> Table:
    """table[mine][theirs], in steps that are lacked, less one: how often the side that is mano wins.

    deals: dealt at each score, each played with both sides' cards as well. A hand brings a point at least, so
    that the scores after it have been solved before.
    """
    bot, game = BOTS[variant], engine.variant(variant)
    settings = game.settings(None)
    steps = bot.longest // bot.step
    table = [[0.5] * steps for _ in range(steps)]
    dice = Random(f"{variant} {deals}")  # noqa: S311  # the same tables every time
    for total in range(2, 2 * steps + 1):
        for mine in range(max(1, total - steps), min(steps, total - 1) + 1):
            playing = Reference(game, settings, tuple(map(tuple, table)), "")
            scores = (bot.longest - bot.step * mine, bot.longest - bot.step * (total - mine))
            won = 0.0
            for _ in range(deals):
                top = dice.sample(game.cards, 3 * playing.players)
                for cards in (top, swapped(top)):
                    # With the last seat as dealer seat 0 is mano.
                    won += playing.play(Dealt(playing.players - 1, scores, cards), dice.getrandbits(64))
            table[mine - 1][total - mine - 1] = round(won / (2 * deals), 5)
        sys.stderr.write(f"\r{variant}: {total} of {2 * steps}")
    sys.stderr.write("\n")
    return tuple(map(tuple, table))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=sorted(BOTS))
    parser.add_argument("deals", type=int)
    given = parser.parse_args()
    lines = ",\n".join(json.dumps(line) for line in solve(given.variant, given.deals))
    path = ROOT / "arena" / "luck" / "tables" / f"{given.variant}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
