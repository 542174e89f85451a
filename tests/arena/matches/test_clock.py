"""Clocks: what a seat may take, what is charged, and what is not."""

import math

import pytest

from arena.matches import Budget, ClockRules, LagMeter, Receipt
from arena.matches.clock import SeatClock

RULES = ClockRules(decision_s=2, bank_s=10, disconnect_s=5)


def a_clock(rules: ClockRules = RULES) -> tuple[SeatClock, LagMeter]:
    lag = LagMeter()
    return SeatClock(rules, lag), lag


def test_the_free_time_of_a_decision_is_not_charged() -> None:
    clock, _ = a_clock()
    clock.run(100.0)
    assert clock.stop(101.5, 1) == Receipt(1, 1_500_000, 0, 0)
    assert clock.budget == Budget(2_000_000, 10_000_000, False)


def test_what_goes_beyond_the_free_time_comes_out_of_the_bank() -> None:
    clock, _ = a_clock()
    clock.run(100.0)
    assert clock.stop(103.25, 1) == Receipt(1, 3_250_000, 0, 1_250_000)
    assert clock.budget == Budget(2_000_000, 8_750_000, False)


def test_every_decision_has_its_free_time_anew() -> None:
    clock, _ = a_clock()
    for decision in range(1, 6):
        clock.run(decision * 100.0)
        clock.stop(decision * 100.0 + 3.0, decision)
    assert clock.budget == Budget(2_000_000, 5_000_000, False)


def test_the_deadline_is_the_free_time_and_the_bank() -> None:
    clock, _ = a_clock()
    assert clock.deadline == math.inf
    clock.run(100.0)
    assert clock.deadline == 112.0
    assert not clock.out_of_time(111.999)
    assert clock.out_of_time(112.0)


def test_no_more_is_charged_than_the_bank_holds() -> None:
    clock, _ = a_clock()
    clock.run(0.0)
    assert clock.stop(60.0, 1).charged_us == 10_000_000
    assert clock.budget.bank_us == 0


def test_time_that_the_arena_lost_is_not_charged() -> None:
    clock, lag = a_clock()
    clock.run(100.0)
    lag.woken_late(1.5)
    assert clock.stop(103.0, 1) == Receipt(1, 3_000_000, 1_500_000, 0)


def test_time_that_the_arena_lost_moves_the_deadline() -> None:
    clock, lag = a_clock()
    clock.run(100.0)
    lag.woken_late(3.0)
    assert not clock.out_of_time(112.0)
    assert clock.deadline == 115.0
    assert clock.out_of_time(115.0)


def test_lag_is_never_more_than_the_time_that_passed() -> None:
    clock, lag = a_clock()
    clock.run(100.0)
    lag.woken_late(50.0)
    assert clock.stop(104.0, 1) == Receipt(1, 4_000_000, 4_000_000, 0)


def test_lag_of_another_time_is_not_counted() -> None:
    clock, lag = a_clock()
    lag.woken_late(5.0)
    clock.run(100.0)
    assert clock.stop(103.0, 1).arena_lag_us == 0


def test_waking_early_is_no_lag() -> None:
    _, lag = a_clock()
    lag.woken_late(-1.0)
    assert lag.lost_us == 0


def test_a_decision_stands_still_while_its_seat_is_away() -> None:
    clock, _ = a_clock()
    clock.run(100.0)
    clock.leave(103.0)
    assert clock.deadline == 108.0
    clock.come_back(106.0)
    assert clock.budget == Budget(0, 9_000_000, False)
    clock.run(106.5)
    assert clock.deadline == 115.5
    assert clock.stop(107.5, 1) == Receipt(1, 4_000_000, 0, 2_000_000)


def test_all_absences_of_a_match_share_one_allowance() -> None:
    clock, _ = a_clock()
    clock.leave(100.0)
    clock.come_back(103.0)
    clock.leave(200.0)
    assert clock.deadline == 202.0
    assert not clock.out_of_absence(201.9)
    assert clock.out_of_absence(202.0)


def test_a_halted_clock_is_never_out_of_time_and_charges_nothing() -> None:
    clock, _ = a_clock(ClockRules(halted=True))
    clock.run(0.0)
    assert clock.deadline == math.inf
    assert not clock.out_of_time(1e6)
    assert clock.stop(1e6, 1).charged_us == 0
    assert clock.budget.halted


def test_a_clock_that_does_not_fit_the_wire_is_refused() -> None:
    for bad in (-1, 2**32):
        with pytest.raises(ValueError, match="bank_s is from 0 to"):
            ClockRules(bank_s=bad)
