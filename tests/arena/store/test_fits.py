"""A fit is published once, as a whole, and stays."""

import pytest

from arena.store import AlreadyThere, Fit, NotFound, Rating, Store
from tests.arena.store.world import Clock

FIRST = (
    Rating("zip/1", 1540.5, 1500.0, 1581.0, 1, 1, 300, 2),
    Rating("zap/1", 1459.5, 1419.0, 1500.0, 2, 2, 300, 0),
)


def publish(store: Store, batch: str, ratings: tuple[Rating, ...] = FIRST, covariance: bytes = b"") -> None:
    store.fits.add(
        "argentine",
        batch,
        through_seq=7,
        matches=300,
        ratings=ratings,
        about={"correlation": 0.25, "anchor": "mean of house bots"},
        covariance=covariance,
    ).wait()


def test_the_latest_fit_is_shown_best_first(settled: Store) -> None:
    assert settled.fits.latest("argentine") is None
    publish(settled, "batch 1", tuple(reversed(FIRST)))
    fit = settled.fits.latest("argentine")
    assert isinstance(fit, Fit)
    assert (fit.batch, fit.through_seq, fit.matches, fit.ratings) == ("batch 1", 7, 300, FIRST)
    assert fit.about == {"correlation": 0.25, "anchor": "mean of house bots"}
    publish(settled, "batch 2")
    latest = settled.fits.latest("argentine")
    assert latest is not None
    assert latest.batch == "batch 2"
    assert settled.fits.get("batch 1") == fit
    assert settled.fits.get("batch 3") is None


def test_a_batch_id_is_used_once_and_for_a_ladder_that_is_there(settled: Store) -> None:
    publish(settled, "batch 1")
    with pytest.raises(AlreadyThere, match="a batch of that id is there"):
        publish(settled, "batch 1")
    with pytest.raises(NotFound, match="no ladder nowhere"):
        settled.fits.add("nowhere", "b", through_seq=0, matches=0, ratings=(), about={}).wait()


def test_the_covariance_comes_back_as_it_went(settled: Store) -> None:
    publish(settled, "batch 1", covariance=bytes(range(256)) * 10)
    publish(settled, "batch 2")
    assert settled.fits.covariance("batch 1") == bytes(range(256)) * 10
    assert settled.fits.covariance("batch 2") == b""
    assert settled.fits.covariance("batch 3") == b""


def test_a_version_has_a_history(settled: Store, clock: Clock) -> None:
    publish(settled, "batch 1")
    clock.pass_s(60)
    publish(settled, "batch 2", FIRST[:1])
    found = settled.fits.history("argentine", "zip/1")
    assert [rating for _, rating in found] == [FIRST[0], FIRST[0]]
    assert (found[1][0] - found[0][0]).total_seconds() == 60
    assert len(settled.fits.history("argentine", "zap/1")) == 1
    assert settled.fits.history("argentine", "zen/1") == ()
