"""The envido of american: how often a side wins it, given the unseen cards and what rivals said.

Counts are kept as places in COUNTS: 9 and less are one, since such hands are few and all lose.
"""

from collections.abc import Sequence
from math import exp

from arena.sdk.french import FRENCH_52, PIPS
from sample_bots.python.high.counts import Counting
from sample_bots.python.high.deal import Deal

FRENCH = Counting(dict(PIPS), pair_bonus=0, flor=False)
COUNTS = tuple(range(9, 21))
Shares = list[float]
"""By place: a share of hands, or how likely a hand does something."""


def place_of(cards: Sequence[str]) -> int:
    return max(0, FRENCH.count(cards) - COUNTS[0])


def apart(at_most: Sequence[float]) -> Shares:
    """Shares of hands with each count, from the shares with at most it."""
    return [share - below for share, below in zip(at_most, (0.0, *at_most), strict=False)]


def _likely(turn: float, width: float) -> Shares:
    """How likely a hand does something that is even for one better than `turn` of all hands."""
    at_most = FRENCH.at_most(FRENCH_52, COUNTS)
    middles = [(share + below) / 2 for share, below in zip(at_most, (0.0, *at_most), strict=False)]
    return [0.04 + 0.96 / (1 + exp((turn - middle) / width)) for middle in middles]


CALLS = _likely(0.62, 0.06)
ACCEPTS = _likely(0.52, 0.06)
ACCEPTS_REST = _likely(0.85, 0.05)


class Envido:
    """The envido as one seat sees it."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self._shares: dict[int, Shares] = {}
        self._plain: Shares = []

    def chance(self, cards: Sequence[str]) -> float:
        """How often these cards win it for the side, where nobody has said anything."""
        if not self._plain:
            self._plain = [self._wins(place, {}) for place in range(len(COUNTS))]
        return self._plain[place_of(cards)]

    def odds(
        self, cards: Sequence[str], said: dict[int, Shares], asked: int, answers: Shares
    ) -> tuple[float, float]:
        """How often `asked` stands, and how often these cards win then.

        `said`: by rival, how likely each count says what it has said. `asked` answers, each count as likely
        as in `answers`.
        """
        shares = self._of(asked)
        before = said.get(asked)
        weights = [share * likely for share, likely in zip(shares, before, strict=True)] if before else shares
        after = [weight * likely for weight, likely in zip(weights, answers, strict=True)]
        total = sum(weights)
        if total <= 0 or sum(after) <= 0:
            return 1.0, self.chance(cards)
        return sum(after) / total, self._wins(place_of(cards), {**said, asked: _times(before, answers)})

    def told(self, cards: Sequence[str], said: dict[int, Shares]) -> float:
        """How often these cards win it, given what rivals said."""
        return self._wins(place_of(cards), said)

    def _of(self, seat: int) -> Shares:
        """Shares of the hands that a seat may hold."""
        known = tuple(sorted(self.deal.known.get(seat, ())))[:3]
        key = seat if known else -1
        if key not in self._shares:
            self._shares[key] = apart(FRENCH.at_most(self.deal.unseen, COUNTS, known))
        return self._shares[key]

    def _wins(self, mine: int, said: dict[int, Shares]) -> float:
        # By place: how likely all rivals are below it, or tie and lose.
        below = [1.0] * len(COUNTS)
        for rival in self.deal.holds:
            shares, likely = self._of(rival), said.get(rival)
            if likely:
                shares = [share * one for share, one in zip(shares, likely, strict=True)]
            total = sum(shares) or 1.0
            tie = 0.5 if self.deal.partner >= 0 else float(self.deal.we_are_mano)
            so_far = 0.0
            for place, share in enumerate(shares):
                below[place] *= (so_far + tie * share) / total
                so_far += share
        if self.deal.partner < 0:
            return below[mine]
        partner = self._of(self.deal.partner)
        wins = sum(partner[: mine + 1]) * below[mine]
        for place in range(mine + 1, len(COUNTS)):
            wins += partner[place] * below[place]
        return wins


def _times(before: Shares | None, answers: Shares) -> Shares:
    return [one * other for one, other in zip(before, answers, strict=True)] if before else answers
