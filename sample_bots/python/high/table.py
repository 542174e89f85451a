"""The chance to win a trucker hand against any number of players, and the card to play for it.

The cards of all others are taken as drawn from those not seen, one of them laid by each player still to
play: in play against players who win a trick as cheaply as they can, that is right within a hundredth or
two for two to four players.
"""

from arena.sdk.cards import ARGENTINE
from truco.v1 import views_pb2

SIZES = [list(ARGENTINE.values()).count(power) for power in range(14)]
MINE, TIED, THEIRS, OTHERS = 1, 0, -1, -2
"""Who won a trick; of two tricks that others won, the second may be another's."""
# How often the second trick that others win goes to another player, where there are many.
ANOTHER = 0.6

Results = tuple[int, ...]


class Table:
    """What this seat knows of one hand. Cards are classes of strength, 0 to 13."""

    __slots__ = ("beaten", "best", "following", "held", "mine_lies", "results", "rivals")

    def __init__(self, view: views_pb2.View) -> None:
        seat = view.seat
        contestants = view.trucker.main.contestants
        left = list(SIZES)
        for card in view.dealt:
            left[ARGENTINE[card]] -= 1
        self.results: Results = ()
        self.rivals = len(contestants) - 1
        self.following = self.rivals
        """Players of this trick still to play, this seat aside."""
        self.best: list[int] = []
        """The cards of this trick by those still in, the strongest first."""
        self.mine_lies = -1
        mine = theirs = -1
        for trick in view.tricks:
            table = []
            for played in trick.played:
                power = ARGENTINE[played.card]
                if played.seat == seat:
                    mine = power
                else:
                    left[power] -= 1
                if played.seat in contestants:
                    table.append((power, played.seat))
            if trick.parda:
                self.results += (TIED,)
            elif trick.HasField("winner"):
                if trick.winner == seat:
                    self.results += (MINE,)
                else:
                    self.results += (THEIRS if theirs in (-1, trick.winner) else OTHERS,)
                    theirs = trick.winner
            else:
                self.best = sorted([power for power, _ in table], reverse=True)
                laid = {who for _, who in table}
                self.following = len(contestants) - len(laid | {seat})
                if seat in laid:
                    self.mine_lies = mine
        unseen, above = sum(left), 0
        # Of each class: the share of the unseen cards that do not beat it, a tie counted as half.
        self.beaten = [0.0] * 14
        for power in range(13, -1, -1):
            self.beaten[power] = 1 - (above + left[power] / 2) / unseen
            above += left[power]
        self.held = sorted([(ARGENTINE[card], card) for card in view.held])

    def chance(self) -> tuple[float, str]:
        """The chance to win the hand, and the card to play now; "" where this trick's lies already."""
        powers = [power for power, _ in self.held]
        if self.mine_lies >= 0:
            top = self.best[0]
            return self.laid(self.mine_lies, top, self.best.count(top) > 1, powers), ""
        best = (-1.0, "")
        top = self.best[0] if self.best else -1
        for place, (power, card) in enumerate(self.held):
            rest = powers[:place] + powers[place + 1 :]
            chance = self.laid(power, max(top, power), power == top, rest)
            if chance > best[0] + 1e-9:
                best = (chance, card)
        return best

    def laid(self, card: int, top: int, shared: bool, rest: list[int]) -> float:
        """The chance with this card on the table, in a trick whose strongest card is `top`."""
        if card < top:
            return self.lost(self.results, rest)
        holds = self.beaten[card] ** self.following
        return holds * self.after((*self.results, TIED if shared else MINE), rest) + (1 - holds) * self.lost(
            self.results, rest
        )

    def lost(self, results: Results, rest: list[int]) -> float:
        """The chance once others have won the trick: the same player again, or another."""
        if THEIRS not in results:
            return self.after((*results, THEIRS), rest)
        another = ANOTHER * (1 - 1 / self.rivals)
        chance = (1 - another) * self.after((*results, THEIRS), rest)
        if another:
            chance += another * self.after((*results, OTHERS), rest)
        return chance

    def after(self, results: Results, rest: list[int]) -> float:
        """The chance once so many tricks are over, with these cards left."""
        share = self.over(results)
        if share >= 0:
            return share
        best = 0.0
        for place, card in enumerate(rest):
            wins = self.beaten[card] ** self.rivals
            others = rest[:place] + rest[place + 1 :]
            chance = wins * self.after((*results, MINE), others)
            if wins < 1:
                chance += (1 - wins) * self.lost(results, others)
            if chance > best:
                best = chance
        return best

    def over(self, results: Results) -> float:
        """This seat's share of the pot, -1 while nobody has won the hand."""
        if len(results) < 2:
            return -1.0
        first, second = results[:2]
        if first == TIED:
            if second != TIED:
                return float(second == MINE)
            if len(results) < 3:
                return -1.0
            return 1 / (self.rivals + 1) if results[2] == TIED else float(results[2] == MINE)
        if second in (first, TIED):
            return float(first == MINE)
        if len(results) < 3:
            return -1.0
        third = first if results[2] == TIED else results[2]
        return float(third == MINE) if third in (first, second) else 1 / 3


def hand_chance(view: views_pb2.View) -> tuple[float, str]:
    """The chance to win the hand, and the card to play for it."""
    return Table(view).chance()
