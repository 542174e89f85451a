"""Question: what a bot is asked, as a thin view over the message; and the ways to answer it.

Nothing is copied before it is read: `view` and `budget` are the protocol's own messages
(proto/truco/v1/views.proto tells every field), `offers` are built when first asked for.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from arena.sdk.errors import IllegalChoice
from truco.v1 import actions_pb2, match_pb2, play_pb2, views_pb2


def _word(verb: str) -> str:
    """The notation's word: VERB_VALE_CUATRO -> "vale-cuatro", VERB_TRUCO_THREE -> "truco 3"."""
    name = verb.removeprefix("VERB_")
    for ending, step in (("_THREE", " 3"), ("_FOUR", " 4"), ("_REST", " rest")):
        if name.endswith(ending):
            return name.removesuffix(ending).lower() + step
    return name.lower().replace("_", "-")


WORDS: Mapping[int, str] = {number: _word(name) for name, number in actions_pb2.Verb.items()}


class Action(NamedTuple):
    """One action: `Action("play", ("7e",))`, `Action("raise", amount=20)`. str() is the notation."""

    verb: str
    cards: tuple[str, ...] = ()
    amount: int | None = None

    def __str__(self) -> str:
        amount = () if self.amount is None else (str(self.amount),)
        return " ".join((self.verb, *self.cards, *amount))


class Offer(NamedTuple):
    """One legal action, or a range of them that differ by an amount. str() is the notation."""

    verb: str
    cards: tuple[str, ...]
    least: int | None
    """The least amount; None where the verb has none."""
    most: int | None
    """The greatest amount."""
    text: str
    """ "play 7e", "raise 4..100"."""
    place: int
    """Its place among the offers, from 0: an answer too."""

    def __str__(self) -> str:
        return self.text

    def at(self, amount: int) -> Action:
        """The action with this amount of the range."""
        return Action(self.verb, self.cards, amount)


Choice = Offer | Action | str | int
"""An answer: an offer, an action, its text ("play 7e", "raise 20"), or a place among the offers."""


@dataclass(frozen=True, slots=True)
class Match:
    """What stays the same for a whole match, and the bot's dice for it."""

    id: str
    seat: int
    variant: str
    players: int
    settings: Mapping[str, int]
    clock: match_pb2.ClockRules
    rated: bool
    rng: random.Random
    """Seeded by the arena for a launched bot, so that a match can be played again; else by the system."""

    @classmethod
    def of(cls, offer: play_pb2.MatchOffer) -> "Match":
        """The match of an offered or resumed seat."""
        return cls(
            id=offer.match_id,
            seat=offer.seat,
            variant=offer.ruleset.variant,
            players=offer.ruleset.players,
            settings=dict(offer.ruleset.settings),
            clock=offer.clock,
            rated=offer.rated,
            rng=random.Random(offer.seat_seed or None),  # noqa: S311 - a bot's dice need no cryptography
        )


class Question:
    """One decision to take. `message` is the whole question as it came."""

    __slots__ = ("_offers", "match", "message", "stream")

    def __init__(self, match: Match, message: play_pb2.Question, stream: int = 0) -> None:
        self.match = match
        self.message = message
        self.stream = stream
        self._offers: tuple[Offer, ...] | None = None

    @property
    def view(self) -> views_pb2.View:
        """All that this seat may know: cards, tricks, calls, scores."""
        return self.message.view

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The legal actions, at least one, in a fixed order."""
        if self._offers is None:
            self._offers = tuple(
                Offer(
                    WORDS.get(offer.verb, ""),
                    tuple(offer.cards),
                    offer.range.least if offer.HasField("range") else None,
                    offer.range.most if offer.HasField("range") else None,
                    offer.text,
                    place,
                )
                for place, offer in enumerate(self.message.offers)
            )
        return self._offers

    @property
    def texts(self) -> list[str]:
        """The offers in the notation, in order: the quickest way to see what is open."""
        return [offer.text for offer in self.message.offers]

    @property
    def rng(self) -> random.Random:
        """The dice of this match."""
        return self.match.rng

    @property
    def budget(self) -> play_pb2.Budget:
        """The time left, in milliseconds: `decision_ms`, then `bank_ms`."""
        return self.message.budget

    def __iter__(self) -> Iterator[Offer]:
        return iter(self.offers)

    def place(self, choice: Choice) -> tuple[int, int | None]:
        """The place of a choice among the offers, and the amount where it names one.

        Raises: IllegalChoice: the choice is not among the offers.
        """
        if isinstance(choice, Offer):
            if choice.place < len(self.message.offers):
                return choice.place, None
        elif isinstance(choice, int):
            if 0 <= choice < len(self.message.offers):
                return choice, None
        else:
            text = choice if isinstance(choice, str) else str(choice)
            for place, offer in enumerate(self.message.offers):
                if offer.text == text:
                    return place, None
            words, _, last = text.rpartition(" ")
            if last.isascii() and last.isdigit():
                for place, offer in enumerate(self.message.offers):
                    amounts = offer.range
                    inside = offer.HasField("range") and amounts.least <= int(last) <= amounts.most
                    if inside and offer.text.rpartition(" ")[0] == words:
                        return place, int(last)
        raise IllegalChoice(
            f"{choice!s} is not open to seat {self.match.seat} in match {self.match.id}, decision"
            f" {self.message.decision}; open: {', '.join(self.texts)}."
            " Return one of question.offers, its text, or its place from 0."
        )
