"""What is sent to a seat is the same bytes, whatever the cards that it has not seen.

A hand is played by chance up to some decision, and again with the cards that a seat has not seen swapped
among themselves. Every frame for that seat must be the same, unless the swap changed what was announced.
"""

import asyncio
import random
from collections.abc import Iterator

import pytest

import engine
from arena.gateway import Identity, Limits
from arena.gateway.decode import Greeting
from arena.gateway.session import Session
from arena.matches import Answer, Entrant, LagMeter, NullJournal, Pairing, Pool, Table
from engine import Action, Cards
from tests.engine.tables import chosen, every_table, new_match
from tests.engine.test_secrecy import announced, rightly_known

Frames = list[bytes]


def moment() -> float:
    return 100.0


def sessions(table: Table) -> list[Session]:
    """A session on every seat; nothing that could differ between two runs comes from chance or a clock."""
    pool = Pool(NullJournal(), LagMeter(), moment)
    lines = []
    for seat in table.seats:
        greeting = Greeting("", "1", frozenset({table.pairing.variant}), 1, "main", True)
        line = Session("s", Identity("zap", "t"), greeting, pool, Limits(), moment)
        table.sit(seat.number, line.bot, "main", line)
        lines.append(line)
    return lines


def play(variant: str, players: int, settings: dict[str, int], deck: Cards) -> tuple[Table, list[Session]]:
    """A table whose first hand is dealt from `deck`, and a session for each seat."""
    entrants = (Entrant("zap"),) * players
    pairing = Pairing("m", variant, players, settings, entrants, lambda _hand: deck)
    table = Table(pairing, moment, LagMeter())
    lines = sessions(table)
    table.open()
    for seat in table.seats:
        table.accept(seat)
    return table, lines


def act(table: Table, action: Action) -> None:
    seat = table.seats[table.match.seat]
    table.answer(seat, Answer(seat.pending, action))


def flush(line: Session) -> bytes:
    frame = line.outbox.take()
    line.writes(frame)
    return frame.data


def frames(
    table: Table, lines: list[Session], actions: list[Action], seat: int
) -> tuple[Frames, set[str]] | None:
    """What `seat` is sent at each decision, and the cards it may know; None where an action is illegal."""
    assert table.match.hand is not None
    sent, known = [flush(lines[seat])], rightly_known(table.match.hand, seat)
    for action in actions:
        if action not in table.match.legal() and action.amount is None:
            return None
        for line in lines:
            if line is not lines[seat]:
                flush(line)
        act(table, action)
        sent.append(flush(lines[seat]))
        known |= rightly_known(table.match.hand, seat)
    return sent, known


async def twins(variant: str, players: int, dice: random.Random) -> list[tuple[Frames, Frames]]:
    return list(_twins(variant, players, dice))


def _twins(variant: str, players: int, dice: random.Random) -> Iterator[tuple[Frames, Frames]]:
    for _ in range(16):
        source = new_match(variant, players, dice)
        settings, deck = dict(source.settings), list(engine.variant(variant).cards)
        dice.shuffle(deck)
        probe = engine.Match(variant, players, settings)
        probe.deal(deck)
        done: list[Action] = []
        hand = probe.hand
        while hand is not None and not hand.over and len(done) < 40:
            done.append(chosen(hand.legal(), dice))
            hand.apply(done[-1])
        cut = done[: dice.randrange(len(done))]
        for seat in range(players):
            table, lines = play(variant, players, settings, tuple(deck))
            first = frames(table, lines, cut, seat)
            assert first is not None
            unseen = [card for card in deck if card not in first[1]]
            swap = dict(zip(unseen, dice.sample(unseen, len(unseen)), strict=True))
            twin, twin_lines = play(
                variant, players, settings, tuple([swap.get(card, card) for card in deck])
            )
            swapped = [action._replace(cards=tuple([swap.get(c, c) for c in action.cards])) for action in cut]
            second = frames(twin, twin_lines, swapped, seat)
            if second is None or table.match.hand is None or twin.match.hand is None:
                continue
            if announced(table.match.hand) == announced(twin.match.hand):
                yield first[0], second[0]


@every_table
def test_what_is_sent_to_a_seat_does_not_depend_on_cards_it_has_not_seen(
    variant: str, players: int, dice: random.Random
) -> None:
    pairs = asyncio.run(twins(variant, players, dice))
    assert len(pairs) > 8
    for first, second in pairs:
        assert first == second


@every_table
def test_a_planted_leak_is_found(
    variant: str, players: int, dice: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.matches.play.told_to", lambda _seat, events: events)
    assert any(first != second for first, second in asyncio.run(twins(variant, players, dice)))
