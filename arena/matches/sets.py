"""Deal sets at the tables: drawn, committed to, dealt once all nonces are in, and then revealed or void.

    drawn --all legs written down--> offered --all nonces in--> dealt --all legs over--> closed
                                        |  a nonce is wrong        |  a leg comes to nothing
                                        |  or does not come        |
                                        +----------------------> void

The seed is fixed before a nonce is known and hidden until the set is over, every seat is bound to its nonce
before it is offered a match, and no leg is dealt before all nonces are in: so nobody can choose the cards,
not even the arena and a bot together. Read DealMode, DrawnSet, DrawnLeg.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hmac import compare_digest
from typing import Literal, NamedTuple

import trio

from arena.fairness import (
    Contribution,
    DealSet,
    Sealed,
    deal_set,
    draw_leg_salt,
    leg_commitment,
    nonce_commitment,
)
from arena.fairness.keys import MOST_NONCE_BYTES
from engine import Card

MOST_LEGS = 256


@dataclass(frozen=True, slots=True)
class DealMode:
    """Who plays the same cards, and what becomes of a set that cannot be finished."""

    name: Literal["mirror", "shared", "independent"]
    with_nonces: bool
    """Whether the bots add nonces. Bots that the arena starts get a seed of the same key, so they can't."""
    same_again: bool
    """Whether a leg that came to nothing is played again with its cards: only who can forget may."""


MIRROR = DealMode("mirror", with_nonces=False, same_again=True)
"""The same cards from all seats, by bots that the arena starts itself, fresh instances in every leg."""
SHARED = DealMode("shared", with_nonces=True, same_again=False)
"""All tables of a round play the same cards; each bot plays them once."""
INDEPENDENT = DealMode("independent", with_nonces=True, same_again=False)
"""Each match has cards of its own."""


class NonceGiven(NamedTuple):
    """What one seat added to the cards."""

    leg: int
    seat: int
    bot: str
    nonce: bytes


class Reveal(NamedTuple):
    """What a match's cards followed from, told when its deal set has closed."""

    match_id: str
    deal_set: str
    leg: int
    server_seed: bytes
    leg_salt: bytes
    contributions: tuple[NonceGiven, ...]
    void: bool
    """Whether the set came to nothing: nonces may be missing."""


class DrawnSet:
    """One deal set from its draw to its end. Printing it shows no secret."""

    def __init__(
        self,
        mode: DealMode,
        set_id: str,
        ruleset: str,
        cards: tuple[Card, ...],
        server_seed: Sealed[bytes],
        legs: Iterable[int] = (0,),
        *,
        salt: Callable[[int], Sealed[bytes]] = lambda _leg: draw_leg_salt(),
        contributing: Iterable[int] | None = None,
    ) -> None:
        """`legs` are those that are still to be played.

        contributing: the legs whose seats add nonces. All of them where they are played at the same time
        (the default with nonces); leg 0 where one is played after the other; none without nonces.
        """
        self.mode = mode
        self.id = set_id
        self.ruleset = ruleset
        self.cards = cards
        self.size = 0
        """How many legs make it whole."""
        self.server_seed = server_seed
        self.legs: dict[int, DrawnLeg] = {}
        """By number; of a leg that is played again the last attempt."""
        self.void_rule = ""
        """Why the set is void; empty as long as it is not."""
        self.dropped: tuple[str, ...] = ()
        """The bots that did not keep to their commitments."""
        self._salt = salt
        self._to_play = set(legs)
        if not self._to_play <= set(range(MOST_LEGS)):
            raise ValueError(f"legs are numbered 0 to {MOST_LEGS - 1}, not {sorted(self._to_play)}")
        self.size = len(self._to_play)
        with_nonces = self._to_play if contributing is None else set(contributing)
        self._contributing = with_nonces if mode.with_nonces else set()
        self._unwritten = set(self._contributing)
        self._missing = set(self._contributing)
        self._written = trio.Event()
        self._given: list[NonceGiven] = []
        self._deals: DealSet | None = None
        self._go_on()

    def __repr__(self) -> str:
        return f"<deal set {self.id}, {self.mode.name}>"

    def leg(self, number: int, match_id: str) -> "DrawnLeg":
        """The leg for a match: to be played once, or again after it came to nothing."""
        if number not in self._to_play:
            raise ValueError(f"leg {number} of deal set {self.id} is none of {sorted(self._to_play)}")
        self.legs[number] = leg = DrawnLeg(self, number, match_id, self._salt(number))
        return leg

    def without(self, number: int) -> None:
        """A leg is not played: its bots did not come, and it was never offered."""
        self._to_play.discard(number)
        self.size = len(self._to_play)
        self.legs.pop(number, None)
        self._unwritten.discard(number)
        self._missing.discard(number)
        self._go_on()

    @property
    def contributions(self) -> tuple[NonceGiven, ...]:
        """The nonces that are in, by leg and seat."""
        return tuple(sorted(self._given))

    @property
    def deals(self) -> DealSet:
        """The cards. Raises: LookupError: not all nonces are in."""
        if self._deals is None:
            raise LookupError(f"deal set {self.id} is not dealt: nonces of legs {sorted(self._missing)} miss")
        return self._deals

    @property
    def dealt(self) -> bool:
        """Whether all nonces are in, and with them the cards."""
        return self._deals is not None

    def fail(self, rule: str) -> None:
        """The set comes to nothing. Legs that are not dealt yet end with it."""
        if not self.void_rule:
            self.void_rule = rule
            self._written.set()
            for leg in list(self.legs.values()):
                if self._deals is None:
                    leg.spoil(f"the deal set is void: {rule}")

    def _go_on(self) -> None:
        """Offer the legs, or deal them, if nothing is waited for any more."""
        if not self._unwritten:
            self._written.set()
        if self._missing or self._deals is not None or self.void_rule:
            return
        nonces = [Contribution(given.leg, given.seat, given.nonce) for given in self._given]
        self._deals = deal_set(self.id, self.ruleset, self.cards, self.server_seed, nonces)
        for leg in list(self.legs.values()):
            leg.deal()


def _nothing(*_: object) -> None:
    pass


class DrawnLeg:
    """One leg of a deal set, as its table knows it."""

    def __init__(self, drawn: DrawnSet, number: int, match_id: str, salt: Sealed[bytes]) -> None:
        self.drawn = drawn
        self.number = number
        self.match_id = match_id
        self.salt = salt
        self.commitment = leg_commitment(drawn.server_seed.reveal(), salt.reveal(), match_id, drawn.ruleset)
        """C, 32 bytes: in the offer."""
        self.nonce_commitments: dict[int, bytes] = {}
        """NC of each seat that adds a nonce."""
        self.spoil: Callable[[str], object] = _nothing
        """Ends the table without a result."""
        self.deal: Callable[[], object] = _nothing
        """Lets the table deal."""
        self.tell: Callable[[Reveal], object] = _nothing
        """Tells the bots of the table what was revealed."""
        self._bots: dict[int, str] = {}
        self._seated = False

    def __repr__(self) -> str:
        return f"<leg {self.number} of {self.drawn!r}>"

    @property
    def takes_nonces(self) -> bool:
        """Whether its seats may add nonces."""
        return self.number in self.drawn._contributing

    def deck(self, hand: int) -> tuple[Card, ...]:
        """The deck of one hand, counted from 0."""
        return self.drawn.deals.deck(hand)

    def commit(self, seat: int, bot: str, commitment: bytes) -> None:
        """A seat is bound to its nonce."""
        self.nonce_commitments[seat] = commitment
        self._bots[seat] = bot

    async def written_down(self) -> None:
        """The leg's commitments are in the public chain. Returns when those of all legs are.

        Before that no nonce may be known: a bot that commits later could choose by it.
        """
        self.drawn._unwritten.discard(self.number)
        self.drawn._go_on()
        await self.drawn._written.wait()

    def reveal(self, seat: int, nonce: bytes) -> bool:
        """A seat reveals its nonce; False where that is not the one it is bound to."""
        bot = self._bots[seat]
        fits = 1 <= len(nonce) <= MOST_NONCE_BYTES and compare_digest(
            nonce_commitment(bot, nonce), self.nonce_commitments[seat]
        )
        if fits:
            self.drawn._given.append(NonceGiven(self.number, seat, bot, nonce))
        return fits

    def drop(self, bot: str) -> None:
        """A seat did not keep to its commitment: the match ends, the set is drawn anew without its bot."""
        self.drawn.dropped += (bot,)

    def seated(self) -> None:
        """All seats are taken, all nonces in: `deal` is called, now or when the other legs are as far."""
        self._seated = True
        if self.drawn._deals is not None:
            self.deal()
        else:
            self._complete()

    def over(self, rule: str | None) -> None:
        """The match is over; `rule` says why it came to nothing, None if it has a result."""
        drawn = self.drawn
        if rule is not None:
            if not drawn.mode.same_again:
                drawn.fail(rule)
        elif not self._seated and drawn._deals is None:
            self._seated = True
            self._complete()

    def stored(self, *, void: bool) -> bool:
        """The end of the match is written down. Whether that was the last of the deal set."""
        drawn = self.drawn
        if not (void and drawn.mode.same_again):
            drawn._to_play.discard(self.number)
        return not drawn._to_play

    def told(self) -> Reveal:
        """What is revealed when the set has closed."""
        drawn = self.drawn
        return Reveal(
            self.match_id,
            drawn.id,
            self.number,
            drawn.server_seed.reveal(),
            self.salt.reveal(),
            drawn.contributions,
            bool(drawn.void_rule),
        )

    def _complete(self) -> None:
        """This leg's nonces are in, unless it ended before they were."""
        given = {one.seat for one in self.drawn._given if one.leg == self.number}
        if self.takes_nonces and given != self.nonce_commitments.keys():
            self.drawn.fail(f"leg {self.number} was over before all its nonces were in")
            return
        self.drawn._missing.discard(self.number)
        self.drawn._go_on()
