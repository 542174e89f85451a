"""Who wins a two-player hand when all cards are known: strength classes only, every line remembered.

Cards are classes (arena.sdk.cards), hands are sorted tuples of them. Results are seen from one seat,
"I": 1 won, 0 parda, -1 lost. Values are 1.0 where I win the hand with best play, else 0.0.
"""

from functools import cache

Powers = tuple[int, ...]
Results = tuple[int, ...]


def result_of(mine: int, theirs: int) -> int:
    """The trick of two cards."""
    return (mine > theirs) - (mine < theirs)


def without(hand: Powers, power: int) -> Powers:
    """The hand once a card of this class has left it."""
    place = hand.index(power)
    return hand[:place] + hand[place + 1 :]


@cache
def after(results: Results, i_led: bool, mine: Powers, theirs: Powers, mano: bool) -> float:
    """After the last of `results`, in a trick that I led or not; mano wins three pardas."""
    last = results[-1]
    decisive = [result for result in results if result]
    if 0 in results and decisive:
        return float(decisive[0] > 0)
    if abs(sum(decisive)) >= 2 or (len(decisive) == 3):
        return float(sum(decisive) > 0)
    if len(results) == 3:
        return float(mano)
    if last > 0 or (last == 0 and i_led):
        return max([i_lead(results, card, without(mine, card), theirs, mano) for card in set(mine)])
    return min([they_lead(results, card, mine, without(theirs, card), mano) for card in set(theirs)])


@cache
def i_lead(results: Results, card: int, mine: Powers, theirs: Powers, mano: bool) -> float:
    """With my card on the table, and theirs to follow."""
    return min(
        [
            after((*results, result_of(card, reply)), True, mine, without(theirs, reply), mano)
            for reply in set(theirs)
        ]
    )


@cache
def they_lead(results: Results, card: int, mine: Powers, theirs: Powers, mano: bool) -> float:
    """With their card on the table, and mine to follow."""
    return max(
        [
            after((*results, result_of(reply, card)), False, without(mine, reply), theirs, mano)
            for reply in set(mine)
        ]
    )
