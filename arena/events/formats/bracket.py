"""The bracket of a knock-out: who would meet whom if every better seed won."""

from collections.abc import Sequence


def bracket_size(bots: int) -> int:
    """The next power of two, 2 at least: slots of the first round."""
    return 1 << max(1, (bots - 1).bit_length())


def seeded(size: int) -> tuple[int, ...]:
    """Seeds, 0 best, in the order of the slots; neighbours meet. `seeded(8) -> (0, 7, 3, 4, 1, 6, 2, 5)`.

    Seeds 0 and 1 can only meet in the final, 0 to 3 not before the semi-finals, and so on.
    """
    order = [0]
    while len(order) < size:
        # Every seed that is in meets, one round before, the one that makes up the same sum with it.
        order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
    return tuple(order)


def slots(seeds: Sequence[str]) -> tuple[str | None, ...]:
    """The bots in their slots; None is a bye, and only the best seeds have one."""
    size = bracket_size(len(seeds))
    return tuple([seeds[seed] if seed < len(seeds) else None for seed in seeded(size)])
