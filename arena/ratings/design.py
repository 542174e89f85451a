"""The design of a fit: rows sorted, equal rows and equal clusters counted once, and sums over clusters.

A ladder of 100 bots and a million matches has a million rows but only some ten thousand different ones (who,
in which seat, with what score). Everything that depends on ratings is computed once per different row, a
"kind", and small clusters of the same kinds are kept once with a number of copies. Sorting makes every figure
independent, to the last bit, of the order in which results arrive.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arena.ratings.rows import Floats, Ints, Rows, side_codes

_CHUNK = 2_000_000
"""Numbers held at once in a table of clusters by bots: 16 MB."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """The K different rows.

    members: (K, 2m) bots of both sides. shares: (2m,) +1/m, then -1/m. score, weight: (K,).
    """

    members: Ints
    shares: Floats
    score: Floats
    weight: Floats

    def contrast(self, per_bot: Floats) -> Floats:
        """(K,) side 0 less side 1 of a value per bot (N,)."""
        return np.asarray(per_bot[self.members] @ self.shares)


@dataclass(frozen=True, eq=False)
class Design:
    """Rows ready to be summed.

    singles: (K,) how many clusters consist of one row of this kind only.
    rows:    (R,) kinds of the rows of all larger clusters, one cluster after the other.
    starts, sizes, copies: (C,) where each larger cluster begins in `rows`, its rows, how often it occurs.
    """

    bots: tuple[str, ...]
    kinds: Kinds
    singles: Floats
    rows: Ints
    starts: Ints
    sizes: Ints
    copies: Floats

    @property
    def clusters(self) -> float:
        """Number of clusters in all."""
        return float(self.singles.sum() + self.copies.sum())

    def counts(self) -> Floats:
        """(K,) how often each kind of row occurs in all."""
        inside = np.bincount(self.rows, np.repeat(self.copies, self.sizes), len(self.singles))
        return np.asarray(self.singles + inside)

    def per_cluster(self, per_kind: Floats) -> Floats:
        """(C,) sums over the rows of each larger cluster."""
        return np.add.reduceat(per_kind[self.rows], self.starts) if len(self.starts) else np.empty(0)

    def scatter(self, per_kind: Floats) -> Floats:
        """(N,) sum over kinds of per_kind (K,) times the kind's contrast."""
        spread = per_kind[:, np.newaxis] * self.kinds.shares
        return _binned(self.kinds.members, spread, len(self.bots))

    def outer(self, per_kind: Floats) -> Floats:
        """(N, N) sum over kinds of per_kind (K,) times the contrast's outer product with itself."""
        n = len(self.bots)
        members, shares = self.kinds.members, self.kinds.shares
        cells = members[:, :, np.newaxis] * n + members[:, np.newaxis, :]
        spread = per_kind[:, np.newaxis, np.newaxis] * np.outer(shares, shares)
        return _binned(cells, spread, n * n).reshape(n, n)

    def cluster_tables(self, per_kind: Floats) -> Iterator[tuple[slice, Floats]]:
        """(c, N) tables, some larger clusters at a time: the sum of per_kind (K,) times contrast of each."""
        for part, cells, rows in self._cluster_cells():
            spread = per_kind[rows][:, np.newaxis] * self.kinds.shares
            clusters = part.stop - part.start
            yield part, _binned(cells, spread, clusters * len(self.bots)).reshape(clusters, len(self.bots))

    def clusters_of_bots(self) -> Floats:
        """(N,) number of clusters in which each bot appears."""
        members = np.sort(self.kinds.members, axis=1)
        # A bot with several seats of a match is counted at the first of them.
        first = np.ones(members.shape)
        first[:, 1:] = members[:, 1:] != members[:, :-1]
        total = _binned(members, first * self.singles[:, np.newaxis], len(self.bots))
        for part, cells, _ in self._cluster_cells():
            clusters = part.stop - part.start
            seats = np.bincount(cells.ravel(), minlength=clusters * len(self.bots))
            total += self.copies[part] @ (seats.reshape(clusters, len(self.bots)) > 0)
        return total

    def _cluster_cells(self) -> Iterator[tuple[slice, Ints, Ints]]:
        """Some larger clusters at a time: which; the cell (cluster, bot) of each row's members; the rows."""
        n = len(self.bots)
        at_once = max(1, _CHUNK // n)
        for first in range(0, len(self.starts), at_once):
            part = slice(first, min(first + at_once, len(self.starts)))
            sizes = self.sizes[part]
            begin = int(self.starts[first])
            rows = self.rows[begin : begin + int(sizes.sum())]
            owner = np.repeat(np.arange(len(sizes)), sizes)
            yield part, owner[:, np.newaxis] * n + self.kinds.members[rows], rows


def design_of(rows: Rows) -> Design:
    """The design of all rows."""
    kinds, kind_of = _kinds(rows)
    _, label = np.unique(rows.cluster, return_inverse=True)
    # One sort of plain numbers puts rows in order of cluster and, inside it, of kind.
    clusters, kind = np.divmod(np.sort(label * len(kinds.score) + kind_of), len(kinds.score))
    sizes = np.bincount(clusters)
    singles = np.bincount(kind[sizes[clusters] == 1], minlength=len(kinds.score)).astype(np.float64)
    pairs, pair_copies = _counted_pairs(kind[sizes[clusters] == 2], len(kinds.score))
    large_sizes = sizes[sizes > 2]
    large = kind[sizes[clusters] > 2]
    all_sizes = np.concatenate((np.full(len(pair_copies), 2), large_sizes))
    return Design(
        bots=rows.bots,
        kinds=kinds,
        singles=singles,
        rows=np.concatenate((pairs, large)),
        starts=np.cumsum(all_sizes) - all_sizes,
        sizes=all_sizes,
        copies=np.concatenate((pair_copies, np.ones(len(large_sizes)))),
    )


def design_of_wins(bots: tuple[str, ...], wins: Floats) -> Design:
    """The design of independent matches given as wins[i, j]: how often (halves allowed) bot i beat bot j."""
    winner, loser = np.nonzero(wins)
    none = np.empty(0, dtype=np.int64)
    return Design(
        bots=bots,
        kinds=Kinds(
            np.stack((winner, loser), axis=1),
            np.array([1.0, -1.0]),
            np.ones(len(winner)),
            np.ones(len(winner)),
        ),
        singles=wins[winner, loser],
        rows=none,
        starts=none,
        sizes=none,
        copies=np.empty(0),
    )


def _kinds(rows: Rows) -> tuple[Kinds, Ints]:
    """The different rows in a fixed order, and (n,) which of them each row is."""
    n = len(rows.bots)
    code = side_codes(rows.side0, n)
    for column in (side_codes(rows.side1, n), _ranks(rows.score), _ranks(rows.weight)):
        code = _ranks(code) * (int(column.max()) + 1) + column
    _, first, kind_of = np.unique(code, return_index=True, return_inverse=True)
    m = rows.side0.shape[1]
    # Members sorted, so that which of the equal rows comes first cannot matter.
    members = np.concatenate((np.sort(rows.side0[first], axis=1), np.sort(rows.side1[first], axis=1)), axis=1)
    shares = np.repeat([1.0 / m, -1.0 / m], m)
    return Kinds(members, shares, rows.score[first], rows.weight[first]), kind_of


def _binned(cells: Ints, values: Floats, number: int) -> Floats:
    """(number,) sums of the values of each cell."""
    return np.asarray(np.bincount(cells.ravel(), values.ravel(), number), dtype=np.float64)


def _ranks(values: Floats | Ints) -> Ints:
    return np.unique(values, return_inverse=True)[1]


def _counted_pairs(kinds: Ints, number: int) -> tuple[Ints, Floats]:
    """Clusters of two rows, one after the other: the rows of the different ones, and their copies."""
    codes, copies = np.unique(kinds[0::2] * number + kinds[1::2], return_counts=True)
    return np.stack(np.divmod(codes, number), axis=1).ravel(), copies.astype(np.float64)
