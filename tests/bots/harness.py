"""Bots at a table without sockets: the engine's questions, encoded as the arena does, put to decide().

python -m tests.bots.harness argentine high low --pairs 500 --seed 1
"""

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import sqrt

import engine
from arena.fairness import Sealed, deal_set
from arena.gateway.verbs import offer_to_proto
from arena.gateway.views import view_bytes
from arena.sdk import Choice, Decide, Match, Question
from truco.v1 import match_pb2, play_pb2


def house_bot(name: str) -> Decide:
    """The decide function of a house bot."""
    decide: Decide = importlib.import_module(f"sample_bots.python.{name}.bot").decide
    return decide


@dataclass
class Tally:
    """Match scores of one bot against another, by pairs of matches from the same deals."""

    pairs: list[float] = field(default_factory=list)
    """Of each pair: 0, 0.5 or 1."""
    decisions: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return sum(self.pairs) / len(self.pairs)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval, pairs as the unit of chance."""
        spread = sum((score - self.mean) ** 2 for score in self.pairs) / (len(self.pairs) - 1)
        return 1.96 * sqrt(spread / len(self.pairs))

    @property
    def low(self) -> float:
        return self.mean - self.margin

    @property
    def high(self) -> float:
        return self.mean + self.margin


def duel(variant: str, first: str, second: str, pairs: int, seed: int) -> Tally:
    """`first` against `second`: each pair of matches from the same decks, with the seats changed."""
    tally = Tally()
    game = engine.variant(variant)
    players = game.players(None)
    for pair in range(pairs):
        secret = Sealed(f"{seed} {pair}".encode().ljust(32))
        deals = deal_set(f"pair {pair}", variant, game.cards, secret)
        score = 0.0
        for leg, names in enumerate(((first, second), (second, first))):
            seated = [names[seat % 2] for seat in range(players)]
            seeds = [deals.seat_seed(leg, seat) for seat in range(players)]
            winner = play_match(variant, seated, deals.deck, seeds, tally)
            score += 0.5 * (winner == leg)
        tally.pairs.append(score)
    return tally


def play_match(
    variant: str,
    names: Sequence[str],
    decks: Callable[[int], Sequence[str]],
    seeds: Sequence[bytes],
    tally: Tally,
) -> int:
    """Plays one match; the side that wins."""
    table = engine.Match(variant, decks=decks)
    ruleset = match_pb2.Ruleset(variant=variant, players=table.players, settings=dict(table.settings))
    seats = [
        Match.of(play_pb2.MatchOffer(match_id="m", seat=seat, ruleset=ruleset, seat_seed=seeds[seat]))
        for seat in range(table.players)
    ]
    bots = [house_bot(name) for name in names]
    decision = 0
    while table.result is None:
        seat = table.seat
        decision += 1
        offers = table.legal()
        question = Question(seats[seat], question_of(table, seat, offers, decision))
        begun = time.process_time()
        choice = bots[seat](question)
        name = names[seat]
        tally.seconds[name] = tally.seconds.get(name, 0.0) + time.process_time() - begun
        tally.decisions[name] = tally.decisions.get(name, 0) + 1
        table.apply(action_of(question, choice))
    assert table.result.winner is not None
    return table.result.winner


def question_of(table: engine.Match, seat: int, offers: engine.Offers, decision: int) -> play_pb2.Question:
    """The question as the arena would send it."""
    message = play_pb2.Question.FromString(_offers(offers))
    message.match_id = "m"
    message.decision = decision
    message.hand = table.hand_number
    message.view.MergeFromString(view_bytes(table.view(seat)))
    return message


def action_of(question: Question, choice: Choice) -> engine.Action:
    """The engine's action for a bot's choice."""
    place, amount = question.place(choice)
    offer = question.offers[place]
    if offer.least is None:
        return engine.Action(offer.verb, offer.cards)
    return engine.Action(offer.verb, offer.cards, offer.least if amount is None else amount)


@cache
def _offers(offers: engine.Offers) -> bytes:
    return play_pb2.Question(offers=[offer_to_proto(offer) for offer in offers]).SerializeToString()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tally = duel(given.variant, given.first, given.second, given.pairs, given.seed)
    cost = ", ".join(
        f"{name} {tally.seconds[name] / count * 1e6:.0f} us over {count}"
        for name, count in tally.decisions.items()
    )
    sys.stdout.write(
        f"{given.variant} {given.first} v {given.second}: {tally.mean:.3f}"
        f" [{tally.low:.3f}, {tally.high:.3f}] over {2 * given.pairs} matches; {cost}\n"
    )


if __name__ == "__main__":
    main()
