"""What only one game's table has, as lines: stakes, envido, pots, talon, auction. A drawer for each game."""

from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch

from engine import REST, Ladder
from engine.kernel.ladder import ANYBODY, CLOSED
from engine.kernel.pots import Pot
from engine.variants.american import AmericanFacts, Auction
from engine.variants.argentine import ArgentineFacts
from engine.variants.mineiro import MineiroFacts
from engine.variants.trucker import TruckerFacts

Side = Callable[[int], str]
"""The names of a side's players."""


@singledispatch
def fact_lines(facts: object, names: Sequence[str], side: Side) -> Iterator[str]:
    """The lines of a view's facts."""
    raise TypeError(f"{type(facts).__name__} has no drawer: register one beside this")


@fact_lines.register
def _(facts: ArgentineFacts, names: Sequence[str], side: Side) -> Iterator[str]:
    said = " ".join(map(str, facts.envido_calls)) or "not called"
    over = ", over" if facts.envido_over else ""
    yield f"truco {_stake(facts.stake, side)} · envido {said}{over}"


@fact_lines.register
def _(facts: MineiroFacts, names: Sequence[str], side: Side) -> Iterator[str]:
    special = " · hand of ten" * facts.hand_of_ten + " · iron hand" * facts.iron_hand
    yield f"truco {_stake(facts.stake, side)}{special}"


@fact_lines.register
def _(facts: TruckerFacts, names: Sequence[str], side: Side) -> Iterator[str]:
    blinds = f"blinds {facts.small_blind}/{facts.big_blind}"
    call = f" · {facts.to_call} to call" if facts.to_call else ""
    asked = f" · to decide: {facts.asked} pot{call}" if facts.asked else ""
    yield f"{blinds} by {names[facts.sb]} and {names[facts.bb]}{asked}"
    opened = "" if facts.envido_opened else " (not opened)"
    yield f"main pot {_pot(facts.main)} · envido pot {_pot(facts.envido)}{opened}"


@fact_lines.register
def _(facts: AmericanFacts, names: Sequence[str], side: Side) -> Iterator[str]:
    yield f"{facts.phase} · truco {_stake(facts.stake, side)} · envido {_stake(facts.envido, side)}"
    aside = f" · aside {' '.join(facts.aside)}" if facts.aside else ""
    talon = " ".join(facts.talon) or "empty"
    yield f"trump {facts.trump} · talon {talon} · stock {facts.stock_count}{aside}"
    counts = [f"{names[seat]} {count}" for seat, count in enumerate(facts.discard_counts) if count]
    if counts:
        own = f" (own: {' '.join(facts.discards)})" if facts.discards else ""
        yield f"face-down discards: {', '.join(counts)}{own}"
    if facts.auction is not None:
        yield _auction(facts.auction, names)


def _stake(stake: Ladder, side: Side) -> str:
    worth = "the rest" if stake.worth == REST else str(stake.worth)
    if stake.holder == CLOSED or stake.rung + 1 == len(stake.steps):
        return f"for {worth}"
    whose = "anybody" if stake.holder == ANYBODY else side(stake.holder)
    return f"for {worth}, {whose} may raise"


def _pot(pot: Pot) -> str:
    return f"{sum(pot.chips)}, bet {pot.bet}"


def _auction(auction: Auction, names: Sequence[str]) -> str:
    parts = [f"{names[auction.voucher]} vouches {auction.card}"]
    if auction.rival >= 0:
        parts.append(f"{names[auction.rival]} contests")
    if auction.bid is not None:
        parts.append(f"lowest bid {auction.bid}")
    if auction.bidder >= 0:
        parts.append(f"{names[auction.bidder]} draws at most {auction.bid}")
    if auction.wager:
        parts.append(f"wager {auction.wager}")
    if auction.drawn:
        parts.append(f"drawn {' '.join(auction.drawn)}")
    return "auction: " + ", ".join(parts)
