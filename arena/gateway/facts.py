"""What only one game's view has, on the wire: one encoder for each, given a View with that part alone."""

from functools import singledispatch

from arena.gateway.wire import encoded, kept
from engine import Ladder
from engine.kernel.ladder import REST
from engine.kernel.pots import Pot
from engine.variants.american import AmericanFacts, Auction
from engine.variants.argentine import ArgentineFacts
from engine.variants.mineiro import MineiroFacts
from engine.variants.trucker import TruckerFacts
from truco.v1 import views_pb2 as pb


@kept
def facts_bytes(facts: object) -> bytes:
    """The part of a View that one game has."""
    return encoded(facts_to_proto(facts))


@singledispatch
def facts_to_proto(facts: object) -> pb.View:
    """The part of a View that one game has, all else unset. Raises: TypeError: a game without an encoder."""
    raise TypeError(f"{type(facts).__name__} has no encoder: register one beside this")


@facts_to_proto.register
def _(facts: ArgentineFacts) -> pb.View:
    return pb.View(
        argentine=pb.ArgentineView(
            target=facts.target,
            truco=_stakes(facts.stake),
            envido_calls=[str(call) for call in facts.envido_calls],
            envido_over=facts.envido_over,
        )
    )


@facts_to_proto.register
def _(facts: MineiroFacts) -> pb.View:
    return pb.View(
        mineiro=pb.MineiroView(
            target=facts.target,
            truco=_stakes(facts.stake),
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
            main=_pot(facts.main),
            envido=_pot(facts.envido),
            folded=facts.folded,
            out=facts.out,
            envido_opened=facts.envido_opened,
            to_call=facts.to_call,
            asked=facts.asked,
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
            auction=None if facts.auction is None else _auction(facts.auction),
            truco=_stakes(facts.stake),
            envido=_stakes(facts.envido),
        )
    )


def _stakes(stake: Ladder) -> pb.Stakes:
    holder = None if stake.holder < 0 else stake.holder
    return pb.Stakes(worth=stake.worth, holder=holder, rest=stake.worth == REST)


def _pot(pot: Pot) -> pb.Pot:
    parts = [pb.SidePot(chips=layer.chips, contestants=layer.contestants) for layer in pot.layers()]
    return pb.Pot(chips=pot.chips, bet=pot.bet, contestants=pot.contestants, side_pots=parts)


def _auction(auction: Auction) -> pb.Auction:
    return pb.Auction(
        card=auction.card,
        voucher=auction.voucher,
        rival=auction.rival,
        bid=auction.bid,
        bidder=None if auction.bidder < 0 else auction.bidder,
        wager=auction.wager,
        drawn=auction.drawn,
    )
