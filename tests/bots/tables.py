"""Trucker tables and american matches without sockets: two bots share the seats, and change them.

One group is the same deals played once for every way to seat the two bots: what the cards gave one of
them they give the other as well, and the group is the unit of chance.

python -m tests.bots.tables trucker high low --players 4 --groups 250 --seed 1
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from time import process_time

import engine
from arena.fairness import DealSet, local_deal_set
from arena.sdk import Decide, Match, Question
from tests.bots.harness import action_of, house_bot, question_of
from truco.v1 import match_pb2, play_pb2

LADDER: Mapping[str, Mapping[str, int]] = {
    "trucker": {"level_hands": 10, "max_hands": 200},
    "american": {},
}


class Comparison:
    """What `first` scored against `second`, and what their decisions cost."""

    def __init__(self, first: str, second: str, *others: str) -> None:
        self.names = (first, second, *others)
        self.matches = 0
        self.groups: list[float] = []
        """Mean score of `first` in each group, 0..1; one half where the bots are equal."""
        self.decisions = dict.fromkeys(self.names, 0)
        self.seconds = dict.fromkeys(self.names, 0.0)

    @property
    def mean(self) -> float:
        return sum(self.groups) / len(self.groups)

    @property
    def z(self) -> float:
        """How many standard errors the mean is above one half, groups as the unit of chance."""
        count = len(self.groups)
        spread = sum((score - self.mean) ** 2 for score in self.groups) / (count - 1)
        return (self.mean - 0.5) / sqrt(spread / count) if spread else float("inf")

    def cost_us(self, name: str) -> float:
        """Microseconds a decision, on average."""
        return self.seconds[name] / max(1, self.decisions[name]) * 1e6

    def __str__(self) -> str:
        first, second = self.names[:2]
        costs = ", ".join(f"{name} {self.cost_us(name):.0f} us" for name in sorted(set(self.names)))
        return (
            f"{first} v {second}: {self.mean:.3f}, z {self.z:.1f} over {self.matches} matches"
            f" in {len(self.groups)} groups; {costs}"
        )


def seatings(variant: str, players: int) -> list[tuple[int, ...]]:
    """For each way to seat two bots, which (0 or 1) has each seat. Every way has its mirror image.

    american: both seats of a side. trucker: half of the seats each; at 6 seats those of them that alternate
    or lie in blocks, so that each seat is had equally often by each bot.
    """
    if variant == "american":
        return [tuple([(seat + leg) % 2 for seat in range(players)]) for leg in range(2)]
    half = players // 2
    if players <= 4:
        chosen = [set(seats) for seats in combinations(range(players), half)]
    else:
        blocks = [{(start + step) % players for step in range(half)} for start in range(players)]
        chosen = [set(range(0, players, 2)), set(range(1, players, 2)), *blocks]
    return [tuple([int(seat not in firsts) for seat in range(players)]) for firsts in chosen]


def compare(variant: str, players: int, first: str, second: str, groups: int, seed: int) -> Comparison:
    """Plays `groups` groups from the deals of `seed`."""
    comparison = Comparison(first, second)
    settings = LADDER[variant]
    for group in range(groups):
        deals = local_deal_set(variant, settings, seed, group)
        scores = []
        for leg, seating in enumerate(seatings(variant, players)):
            names = [comparison.names[which] for which in seating]
            ranks = play(variant, settings, names, deals, leg, comparison)
            scores.append(outlasted(ranks, seating))
            comparison.matches += 1
        comparison.groups.append(sum(scores) / len(scores))
    return comparison


def outlasted(ranks: Sequence[int], seating: Sequence[int]) -> float:
    """The share of the pairs of a first and a second seat in which the first ranked better; a tie is half."""
    pairs = [
        (ranks[mine] < ranks[theirs]) + (ranks[mine] == ranks[theirs]) / 2
        for mine in range(len(ranks))
        for theirs in range(len(ranks))
        if seating[mine] == 0 and seating[theirs] == 1
    ]
    return sum(pairs) / len(pairs)


def play(
    variant: str,
    settings: Mapping[str, int],
    names: Sequence[str],
    deals: DealSet,
    leg: int,
    comparison: Comparison,
) -> tuple[int, ...]:
    """Plays one match; the rank of each seat."""
    players = len(names)
    match = engine.Match(variant, players, settings, decks=deals.deck)
    ruleset = match_pb2.Ruleset(variant=variant, players=players, settings=dict(match.settings))
    seats = [
        Match.of(
            play_pb2.MatchOffer(
                match_id="m", seat=seat, ruleset=ruleset, seat_seed=deals.seat_seed(leg, seat)
            )
        )
        for seat in range(players)
    ]
    bots: list[Decide] = [house_bot(name) for name in names]
    decision = 0
    while match.result is None:
        seat = match.seat
        decision += 1
        question = Question(seats[seat], question_of(match, seat, match.legal(), decision))
        begun = process_time()
        choice = bots[seat](question)
        comparison.seconds[names[seat]] += process_time() - begun
        comparison.decisions[names[seat]] += 1
        match.apply(action_of(question, choice))
    return match.result.ranks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=sorted(LADDER))
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--groups", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    result = compare(given.variant, given.players, given.first, given.second, given.groups, given.seed)
    sys.stdout.write(f"{given.variant} {given.players} {result}\n")


if __name__ == "__main__":
    main()
