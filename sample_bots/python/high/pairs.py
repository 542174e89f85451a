"""The chance of a pair to win a hand of mineiro, from the cards not seen and the place in the trick."""

from arena.sdk.cards import MINEIRO
from truco.v1 import views_pb2

CLASSES = 14
SIZES = [list(MINEIRO.values()).count(power) for power in range(CLASSES)]
# How often a partner, of whose cards nothing is known, wins a trick that this seat's card does not.
PARTNER = 0.3


class Table:
    """What one seat knows: its cards, the tricks, and how many unseen cards beat what."""

    def __init__(self, view: views_pb2.View) -> None:
        seat = view.seat
        left = list(SIZES)
        for card in view.dealt:
            left[MINEIRO[card]] -= 1
        shown = {card: MINEIRO[card] for seen in view.seen for card in seen.cards}
        for power in shown.values():
            left[power] -= 1
        self.results: list[int] = []
        """1 won, 0 parda, -1 lost."""
        self.rivals_best = self.our_best = -1
        played = 0
        self.i_played = False
        for trick in view.tricks:
            self.rivals_best = self.our_best = -1
            self.i_played = False
            played = len(trick.played)
            for played_card in trick.played:
                power = MINEIRO[played_card.card]
                if (played_card.seat - seat) % 2:
                    self.rivals_best = max(self.rivals_best, power)
                else:
                    self.our_best = max(self.our_best, power)
                if played_card.seat == seat:
                    self.i_played = True
                elif shown.pop(played_card.card, None) is None:
                    left[power] -= 1
            if played == 4:
                self.results.append((self.our_best > self.rivals_best) - (self.our_best < self.rivals_best))
                self.rivals_best = self.our_best = -1
                self.i_played = False
                played = 0
        self.held = sorted(view.held, key=MINEIRO.__getitem__)
        self.partner = sorted(shown.values())
        """Its cards, where this seat was shown them."""
        self.cards_each = len(self.held) + self.i_played
        """Of those who have not played to this trick yet."""
        self.to_follow = 3 - played
        """Players after this seat, if it plays now."""
        self.we_dealt = view.dealer % 2 == seat % 2
        self._stronger = [0] * CLASSES
        above = 0
        for power in range(CLASSES - 1, -1, -1):
            self._stronger[power] = above
            above += left[power]
        self._unseen = above

    def best_card(self) -> tuple[float, str]:
        """The chance to win the hand, and the card to play next for it; the weakest of equals.

        "" where the own card lies already and a call is to be answered.
        """
        powers = [MINEIRO[card] for card in self.held]
        if self.i_played:
            # The caller, a rival, is the last to play.
            return self._chance(self._trick(self.our_best, 1, partner=False), powers), ""
        best, choice = -1.0, ""
        rivals, partner = (self.to_follow + 1) // 2, self.to_follow >= 2
        for place, card in enumerate(self.held):
            rest = powers[:place] + powers[place + 1 :]
            chance = self._chance(
                self._trick(max(powers[place], self.our_best), rivals, partner=partner), rest
            )
            if chance > best + 1e-9:
                best, choice = chance, card
        return best, choice

    # -------------------------------------------------------------- this trick

    def _trick(self, ours: int, rivals: int, *, partner: bool) -> tuple[float, float]:
        """The chance that the trick is won, and tied, with our best card on the table."""
        theirs, cards = self.rivals_best, rivals * self.cards_each
        won = tied = 0.0
        if ours >= theirs:
            not_beaten = self._none_stronger(ours, cards)
            if ours == theirs:
                tied = not_beaten
            else:
                won = self._none_stronger(ours - 1, cards)
                tied = not_beaten - won
        if partner:
            lost = 1 - won - tied
            if self.partner:
                help_ = (
                    self._none_stronger(self.partner[-1], cards)
                    if self.partner[-1] > max(ours, theirs)
                    else 0.0
                )
            elif self.to_follow == 2 and ours < theirs:
                help_ = 1 - self._none_stronger(theirs, self.cards_each)
            else:
                help_ = PARTNER
            won += lost * help_
        return won, tied

    def _none_stronger(self, power: int, cards: int) -> float:
        """The chance that so many unseen cards are all of this class or weaker."""
        if power < 0:
            return 0.0 if cards else 1.0
        stronger, unseen = self._stronger[power], self._unseen
        chance = 1.0
        for drawn in range(cards):
            chance *= max(0, unseen - stronger - drawn) / (unseen - drawn)
        return chance

    # -------------------------------------------------------------- the tricks after it

    def _chance(self, trick: tuple[float, float], rest: list[int]) -> float:
        won, tied = trick
        lost = 1 - won - tied
        chance = won * self._after(1, rest) if won else 0.0
        if tied:
            chance += tied * self._after(0, rest)
        if lost > 0:
            chance += lost * self._after(-1, rest)
        return chance

    def _after(self, result: int, rest: list[int]) -> float:
        """The chance to win the hand after this result, with the cards that are left."""
        results = [*self.results, result]
        decisive = [one for one in results if one]
        if len(decisive) < len(results) and decisive:
            return float(decisive[0] > 0)
        if len(decisive) >= 2 and decisive[-1] in decisive[:-1]:
            return float(decisive[-1] > 0)
        if len(results) == 3:
            return float(self.we_dealt)
        # Rivals do not spend their best card on every trick: of four cards three are counted.
        against = len(rest) + 1
        if self.partner:
            ours = sorted(rest + self.partner)[-len(rest) :]
            chances = [self._none_stronger(power, against) for power in ours]
        else:
            alone = [self._none_stronger(power, against) for power in rest]
            chances = [wins + (1 - wins) * PARTNER for wins in alone]
        if not decisive or len(results) == 2:
            return max(chances)
        if decisive[0] > 0:
            return 1 - (1 - chances[0]) * (1 - chances[1])
        return chances[0] * chances[1]
