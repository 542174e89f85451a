"""On a ladder of mixed partners: which two do better together, or against each other, than ratings say?

A side is worth the mean of its members there. A rating can be trusted as far as that holds; two whose side is
worth more fit each other, or tell each other their cards. Read partners_of first.

What a pair adds is one more unknown of its own, tried alone: a score test of one step, with the ratings of
all bots free to give way. So what the ratings have taken up of it already is given back, and the errors are
robust to what the tables of a deal set share.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from arena.ratings.elo import ELO_PER_LOGIT
from arena.ratings.errors import RatingError
from arena.ratings.fit import Fit
from arena.ratings.residuals import BY_CHANCE, FLAG_Z, chi2_tail
from arena.ratings.rows import Floats, Ints, Rows

BY_LUCK = 0.05
"""Probability that any pair of a ladder is called sure where ratings explain everything."""
SPREAD_ELO = 30.0
"""A spread of what partners add above this is worth a warning."""
_POOLED_CLUSTERS = 10.0
"""A pair's variance is its own and, as if seen in so many more clusters, that of all pairs."""
_MOST_FREED = 12
"""Pairs that are told apart from what follows from them; one after another, so not without end."""
_TOLD_APART = 1e-6
"""Share of a pair's information that must be left when the ratings are free, to say anything about it."""


@dataclass(frozen=True)
class Together:
    """Two bots on a side, or on opposite sides.

    rows, clusters: matches of the two, and the independent deal sets (or tables) they come from.
    elo, se:        partners: what their side is worth beyond the mean of the two. Opponents: what the side of
                    `bot` is worth beyond the usual with `other` on the side against it. And the error.
    z:              elo in standard errors. sure: too far from 0 for chance, all pairs of the ladder regarded.
    """

    bot: str
    other: str
    rows: int
    clusters: int
    elo: float
    se: float
    z: float
    sure: bool


@dataclass(frozen=True)
class Partners:
    """What pairs of bots do beyond their ratings; each list with the most surprising first.

    chi2, df: sum of what partners do beyond, squared, and what it is on average when ratings explain all.
    p:        probability of such a chi2 or a greater one in that case.
    sd:       spread, in Elo of a side, of what partners add, luck taken out.
    """

    partners: tuple[Together, ...]
    opponents: tuple[Together, ...]
    chi2: float
    df: float
    p: float
    sd: float

    @property
    def warning(self) -> str | None:
        """What to print beside the ladder; None where partners are as good as their ratings say."""
        if self.sd <= SPREAD_ELO or self.p > BY_CHANCE:
            return None
        return (
            "partners matter beyond their ratings: a side is some "
            f"{self.sd:.0f} Elo from the mean of its two (a warning above {SPREAD_ELO:g})"
        )

    def flagged(self) -> tuple[Together, ...]:
        """Pairs so far from their ratings that someone should look at them."""
        return tuple([pair for pair in (*self.partners, *self.opponents) if abs(pair.z) > FLAG_Z])


def partners_of(rows: Rows, fit: Fit) -> Partners:
    """The residuals of partners, and of opponents, behind a fit.

    fit: of these rows with correlation=0, as for `diagnostics_of`.
    Raises: RatingError: sides of one bot, which have no partners.
    """
    if rows.side0.shape[1] < 2:
        raise RatingError("a side of one bot has no partners; the residuals of two bots are in residuals.py")
    test = _ScoreTest.of(rows, fit)
    partners = _Sightings.joined(_partners(rows), len(rows.bots))
    opponents = _Sightings.joined(_opponents(rows), len(rows.bots))
    found = _Pairs(test, partners)
    kept = 1.0 - found.taken
    chi2, df = float((found.z**2 * kept).sum()), float(kept.sum())
    return Partners(
        partners=_listed(test, partners, rows.bots),
        opponents=_listed(test, opponents, rows.bots),
        chi2=chi2,
        df=df,
        p=chi2_tail(chi2, round(df)),
        sd=found.spread(),
    )


def _listed(test: "_ScoreTest", sightings: "_Sightings", bots: tuple[str, ...]) -> tuple[Together, ...]:
    """The pairs, the most surprising first; each with the ratings and all other sure pairs left free.

    What one pair adds the ratings take up in part, and other pairs of its bots seem to lack it. So the surest
    is freed and the rest looked at again, until no other is sure.
    """
    freed: list[int] = []
    while True:
        now = _Pairs(test.freeing([sightings.of(pair) for pair in freed]), sightings)
        limit = NormalDist().inv_cdf(1.0 - BY_LUCK / (2.0 * max(1, len(now.z))))
        surest = max(range(len(now.z)), key=lambda k: abs(now.z[k]), default=-1)
        if surest < 0 or abs(now.z[surest]) <= limit or len(freed) == _MOST_FREED:
            break
        freed.append(int(now.code[surest]))
    pairs = now.told(bots, sure=limit)
    for pair in freed:
        others = test.freeing([sightings.of(other) for other in freed if other != pair])
        pairs += _Pairs(others, sightings.of(pair)).told(bots, sure=limit)
    return tuple(sorted(pairs, key=lambda pair: (-abs(pair.z), pair.bot, pair.other)))


class _Sightings(NamedTuple):
    """Pairs in rows, (S,) each: the row, the pair's code, +1 where it speaks for side 0, -1 against it."""

    row: Ints
    code: Ints
    sign: Floats

    @classmethod
    def joined(cls, parts: Iterable[tuple[Ints, Ints, Ints, Floats]], bots: int) -> "_Sightings":
        """Of (row, lower bot, higher bot, sign), (S,) each; code = lower bot * bots + higher bot."""
        row, low, high, sign = (np.concatenate(part) for part in zip(*parts, strict=True))
        return cls(row, low * bots + high, sign)

    def of(self, code: int) -> "_Sightings":
        """Those of one pair."""
        mine = self.code == code
        return _Sightings(self.row[mine], self.code[mine], self.sign[mine])


@dataclass(frozen=True, eq=False)
class _ScoreTest:
    """The rows as seen by one more unknown, with what is free already: N ratings, and sure pairs.

    residual, weight: (n,) score less expected, and the variance of it by the model. cluster: (n,) from 0.
    contrast: (n, F) what each free unknown does for side 0.
    """

    bots: int
    residual: Floats
    weight: Floats
    cluster: Ints
    contrast: Floats

    @classmethod
    def of(cls, rows: Rows, fit: Fit) -> "_ScoreTest":
        """With the ratings free."""
        strengths = np.array([fit.rating(bot) for bot in rows.bots]) / ELO_PER_LOGIT
        n, bots, members = len(rows), len(rows.bots), rows.side0.shape[1]
        gap = strengths[rows.side0].mean(axis=1) - strengths[rows.side1].mean(axis=1)
        p = 1.0 / (1.0 + np.exp(-gap))
        contrast: Floats = np.zeros((n, bots))
        for column in range(members):
            np.add.at(contrast, (np.arange(n), rows.side0[:, column]), 1.0 / members)
            np.add.at(contrast, (np.arange(n), rows.side1[:, column]), -1.0 / members)
        _, cluster = np.unique(rows.cluster, return_inverse=True)
        return cls(bots, rows.score - p, p * (1.0 - p), cluster, contrast)

    def freeing(self, pairs: Sequence[_Sightings]) -> "_ScoreTest":
        """With these pairs free too."""
        columns = np.zeros((len(self.residual), len(pairs)))
        for column, pair in enumerate(pairs):
            np.add.at(columns[:, column], pair.row, pair.sign)
        return replace(self, contrast=np.hstack((self.contrast, columns)))

    @cached_property
    def inverse(self) -> Floats:
        """(F, F) of the information of what is free, the sum of all ratings fixed."""
        information = self.contrast.T @ (self.contrast * self.weight[:, np.newaxis])
        return np.asarray(np.linalg.pinv(information, rcond=1e-10, hermitian=True))

    @cached_property
    def by_cluster(self) -> Floats:
        """(clusters, F) sums of contrast times residual."""
        sums: Floats = np.zeros((int(self.cluster.max()) + 1, self.contrast.shape[1]))
        np.add.at(sums, self.cluster, self.contrast * self.residual[:, np.newaxis])
        return sums

    @cached_property
    def total(self) -> Floats:
        """(F,) the same of all clusters."""
        return np.asarray(self.by_cluster.sum(axis=0))

    @cached_property
    def products(self) -> Floats:
        """(F, F) sums over clusters of their products."""
        return np.asarray(self.by_cluster.T @ self.by_cluster)


class _Pairs:
    """The score test of each pair, (P,) each: its estimate, its error, and the share that ratings take up."""

    def __init__(self, test: _ScoreTest, sightings: _Sightings) -> None:
        codes, label = np.unique(sightings.code, return_inverse=True)
        found = np.split(np.argsort(label, kind="stable"), np.cumsum(np.bincount(label))[:-1])
        kept = []
        for code, places in zip(codes.tolist(), found, strict=True):
            at, by = sightings.row[places], sightings.sign[places]
            alone = float((test.weight[at] * by**2).sum())
            shared = test.contrast[at].T @ (test.weight[at] * by)
            taken_up = test.inverse @ shared
            left = alone - float(taken_up @ shared)
            if left <= _TOLD_APART * alone:
                # The two never played but together, so that nothing tells the pair from its members; or it
                # is free already.
                continue
            own = by * test.residual[at]
            clusters, of_cluster = np.unique(test.cluster[at], return_inverse=True)
            sums = np.bincount(of_cluster, own)
            # The squares of each cluster's sum less what the ratings take up, without a table of them all.
            square = float(
                sums @ sums
                - 2.0 * (sums @ (test.by_cluster[clusters] @ taken_up))
                + taken_up @ test.products @ taken_up
            )
            score = float(own.sum() - taken_up @ test.total)
            kept.append((code, len(at), len(clusters), score, left, alone, square))
        table: Floats = np.array(kept, dtype=np.float64).reshape(-1, 7)
        self.code, self.rows, self.clusters, scores, information, without, squares = table.T
        self.taken: Floats = 1.0 - information / without
        # How much more or less clusters vary than independent rows would.
        ratio = float(squares.sum() / information.sum()) if kept else 1.0
        own_share = self.clusters / (self.clusters + _POOLED_CLUSTERS)
        variance = own_share * squares + (1.0 - own_share) * max(ratio, 1e-6) * information
        self.elo: Floats = ELO_PER_LOGIT * scores / information
        self.se: Floats = ELO_PER_LOGIT * np.sqrt(variance) / information
        self.z: Floats = scores / np.sqrt(variance)

    def told(self, bots: tuple[str, ...], *, sure: float) -> list[Together]:
        """All of them. sure: the z beyond which a pair is."""
        return [
            Together(
                bot=bots[int(self.code[k]) // len(bots)],
                other=bots[int(self.code[k]) % len(bots)],
                rows=int(self.rows[k]),
                clusters=int(self.clusters[k]),
                elo=float(self.elo[k]),
                se=float(self.se[k]),
                z=float(self.z[k]),
                sure=bool(abs(self.z[k]) > sure),
            )
            for k in range(len(self.z))
        ]

    def spread(self) -> float:
        """DerSimonian and Laird 1986: what the squares have in excess of chance, over their precision."""
        kept = 1.0 - self.taken
        if kept.sum() < 1.0:
            return 0.0
        excess = float((kept * (self.z**2 - 1.0)).sum())
        return math.sqrt(max(0.0, excess / float((kept / self.se**2).sum())))


def _partners(rows: Rows) -> Iterator[tuple[Ints, Ints, Ints, Floats]]:
    """Two bots on one side: their side gains what they add."""
    for side, sign in ((rows.side0, 1.0), (rows.side1, -1.0)):
        for one, other in combinations(range(side.shape[1]), 2):
            first, second = side[:, one], side[:, other]
            (at,) = np.nonzero(first != second)
            low, high = np.minimum(first, second)[at], np.maximum(first, second)[at]
            yield at, low, high, np.full(len(at), sign)


def _opponents(rows: Rows) -> Iterator[tuple[Ints, Ints, Ints, Floats]]:
    """Two bots on opposite sides: the side of the first by name gains."""
    for one, other in product(range(rows.side0.shape[1]), repeat=2):
        first, second = rows.side0[:, one], rows.side1[:, other]
        (at,) = np.nonzero(first != second)
        low, high = np.minimum(first, second)[at], np.maximum(first, second)[at]
        yield at, low, high, np.where(first[at] == low, 1.0, -1.0)
