"""low in pairs, at mineiro and american: what a hand is worth with a partner, and the card to play."""

from collections.abc import Mapping

from truco.v1 import views_pb2

PARTNER = 0.35
"""The chance that a partner takes a trick which the own card does not."""


def with_partner(share: float, rivals: int) -> float:
    """The chance of a side to take a trick with a card that beats this share of single cards.

    rivals: cards of the other side that it must beat, as if they were drawn one by one.
    """
    alone = share**rivals
    return alone + (1 - alone) * PARTNER


def hand_chance(view: views_pb2.View, tricks: Mapping[str, float], on_table: float) -> float:
    """The chance of the side to win the hand, from the own cards and the tricks so far.

    tricks:   by card, the chance to take a trick with it.
    on_table: the same of the own card of the trick under way.
    """
    side = view.seat % 2
    results = []
    for trick in view.tricks:
        if trick.parda:
            results.append(0)
        elif trick.HasField("winner"):
            results.append(1 if trick.winner % 2 == side else -1)
    chances = sorted([tricks[card] for card in view.held])[-3:]
    while len(chances) < 3 - len(results):
        # The own card of this trick lies on the table, and somebody called.
        chances = sorted([on_table, *chances])
    if 0 in results or len(results) == 2:
        return max(chances)
    if not results:
        first, second, third = chances
        return first * second + first * third + second * third - 2 * first * second * third
    if results[0] > 0:
        return 1 - (1 - chances[0]) * (1 - chances[-1])
    return chances[0] * chances[-1]


def card_to_play(view: views_pb2.View, strength: Mapping[str, int]) -> str:
    """The cheapest card that takes the trick from the rivals, else the cheapest of all."""
    held = sorted(view.held, key=strength.__getitem__)
    if not view.tricks or len(view.tricks[-1].played) in (0, len(view.held_counts)):
        return held[-1] if len(held) == 2 else held[len(held) // 2]
    best, mine = -1, False
    for played in view.tricks[-1].played:
        power = strength[played.card]
        if power > best:
            best, mine = power, (played.seat - view.seat) % 2 == 0
    if not mine:
        for card in held:
            if strength[card] > best:
                return card
    return held[0]
