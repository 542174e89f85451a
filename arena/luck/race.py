"""What points are worth to the reference bots: a match as a race of even hands."""

Race = tuple[tuple[float, ...], ...]


def race(longest: int, hands: tuple[int, ...]) -> Race:
    """race(30, (1, 2, 3))[mine][theirs]: how often a side wins that lacks `mine` points; 0 is a match won.

    hands: the points of a hand, each as likely as the others, for either side.
    Only sums, products and quotients: the same to the last bit on every machine.
    """
    table = [[0.5] + [1.0] * longest]
    for mine in range(1, longest + 1):
        line = [0.0]
        for theirs in range(1, longest + 1):
            won = sum([table[max(0, mine - points)][theirs] for points in hands])
            lost = sum([line[max(0, theirs - points)] for points in hands])
            line.append((won + lost) / (2 * len(hands)))
        table.append(line)
    return tuple(map(tuple, table))


def shifted(chance: float, odds: float) -> float:
    """A chance whose odds are multiplied; certainty stays certain."""
    return chance * odds / (chance * odds + 1.0 - chance)
