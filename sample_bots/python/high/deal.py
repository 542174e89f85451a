"""What one seat knows of an american hand, and the chance of its side to win the tricks.

A rival lays one of its cards on each trick: one it is known to hold, since it took it from the talon, or one
drawn from all that is unseen. A tie counts as half won.
"""

from collections.abc import Sequence

from arena.sdk.french import FRENCH_52, TRUMP, strengths
from truco.v1 import views_pb2

# How often a partner, of whose cards nothing is known, wins a trick that this seat's card does not.
PARTNER = 0.33
# Rivals choose what to lay, and have discarded their worst card: as if so many cards were laid.
CHOICE = 1.25


class Deal:
    """One hand as `view` shows it. Where cards are numbers they are classes of strength, 12 the trump."""

    def __init__(self, view: views_pb2.View) -> None:
        game = view.american
        self.seat = view.seat
        self.players = len(view.held_counts)
        self.partner = (self.seat + 2) % 4 if self.players == 4 else -1
        self.strength = strengths(game.trump)
        self.held = sorted(view.held, key=self.strength.__getitem__)
        self.we_are_mano = (view.mano - view.seat) % 2 == 0
        self.known = taken_cards(view.history, game.talon)
        """By seat: cards it took face-up and still holds, as far as one can tell."""
        seen = {game.trump, *game.talon, *game.aside, *game.discards, *game.auction.drawn, *view.held}
        self.results: list[int] = []
        """1 won, 0 parda, -1 lost."""
        self.laid: dict[int, int] = {}
        """By seat: its card of the open trick."""
        for trick in view.tricks:
            self.laid = {}
            for played in trick.played:
                seen.add(played.card)
                self.laid[played.seat] = self.strength[played.card]
                if played.card in self.known.get(played.seat, ()):
                    self.known[played.seat].discard(played.card)
            if trick.parda or trick.HasField("winner"):
                won = 0 if trick.parda else 1 if (trick.winner - view.seat) % 2 == 0 else -1
                self.results.append(won)
                self.laid = {}
        self.known.pop(view.seat, None)
        for cards in self.known.values():
            seen |= cards
        self.unseen = [card for card in FRENCH_52 if card not in seen]
        self._chances(view)

    def _chances(self, view: views_pb2.View) -> None:
        """By rival and class: how likely its next card is not stronger, a tie counted as half."""
        left = [0] * (TRUMP + 1)
        for card in self.unseen:
            left[self.strength[card]] += 1
        above, count = 0, max(1, len(self.unseen))
        unknown = [0.0] * (TRUMP + 1)
        for power in range(TRUMP, -1, -1):
            unknown[power] = (1 - (above + left[power] / 2) / count) ** CHOICE
            above += left[power]
        self.holds: dict[int, list[float]] = {}
        self.alone = [1.0] * (TRUMP + 1)
        """By class: how likely a card of it is not beaten by any rival."""
        for rival in range((self.seat + 1) % 2, self.players, 2):
            known = [self.strength[card] for card in self.known.get(rival, ())]
            cards = max(1, view.held_counts[rival], len(known))
            share = len(known) / cards
            holds = unknown
            if known:
                holds = [
                    (1 - share) * unknown[power]
                    + sum([(other < power) + (other == power) / 2 for other in known]) / cards
                    for power in range(TRUMP + 1)
                ]
            self.holds[rival] = holds
            self.alone = [chance * held for chance, held in zip(self.alone, holds, strict=True)]
        self.help = 0.0
        """How likely the partner wins a trick that this seat's card does not."""
        if self.partner >= 0:
            helps = [self.alone[self.strength[card]] for card in self.known.get(self.partner, ())]
            cards = max(1, view.held_counts[self.partner], len(helps))
            self.help = (sum(helps) + (cards - len(helps)) * PARTNER) / cards
        self.trick = [chance + (1 - chance) * self.help for chance in self.alone]
        """By class: how likely this seat's card, or the partner's, wins a later trick."""

    # -------------------------------------------------------------- the hand

    def hand_chance(self, cards: Sequence[str]) -> float:
        """The chance of the side to win the hand with these three cards, before the first trick."""
        return self.after([], [self.strength[card] for card in cards])

    def best_card(self) -> tuple[float, str]:
        """The chance to win the hand, and the card to play next; "" where this trick's lies already."""
        powers = [self.strength[card] for card in self.held]
        if self.seat in self.laid:
            return self._with(self.laid[self.seat], powers), ""
        best, choice = -1.0, ""
        for place, card in enumerate(self.held):
            chance = self._with(powers[place], powers[:place] + powers[place + 1 :])
            if chance > best + 1e-9:
                best, choice = chance, card
        return best, choice

    def _with(self, mine: int, rest: list[int]) -> float:
        """The chance with this card of mine on the table."""
        ours = max(mine, self.laid.get(self.partner, -1))
        theirs = -1
        holds = 1.0
        followers = False
        for rival, chances in self.holds.items():
            if rival in self.laid:
                theirs = max(theirs, self.laid[rival])
            else:
                holds *= chances[ours]
                followers = True
        won = tied = 0.0
        if ours > theirs:
            won = holds
        elif ours == theirs:
            tied = holds
        if self.partner >= 0 and self.partner not in self.laid:
            help_ = self.help
            if not followers and ours < theirs:
                # The partner plays last: it needs any card above theirs.
                help_ = 1 - (1 - self._partner_beats(theirs)) ** len(self.held)
            won += (1 - won - tied) * help_
        chance = won * self.after([*self.results, 1], rest) + tied * self.after([*self.results, 0], rest)
        return chance + (1 - won - tied) * self.after([*self.results, -1], rest)

    def _partner_beats(self, power: int) -> float:
        above = sum(self.strength[card] > power for card in self.unseen)
        return above / max(1, len(self.unseen))

    def after(self, results: list[int], rest: list[int]) -> float:
        """The chance to win the hand after these results, with the cards that are left."""
        decisive = [one for one in results if one]
        if decisive and len(decisive) < len(results):
            return float(decisive[0] > 0)
        if len(decisive) >= 2 and decisive[-1] in decisive[:-1]:
            return float(decisive[-1] > 0)
        if len(results) == 3:
            return float(self.we_are_mano)
        chances = [self.trick[power] for power in rest]
        if not results:
            first, second, third = chances
            return first * second + first * third + second * third - 2 * first * second * third
        if not decisive or len(results) == 2:
            return max(chances)
        first, second = chances
        return 1 - (1 - first) * (1 - second) if decisive[0] > 0 else first * second


def taken_cards(history: Sequence[str], talon: Sequence[str]) -> dict[int, set[str]]:
    """By seat: the talon cards it took, as the draft was told, but those it laid down again."""
    known: dict[int, set[str]] = {}
    card, voucher, rival, bidder = "", -1, -1, -1
    for turn in history:
        words = turn.split()
        seat, verb = int(words[0]), words[1]
        if verb == "vouch":
            card, voucher, rival = words[2], seat, -1
        elif verb == "contest":
            rival = seat
        elif verb in ("yield", "switch"):
            bidder = voucher if seat == rival else rival
            if verb == "switch":
                known.setdefault(seat, set()).add(words[2])
        elif verb == "replace":
            known.setdefault(bidder, set()).add(card)
            known[bidder] -= set(words[2:])
            card = ""
        elif verb == "take":
            known.setdefault(seat, set()).add(words[2])
        elif verb == "fail":
            card = ""
        elif verb == "discard" and seat == voucher and rival < 0 and card:
            known.setdefault(seat, set()).add(card)
            card = ""
        elif verb == "play":
            break
    for cards in known.values():
        cards.difference_update(talon)
    return known
