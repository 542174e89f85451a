"""Views on the wire: one encoder for what all games have, one for each game's own facts.

Built from a view and nothing else, so what a seat may not know cannot get here.
"""

from functools import singledispatch

from arena.gateway.wire import encoded, kept
from engine import NOBODY, TIE, Action, Announced, Cards, Ladder, View
from engine.kernel.ladder import REST
from engine.kernel.pots import Pot
from engine.kernel.tricks import Trick
from engine.variants.american import AmericanFacts, Auction
from engine.variants.argentine import ArgentineFacts
from engine.variants.mineiro import MineiroFacts
from engine.variants.trucker import TruckerFacts
from truco.v1 import views_pb2 as pb


def view_bytes(view: View[object]) -> bytes:
    """The bytes of a View message, joined from parts that recur."""
    tricks, winners = view.tricks, view.winners
    parts = [
        _place((view.seat, view.to_act, view.dealer, view.mano)),
        _scores(view.scores),
        _dealt(view.dealt),
        _held(view.held),
        _held_counts(view.held_counts),
        _facts(view.game),
    ]
    for number, trick in enumerate(tricks):
        parts.append(_trick((trick, winners[number] if number < len(winners) else None)))
    parts += map(_history, view.history)
    parts += map(_announced, view.announced)
    parts += map(_seen, view.seen)
    return b"".join(parts)


@singledispatch
def facts_to_proto(facts: object) -> pb.View:
    """A View with only the part that one game has."""
    raise TypeError(f"{type(facts).__name__} has no encoder: add one beside this")


@facts_to_proto.register
def _(facts: ArgentineFacts) -> pb.View:
    return pb.View(
        argentine=pb.ArgentineView(
            target=facts.target,
            truco=stakes_to_proto(facts.stake),
            envido_calls=[str(call) for call in facts.envido_calls],
            envido_over=facts.envido_over,
        )
    )


@facts_to_proto.register
def _(facts: MineiroFacts) -> pb.View:
    return pb.View(
        mineiro=pb.MineiroView(
            target=facts.target,
            truco=stakes_to_proto(facts.stake),
            hand_of_ten=facts.hand_of_ten,
            iron_hand=facts.iron_hand,
        )
    )


@facts_to_proto.register
def _(facts: TruckerFacts) -> pb.View:
    return pb.View(
        trucker=pb.TruckerView(
            small_blind=facts.small_blind,
            big_blind=facts.big_blind,
            sb=facts.sb,
            bb=facts.bb,
            main=pot_to_proto(facts.main),
            envido=pot_to_proto(facts.envido),
            folded=facts.folded,
            out=facts.out,
            envido_opened=facts.envido_opened,
            to_call=facts.to_call,
        )
    )


@facts_to_proto.register
def _(facts: AmericanFacts) -> pb.View:
    return pb.View(
        american=pb.AmericanView(
            target=facts.target,
            phase=facts.phase,
            talon=facts.talon,
            trump=facts.trump,
            stock_count=facts.stock_count,
            aside=facts.aside,
            discards=facts.discards,
            discard_counts=facts.discard_counts,
            auction=None if facts.auction is None else auction_to_proto(facts.auction),
            truco=stakes_to_proto(facts.stake),
            envido=stakes_to_proto(facts.envido),
        )
    )


def stakes_to_proto(stake: Ladder) -> pb.Stakes:
    return pb.Stakes(
        worth=stake.worth, holder=None if stake.holder < 0 else stake.holder, rest=stake.worth == REST
    )


def pot_to_proto(pot: Pot) -> pb.Pot:
    return pb.Pot(chips=pot.chips, bet=pot.bet, contestants=pot.contestants)


def auction_to_proto(auction: Auction) -> pb.Auction:
    return pb.Auction(
        card=auction.card,
        voucher=auction.voucher,
        rival=auction.rival,
        bid=auction.bid,
        bidder=None if auction.bidder == NOBODY else auction.bidder,
        wager=auction.wager,
        drawn=auction.drawn,
    )


@kept
def _place(place: tuple[int, int, int, int]) -> bytes:
    seat, to_act, dealer, mano = place
    return encoded(pb.View(seat=seat, to_act=None if to_act == NOBODY else to_act, dealer=dealer, mano=mano))


@kept
def _scores(scores: tuple[int, ...]) -> bytes:
    return encoded(pb.View(scores=scores))


@kept
def _dealt(cards: Cards) -> bytes:
    return encoded(pb.View(dealt=cards))


@kept
def _held(cards: Cards) -> bytes:
    return encoded(pb.View(held=cards))


@kept
def _held_counts(counts: tuple[int, ...]) -> bytes:
    return encoded(pb.View(held_counts=counts))


@kept
def _facts(facts: object) -> bytes:
    return encoded(facts_to_proto(facts))


@kept
def _trick(key: tuple[Trick, int | None]) -> bytes:
    """A trick and its winner: a seat, TIE, or None while it is open."""
    trick, winner = key
    played = [pb.Played(seat=seat, card=card) for seat, card in trick]
    won = None if winner is None or winner == TIE else winner
    return encoded(pb.View(tricks=[pb.Trick(played=played, winner=won, parda=winner == TIE)]))


@kept
def _history(turn: tuple[int, Action]) -> bytes:
    seat, action = turn
    return encoded(pb.View(history=[f"{seat} {action}"]))


@kept
def _announced(said: Announced) -> bytes:
    seat, count, flor = said
    return encoded(pb.View(announcements=[pb.Announcement(seat=seat, count=count, flor=flor)]))


@kept
def _seen(shown: tuple[int, Cards]) -> bytes:
    seat, cards = shown
    return encoded(pb.View(seen=[pb.SeenCards(seat=seat, cards=cards)]))
