"""A person at a seat: is told and asked what a bot would be, sees it drawn, and answers by keys.

To the matches it is the `Player` on the seat. What is drawn comes from the seat's view and from the events
that the seat was told; the table itself is never looked at.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

import trio
from rich.text import Text

from arena.matches import (
    Answer,
    ByIndex,
    MatchEnd,
    Member,
    Notice,
    Pairing,
    Question,
    Reveal,
    Seat,
    SeatOffer,
)
from arena.records import event_lines
from arena.terminal import table
from arena.terminal.keys import END, Keys
from arena.terminal.screen import Screen
from arena.terminal.table import Place
from engine import Acted, Events, HandEnded, Offer, Range, View, variant
from engine.kernel.events import Event

LETTERS = "123456789abcdefghijklmnoprstuvwxyz"
"""Keys of the offers, in order; q leaves."""
ON = ("enter", "space")
LEAST_TOLD = 6
"""Lines of what happened; where they would not fit, no faces of cards are drawn."""
HELP = (
    "Each thing that you may do now has a key: 1 for the first, a for the tenth.",
    "An amount is typed after it, and Enter; Enter alone takes the least.",
    "",
    "  Enter, space   go on, after a hand",
    "  ?              this help",
    "  q              leave the match; you are asked before it counts as lost",
    "",
    "▶ has the turn. * won a trick, = tied it. ░░ is a card that you do not see.",
    "The rules are printed by `arena rules show GAME`. Cards: rank, then suit.",
    "  Spanish: e espadas, b bastos, c copas, o oros",
    "  French: c clubs, d diamonds, h hearts, s spades; T is a ten",
)


class _Told(NamedTuple):
    hand: int
    events: Events
    view: View[object]
    by_default: bool


_News = SeatOffer | _Told | Question | Notice | MatchEnd


class Person:
    """A Player of arena.matches, for one match."""

    def __init__(self, screen: Screen, keys: Keys, leave: Callable[[], object], pace_s: float = 0.0) -> None:
        """`leave` takes the person off the seat for good; `pace_s` passes after each thing that happens."""
        self.member: Member | None = None
        """Its own, once it has joined the pool."""
        self.left = False
        self._screen = screen
        self._keys = keys
        self._leave = leave
        self._pace_s = pace_s
        self._in, self._out = trio.open_memory_channel[_News | str](math.inf)
        self._later: deque[_News] = deque()
        self._seat: Seat | None = None
        self._place: Place | None = None
        self._names: dict[int, str] = {}
        self._hand = 0
        self._view: View[object] | None = None
        self._story: list[Text] = []

    async def run(self) -> None:
        """Sit down, play, and return when the match is over for the person."""
        self._screen.draw([Text("The other seats are being taken ...")], [], [])
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen)
            while (news := await self._news()) is not None and not await self._take(news):
                pass
            nursery.cancel_scope.cancel()

    # ------------------------------------------------------------ a Player to the matches

    def offer(self, offer: SeatOffer) -> None:
        self._in.send_nowait(offer)

    def tell(self, match_id: str, hand: int, events: Events, *, by_default: bool) -> None:
        if events:
            self._in.send_nowait(_Told(hand, events, self._taken(match_id).view(), by_default))

    def ask(self, seat: Seat, question: Question) -> None:
        seat.written(question.decision)
        self._in.send_nowait(question)

    def notice(self, notice: Notice) -> None:
        self._in.send_nowait(notice)

    def end_match(self, end: MatchEnd) -> None:
        self._in.send_nowait(end)

    def reveal(self, reveal: Reveal) -> None:
        pass

    def drained(self) -> None:
        pass

    def _taken(self, match_id: str) -> Seat:
        if self.member is None:
            raise LookupError("the person was given a seat before it joined")
        return self.member.seats[match_id]

    # ------------------------------------------------------------ what is waited for

    async def _listen(self) -> None:
        while True:
            key = await self._keys.next()
            self._in.send_nowait(key)
            if key == END:
                return

    async def _news(self) -> _News | None:
        """The next thing that happens, None once the person has left.

        A key meanwhile asks for help, or to leave; others are let go.
        """
        while not self.left:
            if self._later:
                return self._later.popleft()
            one = await self._out.receive()
            if not isinstance(one, str):
                return one
            await self._aside(one)
        return None

    async def _key(self) -> str:
        """The next key; what happens meanwhile is looked at later."""
        while True:
            one = await self._out.receive()
            if isinstance(one, str):
                return one
            self._later.append(one)

    async def _aside(self, key: str) -> bool:
        """What a key does at any time: help, or leave. Whether it did something."""
        if key == "?":
            self._screen.draw([Text("Help", style="bold"), *map(Text, HELP)], [], [Text("any key goes back")])
            if await self._key() == END:
                await self._ask_to_leave(sure=True)
        elif key in ("q", END):
            await self._ask_to_leave(sure=key == END)
        else:
            return False
        if not self.left:
            self._draw([])
        return True

    async def _ask_to_leave(self, *, sure: bool) -> None:
        if not sure:
            self._draw([Text("Leave the match? It counts as lost.  y leave   n play on", style="bold")])
            sure = await self._key() in ("y", END)
        if sure:
            self.left = True
            self._draw([Text("You have left. The match is brought to its end ...", style="bold")])
            self._leave()

    # ------------------------------------------------------------ what happens

    async def _take(self, news: _News) -> bool:
        """Whether that was the end."""
        match news:
            case SeatOffer(pairing, number):
                self._sit(pairing, number)
            case _Told():
                await self._hear(news)
            case Question():
                await self._decide(news)
            case Notice():
                self._story.append(Text(f"! {news.text}"))
            case MatchEnd():
                return await self._end(news)
        return False

    def _sit(self, pairing: Pairing, number: int) -> None:
        game = variant(pairing.variant)
        names = tuple([f"{seat} {one.bot}" for seat, one in enumerate(pairing.entrants)])
        self._place = Place(game, names, pairing.settings.get("target"))
        self._names = dict(enumerate(names))
        self._seat = self._taken(pairing.match_id)
        self._seat.table.accept(self._seat)

    async def _hear(self, news: _Told) -> None:
        self._hand, self._view = news.hand + 1, news.view
        for event in news.events:
            self._story += self._lines(event, by_default=news.by_default)
            if self._pace_s and isinstance(event, Acted) and event.seat != news.view.seat:
                self._draw([])
                await trio.sleep(self._pace_s)
        self._draw([])
        # Who is out of the game need not turn the pages of the others' hands.
        if isinstance(news.events[-1], HandEnded) and news.view.dealt:
            await self._turn_page("the hand is over: Enter goes on")

    def _lines(self, event: Event, *, by_default: bool) -> list[Text]:
        place = self._place
        if place is None:
            return []
        late = by_default and isinstance(event, Acted)
        lines = [
            self._screen.look.text(line) for line in event_lines(event, self._hand, self._names, place.sides)
        ]
        return [Text("    (did not answer: the arena acts)"), *lines] if late else lines

    async def _turn_page(self, text: str) -> None:
        self._draw([Text(text, style="bold")])
        while not self.left and (key := await self._key()) not in ON:
            if await self._aside(key) and not self.left:
                self._draw([Text(text, style="bold")])

    async def _end(self, end: MatchEnd) -> bool:
        place = self._place
        if place is None or not end.ranks:
            self._story.append(
                Text(f"no result ({end.ending.rule}): the match is played again", style="bold")
            )
            return False
        ranked = sorted((rank, seat) for seat, rank in enumerate(end.ranks))
        places = ", ".join(f"{rank}. {place.names[seat]}" for rank, seat in ranked)
        best = end.ranks[end.seat] == 1
        won = (
            "You have won"
            if best and end.ranks.count(1) < len(end.ranks)
            else f"You are {end.ranks[end.seat]}."
        )
        self._story.append(Text(f"{won} · {places}", style="bold"))
        if end.ending.fault is not None:
            self._story.append(Text(f"forfeit: {end.ending.rule}"))
        await self._turn_page("the match is over: Enter ends")
        return True

    # ------------------------------------------------------------ decisions

    async def _decide(self, question: Question) -> None:
        seat = self._seat
        if seat is None:
            return
        self._hand, self._view = question.hand + 1, question.view
        remark = ""
        while not self.left:
            self._draw(self._choices(question.offers, remark))
            key = await self._key()
            if await self._aside(key):
                continue
            number = LETTERS.find(key) if len(key) == 1 else -1
            if not 0 <= number < len(question.offers):
                remark = f"{key} does nothing here; ? helps"
                continue
            amount = None
            offer = question.offers[number]
            if isinstance(offer, Range):
                amount = await self._amount(offer)
                if amount is None:
                    remark = ""
                    continue
            seat.table.answer(seat, Answer(question.decision, ByIndex(number, amount)))
            return

    async def _amount(self, offer: Range) -> int | None:
        """An amount of the range; None where the person thinks again."""
        typed, remark = "", ""
        span = f"{offer.verb}, from {offer.least} to {offer.most}"
        while not self.left:
            self._draw(
                [Text(f"{span}: {typed}_  {remark}", style="bold"), Text("Enter takes it, Esc goes back")]
            )
            key = await self._key()
            if key == "escape":
                return None
            if key == "backspace":
                typed = typed[:-1]
            elif key.isdecimal() and len(typed) < 9:
                typed += key
            elif key == "enter":
                amount = int(typed) if typed else offer.least
                if offer.least <= amount <= offer.most:
                    return amount
                remark = f"{amount} is not from {offer.least} to {offer.most}"
                typed = ""
                continue
            else:
                await self._aside(key)
            remark = ""
        return None

    def _choices(self, offers: Sequence[Offer], remark: str) -> list[Text]:
        look = self._screen.look
        items = []
        for key, offer in zip(LETTERS, offers, strict=False):
            text = f"{offer.verb} {offer.least}–{offer.most}" if isinstance(offer, Range) else str(offer)
            items.append(Text.assemble((key, "bold reverse"), " ", look.text(text)))
        lines = self._screen.wrapped(items)
        lines.append(Text(remark or "your turn · ? help · q leave", style="dim"))
        return lines

    # ------------------------------------------------------------ drawing

    def _draw(self, foot: list[Text]) -> None:
        place, view = self._place, self._view
        if place is None or view is None:
            self._screen.draw([Text("The other seats are being taken ...")], [], foot)
            return
        look = self._screen.look
        foot = foot or [Text("the others play ... · ? help · q leave", style="dim")]
        known = {view.seat: view.held, **dict(view.seen)}
        lines = table.head(place, view, self._hand)
        lines += table.seats(place, view, look, known)
        lines += table.about(place, view, look)
        faces = look.faces(view.held) if view.held else []
        if len(lines) + len(faces) + len(foot) + LEAST_TOLD < self._screen.height:
            lines += faces
        self._screen.draw(lines, self._story, foot)
