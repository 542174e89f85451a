"""A person at the terminal: shown what its seat may know and no more, in every game and at every table."""

import io
import random
import re
from collections.abc import Sequence

import pytest
import trio
from rich.text import Text
from trio.testing import MockClock

import engine
from arena.matches import ByIndex, Choice, LagMeter, NullJournal, Outcome, Pool, Question, Seat
from arena.records import RecordAbout, jsonl, record_lines, story
from arena.terminal import Keys, Look, Person, Screen, Tale
from engine import Events
from tests.arena.matches.players import Bot, pairing

TABLES = [(variant.id, players) for variant in engine.variants() for players in variant.seats]
TABLES = [(variant, players) for variant, players in TABLES if players in (2, 4, 6, 10)]
KNOWN = frozenset(variant.id for variant in engine.variants())
PRESSED: tuple[str, ...] = (*"123456789abcdefg", "enter", "enter", "?", "space", "backspace")
WORD = re.compile(r"\b[0-9A-Z]{1,2}[a-z]\b")


class Fingers(Keys):
    """Presses any key, by dice; now and then for help."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(0)
        self._dice = dice

    async def next(self) -> str:
        await trio.sleep(0.01)
        return self._dice.choice(PRESSED)


class Eyes(Screen):
    """Looks for cards in all that is drawn."""

    def __init__(self, variant: engine.Variant) -> None:
        super().__init__(Look.of(variant, unicode=True), colors=False, file=io.StringIO())
        self.variant = variant
        self.drawn = 0
        self.may_know: set[str] = set()

    def draw(self, head: Sequence[Text], told: Sequence[Text], foot: Sequence[Text]) -> None:
        self.drawn += 1
        lines = [line.plain for line in (*head, *told, *foot)]
        seen = {word for line in lines for word in WORD.findall(line)} & set(self.variant.cards)
        assert seen <= self.may_know, f"shown and not known: {seen - self.may_know}\n" + "\n".join(lines)


class Watched(Person):
    """Notes the cards that its seat is told of."""

    eyes: Eyes

    def tell(self, match_id: str, hand: int, events: Events, *, by_default: bool) -> None:
        self.eyes.may_know.update(WORD.findall(repr(events)))
        super().tell(match_id, hand, events, by_default=by_default)

    def ask(self, seat: Seat, question: Question) -> None:
        self.eyes.may_know.update(WORD.findall(repr(question.view)))
        super().ask(seat, question)


async def a_match(variant: str, players: int, seed: int) -> tuple[Outcome, Eyes]:
    """A match of a person, on any seat, against bots that answer by dice."""
    dice = random.Random(seed)
    eyes = Eyes(engine.variant(variant))
    number = dice.randrange(players)
    names = ["me/v1" if seat == number else f"bot-{seat}/v1" for seat in range(players)]
    pool = Pool(NullJournal(), LagMeter())

    def decide(question: Question) -> Choice:
        return ByIndex(dice.randrange(len(question.offers)))

    async with trio.open_nursery() as nursery:
        person = Watched(eyes, Fingers(dice), lambda: None)
        person.eyes = eyes
        for name in names:
            player = person if name == "me/v1" else Bot(decide=decide)
            member = pool.join(name, "here", KNOWN, 1, player)
            if isinstance(player, Bot):
                player.seat_in = member.seats.__getitem__
            else:
                player.member = member
            nursery.start_soon(player.run)
        fixed = pairing(*names, variant=variant, seed=seed)
        outcome = await pool.play(fixed)
        nursery.cancel_scope.cancel()
    return outcome, eyes


@pytest.mark.parametrize(("variant", "players"), TABLES)
async def test_a_person_is_shown_no_card_that_its_seat_was_not_told_of(
    variant: str, players: int, autojump_clock: MockClock
) -> None:
    seed = 100 + players
    outcome, eyes = await a_match(variant, players, seed)
    assert outcome.ending.fault is None, f"seed {seed}: {outcome.ending.rule}"
    assert eyes.drawn > 5


@pytest.mark.parametrize("variant", sorted(KNOWN))
async def test_a_tale_tells_what_the_story_of_the_record_tells(
    variant: str, autojump_clock: MockClock
) -> None:
    players = 4 if variant == "mineiro" else 2
    outcome, _ = await a_match(variant, players, 7)
    record = jsonl(record_lines(outcome, RecordAbout("0")))
    tale = Tale.of_record(record)
    for eyes in (None, 0, 1):
        told = [line for at in range(len(tale.scenes)) for line in tale.lines(at, eyes)]
        title, *rest = story(record, None, eyes)
        assert told == [line for line in rest[:-1] if line], title
