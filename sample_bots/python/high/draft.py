"""high at american, the draft: what a card is worth, which to discard, and what a replacement costs.

Hands are compared in points: what the tricks and the envido bring with three cards rather than others.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from arena.sdk import Choice, Question
from arena.sdk.french import TRUMP, replaces
from sample_bots.python.high.deal import Deal
from sample_bots.python.high.worth import Worth

# Points that are played for in the tricks and in the envido of an average hand.
TRICKS = 2.0
ENVIDO = 1.2
# What it is worth to take a card of the trump rank from a rival.
DENIED = 0.5
# How sure a first bid must be to make its replacement.
SURE_ENOUGH = 0.6
# Two hands closer than this are worth the same.
EPSILON = 1e-6


class Draft:
    """The draft as one seat sees it. `envido_chance` is of three cards."""

    def __init__(
        self, deal: Deal, talon: Sequence[str], envido_chance: Callable[[Sequence[str]], float]
    ) -> None:
        self.deal = deal
        self.held = deal.held
        self.talon = talon
        self._envido_chance = envido_chance
        self._values: dict[tuple[str, ...], float] = {}

    # -------------------------------------------------------------- what hands are worth

    def value(self, cards: Sequence[str]) -> float:
        """Points that three cards bring."""
        key = tuple(cards)
        known = self._values.get(key)
        if known is None:
            tricks, envido = self.deal.hand_chance(cards), self._envido_chance(cards)
            known = self._values[key] = TRICKS * (2 * tricks - 1) + ENVIDO * (2 * envido - 1)
        return known

    def best_three(self, cards: Sequence[str]) -> tuple[float, str]:
        """The worth of four cards less the best discard, and that."""
        strength = self.deal.strength
        best, discard = -9.0, ""
        for card in cards:
            value = self.value(sorted([other for other in cards if other != card], key=strength.__getitem__))
            if value > best:
                best, discard = value, card
        return best, discard

    def with_card(self, card: str) -> float:
        """The worth of the hand once `card` has come and another has gone."""
        return self.best_three([*self.held, card])[0]

    def best_free(self, but: str = "") -> tuple[float, str]:
        """The worth of the hand with the best talon card other than `but`; "" where none is any better."""
        best = (self.value(self.held), "")
        for card in self.talon:
            if card != but:
                value = self.with_card(card)
                if value > best[0] + EPSILON:
                    best = (value, card)
        return best

    # -------------------------------------------------------------- replacements

    def laid(self, card: str, cards: Sequence[str]) -> float:
        """The worth of the hand once these cards, drawn or own, have replaced `card`."""
        own = [other for other in cards if other in self.held]
        if not own:
            return self.with_card(card)
        left = [other for other in self.held if other not in own]
        if len(own) == 1:
            return self.value(sorted([*left, card], key=self.deal.strength.__getitem__))
        others = [other for other in self.talon if other != card and other not in cards]
        values = [
            self.value(sorted([*left, card, other], key=self.deal.strength.__getitem__)) for other in others
        ]
        return max(values, default=self.value(self.held))

    def sets(self, card: str, drawn: Sequence[str]) -> list[tuple[str, ...]]:
        """What could replace `card` now."""
        cards = [*self.held, *drawn]
        ones: list[tuple[str, ...]] = [(other,) for other in cards if replaces(card, other)]
        suited = [other for other in cards if other[1] == card[1]]
        return ones + list(combinations(suited, 2))

    def draw_odds(self, card: str, drawn: Sequence[str], draws: int) -> float:
        """How likely one of so many draws gives a replacement for `card`."""
        partner = any(other[1] == card[1] for other in (*self.held, *drawn))
        unseen = self.deal.unseen
        good = sum(replaces(card, other) or (partner and other[1] == card[1]) for other in unseen)
        misses = 1.0
        for draw in range(draws):
            misses *= max(0, len(unseen) - good - draw) / (len(unseen) - draw)
        return 1 - misses

    def prospects(self, card: str, bid: int) -> tuple[float, float]:
        """How likely the replacement is made with so many draws, and what the hand is worth on average."""
        now = max([self.laid(card, cards) for cards in self.sets(card, ())], default=-9.0)
        drawn = self.draw_odds(card, (), bid)
        stays = self.value(self.held)
        if now > -9.0:
            return 1.0, max(now, drawn * self.with_card(card) + (1 - drawn) * now)
        return drawn, drawn * self.with_card(card) + (1 - drawn) * stays


# ---------------------------------------------------------------- the questions of the draft


def decide(question: Question, draft: Draft, worth: Worth) -> Choice:
    """Any question of the draft but those of truco."""
    view, texts = question.view, question.texts
    auction = view.american.auction
    verb = texts[0].partition(" ")[0]
    if verb == "vouch":
        card = draft.best_free()[1]
        return f"vouch {card}" if card else "pass"
    if verb == "discard":
        return f"discard {draft.best_three(draft.held)[1]}"
    if verb == "contest":
        return contest(question, draft)
    if verb in ("bid", "yield"):
        return bid(question, draft)
    if verb == "wager":
        return wager(draft, auction.card, auction.bid, worth)
    if verb == "stand":
        made = draft.prospects(auction.card, auction.bid)[0]
        times = {"stand": 1, "double": 2, "triple": 3}
        return max(texts, key=lambda text: made * worth(times[text]) + (1 - made) * worth(-times[text]))
    if verb == "take":
        strength = draft.deal.strength
        return max(
            texts,
            key=lambda text: draft.value(sorted([*draft.held, text.split()[1]], key=strength.__getitem__)),
        )
    return replace(texts, draft, auction.card)


def contest(question: Question, draft: Draft) -> str:
    """Contests where the card, with what it takes to get it, is better than the best that is free."""
    view = question.view
    card = next(turn.split()[2] for turn in reversed(view.history) if " vouch " in turn)
    had = any(turn.startswith((f"{view.seat} vouch", f"{view.seat} pass")) for turn in view.history)
    free = draft.value(draft.held) if had else draft.best_free(card)[0]
    denied = DENIED if draft.deal.strength[card] == TRUMP else 0.0
    gains = draft.prospects(card, first_bid(draft, card))[1] + denied - free
    return "contest" if gains > 0 else "pass"


def first_bid(draft: Draft, card: str) -> int:
    """The lowest bid that is sure enough, 0 where the own cards replace it; 3 where none is."""
    return next((bid for bid in range(3) if draft.prospects(card, bid)[0] >= SURE_ENOUGH), 3)


def bid(question: Question, draft: Draft) -> Choice:
    """Bids, switches or yields, whatever leaves the best hand."""
    texts, auction = question.texts, question.view.american.auction
    offer = question.offers[0]
    if not auction.HasField("bid"):
        return offer.at(first_bid(draft, auction.card))
    stays = draft.value(draft.held)
    best: tuple[float, Choice] = (stays, "yield")
    if "yield" not in texts:
        best = (stays, texts[0])
    for text in texts:
        if text.startswith("switch"):
            value = draft.with_card(text.split()[1])
            if value > best[0] + EPSILON:
                best = (value, text)
    if offer.least is not None and offer.most is not None:
        for draws in range(offer.least, offer.most + 1):
            made, value = draft.prospects(auction.card, draws)
            # A bid that fails also costs what is wagered on it.
            value -= 1 - made
            if value > best[0] + EPSILON:
                best = (value, offer.at(draws))
    return best[1]


def wager(draft: Draft, card: str, bid: int, worth: Worth) -> str:
    """Wagers where a bidder with any cards would fail more often than it makes it, and then twice as dear."""
    made = draft.draw_odds(card, (card,), bid + 3)
    gains = (1 - made) * worth(1) + made * worth(-2)
    return "wager" if gains > worth(0) else "pass"


def replace(texts: list[str], draft: Draft, card: str) -> str:
    """Replaces with what leaves the best hand. To draw first costs nothing."""
    made = [text for text in texts if text.startswith("replace")]
    if not made:
        return texts[0]
    best = max(made, key=lambda text: draft.laid(card, text.split()[1:]))
    own = any(other in draft.held for other in best.split()[1:])
    if own and "draw" in texts:
        return "draw"
    return best
