"""Actions and offers on the wire: the verbs of the notation against those of the protocol."""

from engine import Action, Offer, Range
from engine.notation import VERBS
from truco.v1 import actions_pb2 as pb

_STEPS = {"3": "THREE", "4": "FOUR", "rest": "REST"}


def _verb_name(verb: str) -> str:
    """_verb_name("envido 3") -> "VERB_ENVIDO_THREE"."""
    words = verb.replace("-", " ").split()
    return "_".join(["VERB", *[_STEPS.get(word, word.upper()) for word in words]])


TO_PROTO: dict[str, pb.Verb.ValueType] = {verb: pb.Verb.Value(_verb_name(verb)) for verb in VERBS}
FROM_PROTO: dict[int, str] = {number: verb for verb, number in TO_PROTO.items()}


def action_to_proto(action: Action) -> pb.Action:
    """An action with its cards and its amount, if it has one."""
    return pb.Action(verb=TO_PROTO[action.verb], cards=action.cards, amount=action.amount)


def offer_to_proto(offer: Offer) -> pb.Offer:
    """An offer with the notation's text; of a range its least and most amount."""
    verb, text = TO_PROTO[offer.verb], str(offer)
    if isinstance(offer, Range):
        return pb.Offer(verb=verb, range=pb.AmountRange(least=offer.least, most=offer.most), text=text)
    return pb.Offer(verb=verb, cards=offer.cards, text=text)
