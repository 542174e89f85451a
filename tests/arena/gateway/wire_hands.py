"""One hand of each game as it crosses the wire: the examples of proto/README.md, made by the gateway.

python -m tests.arena.gateway.wire_hands      writes proto/examples/*.jsonl and the listings of the README
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from google.protobuf import json_format

import engine
from arena.gateway.encode import events_bytes, question_bytes
from arena.matches import Budget, Question, Receipt
from engine.position import act
from truco.v1 import play_pb2

PROTO = Path(__file__).parents[3] / "proto"
README = PROTO / "README.md"
MATCH = "3f9c1a70c2e84b51"


class Example(NamedTuple):
    """A hand: who holds what, and what is done, each action with what a reader should notice."""

    variant: str
    dealer: int
    scores: tuple[int, ...]
    hands: tuple[str, ...]
    then: str  # the cards after the hands, from the top
    actions: tuple[tuple[str, str], ...]


EXAMPLES = (
    Example(
        "argentine",
        1,
        (12, 9),
        ("7e 6e 4c", "7o 5o 1b"),
        "",
        (
            ("0 truco", "Mano calls before playing a card."),
            ("1 envido", "The envido goes first: it is still open to seat 1, and the truco waits."),
            ("0 accept", "Seat 0, mano, says 33; seat 1 has less and concedes without a number."),
            ("1 accept", "Now the truco is answered: the hand is worth 2, and only seat 1 may raise."),
            ("0 play 4c", "The turn is again with the seat that was to play."),
            ("1 play 5o", "The five beats the four: seat 1 leads."),
            ("1 retruco", "Seat 1 accepted the truco, so the next call is its own."),
            ("0 decline", "Declining costs the stake accepted before: 2."),
        ),
    ),
    Example(
        "mineiro",
        3,
        (10, 4),
        ("3c Kc 4s", "2c Jc 5s", "3h Qc 6s", "Ah Jd 4h"),
        "",
        (
            (
                "0 play-hand",
                "A hand of ten: seats 0 and 2 see each other's cards, and seat 0 decides for the pair.",
            ),
            ("0 play 4s", "Nobody may call truco in this hand."),
            ("1 play 2c", ""),
            ("2 play 3h", ""),
            ("3 play 4h", "The three wins: its player leads."),
            ("2 play 6s", ""),
            ("3 play Ah", ""),
            ("0 play 3c", ""),
            ("1 play 5s", "Two tricks: the pair has 14, cut to 12, and the match."),
        ),
    ),
    Example(
        "trucker",
        0,
        (3, 20, 20),
        ("5c 4c 2c", "7e 6e 1o", "6b 5b 4o"),
        "",
        (
            (
                "0 envido-call",
                "Seat 0 owes 2 to the main pot: they are set aside, so one chip is left for the envido.",
            ),
            ("1 call", ""),
            ("2 raise 8", "An amount is chosen from a range, and is a total."),
            ("1 call", "Two layers, the widest first: seat 0 is in one of them only, and has flor."),
            ("0 call", "Back to the pending decision on the main pot."),
            ("1 call", ""),
            ("2 check", "The opening round is over: the small blind leads."),
            ("1 play 7e", ""),
            ("2 play 6b", ""),
            ("0 play 5c", ""),
            ("1 play 6e", ""),
            ("2 play 5b", ""),
            ("0 play 4c", "Two tricks: the main pot is paid, then the envido; its winners show their cards."),
        ),
    ),
    Example(
        "american",
        1,
        (0, 0),
        ("9s 7s Kd", "Ah 5d 3c"),
        "Qc 2h Td 8s 6d Jc 4h 4s 2s 9c",
        (
            ("0 vouch Td", "The ten would make the count higher."),
            ("1 contest", "So there is an auction, and the rival bids first."),
            ("1 bid 3", "A bid is a range: how many cards one will draw at most."),
            ("0 bid 2", ""),
            ("1 yield", "Seat 0 is the bidder."),
            ("1 pass", "No wager that it fails."),
            ("0 draw", "Drawn cards lie face-up."),
            ("0 draw", ""),
            (
                "0 replace 6d Kd",
                "Two cards of the suit: one drawn, one from the hand. The unused draw is set aside.",
            ),
            ("1 pass", "The draft is over."),
            ("0 pass", ""),
            ("1 pass", "Nobody calls envido."),
            ("0 truco", "To 2."),
            ("1 accept", ""),
            ("0 play Td", ""),
            ("1 play Ah", "The ace wins the first trick."),
            ("1 play 5d", ""),
            ("0 play 9s", ""),
            ("0 play 7s", "One each."),
            ("1 play 3c", "Seat 0 has two tricks, and 2 points."),
        ),
    ),
)


class Sent(NamedTuple):
    """A message to or from a seat."""

    seat: int
    from_bot: bool
    message: play_pb2.ArenaMessage | play_pb2.BotMessage


def messages(example: Example) -> Iterator[tuple[str, list[Sent]]]:
    """(action, all that is sent for it): first "", the deal; then the question, the answer, what is told."""
    hands = [tuple(cards.split()) for cards in example.hands]
    players = len(hands)
    first = (
        example.dealer if example.variant == "trucker" and players == 2 else (example.dealer + 1) % players
    )
    deck = engine.deck_dealing(example.variant, hands, first, example.then.split())
    match = engine.start_hand(
        example.variant, deck, players=players, dealer=example.dealer, scores=example.scores
    )
    told = 0
    receipts: dict[int, Receipt] = {}
    sent = list(_told(match, told))
    told = len(match.events)
    yield "", sent
    for decision, (text, _) in enumerate(example.actions, start=1):
        seat, action = engine.parse_turn(text)
        question = Question(
            MATCH,
            decision,
            0,
            match.view(seat),
            match.legal(),
            Budget(2_000_000, 60_000_000, False),
            receipts.get(seat),
        )
        answer = play_pb2.BotMessage(answer=_answer(decision, action, match.legal()))
        receipts[seat] = Receipt(decision, 850, 0, 0)
        act(match, text)
        yield (
            text,
            [
                Sent(seat, False, _parsed(question_bytes(question))),
                Sent(seat, True, answer),
                *_told(match, told),
            ],
        )
        told = len(match.events)


def _answer(decision: int, action: engine.Action, offers: engine.Offers) -> play_pb2.Answer:
    for place, offer in enumerate(offers):
        if offer == action:
            return play_pb2.Answer(match_id=MATCH, decision=decision, index=place)
        if isinstance(offer, engine.Range) and offer.holds(action):
            return play_pb2.Answer(match_id=MATCH, decision=decision, index=place, amount=action.amount)
    raise ValueError(f"{action} is not offered")


def _told(match: engine.Match, since: int) -> Iterator[Sent]:
    for seat in range(match.players):
        news = engine.told_to(seat, match.events[since:])
        if news:
            yield Sent(seat, False, _parsed(events_bytes(MATCH, 0, news, False)))


def _parsed(data: bytes) -> play_pb2.ArenaMessage:
    return play_pb2.PlayResponse.FromString(data).messages[0]


def jsonl(example: Example) -> str:
    """Every message of the hand, in order, as protobuf's JSON with who it goes to or comes from."""
    lines = []
    for _, sent in messages(example):
        for seat, from_bot, message in sent:
            way = {"from": f"seat {seat}"} if from_bot else {"to": f"seat {seat}"}
            lines.append(json.dumps(way | json_format.MessageToDict(message)))
    return "\n".join(lines) + "\n"


def listing(example: Example) -> str:
    """The hand for people: each action with its offers, what follows from it, and what to notice."""
    lines = ["```"]
    for (text, sent), (_, note) in zip(messages(example), [("", ""), *example.actions], strict=True):
        told: dict[tuple[str, int], list[int]] = {}
        for seat, _, message in sent:
            if isinstance(message, play_pb2.BotMessage):
                lines.append(f"    answer: {_choice(message.answer)}".ljust(36) + f"{text[2:]}")
            elif message.WhichOneof("kind") == "question":
                offers = " | ".join(offer.text for offer in message.question.offers)
                lines.append(f"question {message.question.decision} to seat {seat}: {offers}")
            else:
                for what, seats in _events(message.events, text[2:]):
                    told.setdefault((what, seats), []).append(seat)
        for (what, _), to in told.items():
            everybody = len(to) == len(example.hands)
            lines.append(
                f"    told to {'everybody' if everybody else ' and '.join(f'seat {s}' for s in to)}: {what}"
            )
        if note:
            lines.append(f"    # {note}")
    return "\n".join([*lines, "```"])


def _events(events: play_pb2.TableEvents, done: str) -> Iterator[tuple[str, int]]:
    """(an event as text, how often it stood here before); not the one that only repeats what was done."""
    before: Counter[str] = Counter()
    for event in events.events:
        kind = event.WhichOneof("kind")
        if kind is not None and not (kind == "acted" and event.acted.text == done):
            facts = json_format.MessageToDict(
                getattr(event, kind),
                preserving_proto_field_name=True,
                always_print_fields_with_no_presence=True,
            )
            text = f"{kind} " + json.dumps(facts).replace('"', "")
            yield text, before[text]
            before[text] += 1


def _choice(answer: play_pb2.Answer) -> str:
    return f"index {answer.index}" + (f", amount {answer.amount}" if answer.HasField("amount") else "")


def first_question(example: Example) -> str:
    """The first question of a hand in full, as JSON."""
    _, (question, *_) = list(messages(example))[1]
    text = json.dumps(json_format.MessageToDict(question.message), indent=2)
    # The innermost lists and objects on one line each.
    text = re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda part: re.sub(r"\s+", " ", part[0]), text)
    text = re.sub(r"{[^{}]*\[[^\[\]{}]*\][^{}]*}", lambda part: re.sub(r"\s+", " ", part[0]), text)
    return f"```json\n{text}\n```"


def written(readme: str) -> str:
    """The README with its examples made anew, each between a marked line and `<!-- end -->`."""
    parts = {"question": first_question(EXAMPLES[0])}
    parts |= {f"hand {example.variant}": listing(example) for example in EXAMPLES}
    for name, part in parts.items():
        before, start, rest = readme.partition(f"<!-- {name} -->\n")
        readme = f"{before}{start}{part}\n<!-- end -->" + rest.partition("<!-- end -->")[2]
    return readme


def write() -> None:
    (PROTO / "examples").mkdir(exist_ok=True)
    for example in EXAMPLES:
        (PROTO / "examples" / f"{example.variant}.jsonl").write_text(jsonl(example))
    README.write_text(written(README.read_text()))


if __name__ == "__main__":
    write()
