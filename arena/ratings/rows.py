"""Rows: the results of a ladder as arrays, one comparison of two sides a row, ready to be fitted.

A side is one bot, or the members of a team who each carry an equal share of its strength. A match of two
sides is one row; a table of N players is a row for each two seats, won by the one who outlasted the other. In
every row the side in the lower seat comes first: results that share a deal set are only alike when seen from
the same seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from arena.ratings.errors import RatingError

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Rows:
    """Comparisons of two sides; all arrays have one entry (or row) per comparison, in any order.

    bots:    names; the integers in the sides index it.
    side0:   (n, m) the m members of the side in the lower seat, each with weight +1/m.
    side1:   (n, m) the members of the other side, each with weight -1/m.
    score:   (n,) what side 0 scored, 1 won, 0 lost. Usually in 0..1; a luck-adjusted score may leave it.
    cluster: (n,) rows with equal numbers share their deals (or their table), so are not independent.
    weight:  (n,) > 0, how much a row counts; 1 unless pairs that met very often are capped.
    Raises: RatingError: shapes that do not fit together, an index that is no bot, or a value that is not
    finite.
    """

    bots: tuple[str, ...]
    side0: Ints
    side1: Ints
    score: Floats
    cluster: Ints
    weight: Floats = field(default_factory=lambda: np.empty(0))

    def __post_init__(self) -> None:
        for name in ("side0", "side1"):
            side = np.asarray(getattr(self, name), dtype=np.int64)
            object.__setattr__(self, name, side[:, np.newaxis] if side.ndim == 1 else side)
        object.__setattr__(self, "score", np.asarray(self.score, dtype=np.float64))
        object.__setattr__(self, "cluster", np.asarray(self.cluster, dtype=np.int64))
        given = np.asarray(self.weight, dtype=np.float64)
        object.__setattr__(self, "weight", given if given.size else np.ones(len(self.score)))
        self._check()

    def __len__(self) -> int:
        return len(self.score)

    def keep(self, mask: Bools) -> "Rows":
        """The rows where `mask` (n,) is true. Bots that then appear in no row are left out."""
        side0, side1 = self.side0[mask], self.side1[mask]
        present = np.unique(np.concatenate((side0.ravel(), side1.ravel())))
        renumber = np.zeros(len(self.bots), dtype=np.int64)
        renumber[present] = np.arange(len(present))
        return Rows(
            bots=tuple(self.bots[bot] for bot in present),
            side0=renumber[side0],
            side1=renumber[side1],
            score=self.score[mask],
            cluster=self.cluster[mask],
            weight=self.weight[mask],
        )

    def with_capped_pairs(self, cap: int) -> "Rows":
        """The same rows, a pair of sides that met n > cap times weighing no more than one that met cap times.

        Keeps extra matches between neighbours from bending the ladder when styles are not transitive.
        Raises: RatingError: the cap is below 1.
        """
        if cap < 1:
            raise RatingError(f"a cap of {cap} would leave no results; give 1 or more")
        first, second = np.split(side_codes(np.concatenate((self.side0, self.side1)), len(self.bots)), 2)
        pair = side_codes(np.stack((first, second), axis=1), int(max(first.max(), second.max())) + 1)
        _, inverse, counts = np.unique(pair, return_inverse=True, return_counts=True)
        met = counts[inverse]
        return replace(self, weight=np.minimum(met, cap) / met)

    def _check(self) -> None:
        n = len(self.score)
        if self.side0.shape != self.side1.shape or self.side0.ndim != 2 or len(self.side0) != n:
            raise RatingError(
                f"sides of shape {self.side0.shape} and {self.side1.shape} do not fit {n} scores; "
                "both must be (rows,) or (rows, members)"
            )
        if self.score.ndim != 1 or self.cluster.shape != (n,) or self.weight.shape != (n,):
            raise RatingError("score, cluster and weight must each have one entry per row")
        if n == 0:
            raise RatingError("there is no result to rate; play some matches first")
        if len(set(self.bots)) != len(self.bots):
            raise RatingError("two bots have the same name; a version of a bot needs a name of its own")
        for side in (self.side0, self.side1):
            if side.min() < 0 or side.max() >= len(self.bots):
                raise RatingError(
                    f"a side names bot {side.max()}, but there are bots 0..{len(self.bots) - 1}"
                )
        if not (np.isfinite(self.score).all() and np.isfinite(self.weight).all() and (self.weight > 0).all()):
            raise RatingError("scores must be finite and weights finite and above 0")


def table_rows(bots: Sequence[str], seats: Ints, places: Ints, cluster: Ints) -> Rows:
    """Rows of tables of P players: two by two, the better place scores 1, equal places 1/2 each.

    seats: (t, P) bot in each seat. places: (t, P) place of each seat, 1 best.
    cluster: (t,) deal set, or a number of its own for each table that shares its deals with no other.
    """
    lower, higher = np.triu_indices(seats.shape[1], 1)
    ahead = np.sign(places[:, higher] - places[:, lower])
    return Rows(
        bots=tuple(bots),
        side0=seats[:, lower].ravel(),
        side1=seats[:, higher].ravel(),
        score=(0.5 + 0.5 * ahead).ravel(),
        cluster=np.repeat(cluster, len(lower)),
    )


def side_codes(side: Ints, bots: int) -> Ints:
    """(n,) one number per row of `side` (n, m), equal for the same members in whatever order."""
    members = np.sort(side, axis=1)
    code = members[:, 0]
    for column in range(1, side.shape[1]):
        # Numbered anew before each step, so that the code stays below rows x bots.
        _, code = np.unique(code, return_inverse=True)
        code = code * bots + members[:, column]
    return code
