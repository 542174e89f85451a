"""A process that plays matches into a store, and tells each one that it was promised is safe.

    python -m tests.arena.store.crash_child DB_URL FIRST_ID honest|hasty

One line on stdout per acknowledged match. `hasty` tells before the commit: the fault that the test
must be able to see.
"""

import os
import sys
import threading
from itertools import count

from arena.store import Store
from tests.arena.store.world import heads_up, settle, won_by

PLAYERS = 8


def main(db_url: str, first: str, manner: str) -> None:
    store = Store.open(db_url)
    settle(store)

    def play(player: int) -> None:
        for number in count():
            match = f"{first}-{player}-{number}"
            store.matches.start(heads_up(match)).wait()
            finish = won_by(store, match, number % 2)
            if manner == "honest":
                finish.wait()
            # One short write to a pipe is never torn.
            os.write(1, f"{match}\n".encode())

    players = [threading.Thread(target=play, args=(player,)) for player in range(PLAYERS)]
    for thread in players:
        thread.start()


if __name__ == "__main__":
    main(*sys.argv[1:])
