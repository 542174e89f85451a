"""A match to look at by keys: step by step, hand by hand, by itself at a pace, and through whose eyes."""

import math
from collections.abc import Callable

import trio
from rich.text import Text

from arena.terminal import table
from arena.terminal.keys import END, Keys
from arena.terminal.screen import Screen
from arena.terminal.tale import OPEN, Tale
from engine import Range

PACE_S = 1.0
LOOK_AGAIN_S = 0.05
"""How often a match that is under way is looked at, where all of it has been shown."""
HELP = (
    "  → l   next step           ← h   step before",
    "  ]     next hand           [     hand before",
    "  Home  beginning           End   last step so far",
    "  g     go to a hand: its number, then Enter",
    "  space by itself, and stop again       + -   faster, slower",
    "  x     through whose eyes: all cards, then what each seat could see",
    "  ?     this help           q     leave",
    "",
    "▶ has the turn. * won a trick, = tied it. ░░ is a card that those eyes do not see.",
)


class Viewer:
    """Shows a tale. `grow` adds to it what has happened since, and says whether the match is over."""

    def __init__(
        self,
        screen: Screen,
        keys: Keys,
        tale: Tale,
        *,
        pace_s: float = 0.0,
        eyes: int | None = OPEN,
        grow: Callable[[], bool] = lambda: True,
    ) -> None:
        """`pace_s`: it goes on by itself, a step after so many seconds; 0: by keys."""
        self.at = 0
        self.eyes = eyes
        self._screen = screen
        self._keys = keys
        self._tale = tale
        self._pace_s = pace_s or PACE_S
        self._goes = pace_s > 0
        self._grow = grow
        self._typed: str | None = None

    async def run(self) -> None:
        """Shows it until the person leaves."""
        while True:
            over = self._grow()
            self._draw(over=over)
            key = await self._key_or_time(over=over)
            if key in ("q", END):
                return
            if key == "?":
                self._screen.draw(
                    [Text("Help", style="bold"), *map(Text, HELP)], [], [Text("any key goes back")]
                )
                await self._keys.next()
            elif key is None:
                self._go(self.at + self._goes)
            elif self._typed is not None:
                self._type(key)
            else:
                self._do(key)

    async def _key_or_time(self, *, over: bool) -> str | None:
        """A key; None where it is time to go on, or to look again."""
        at_end = self.at + 1 >= len(self._tale.scenes)
        wait = (
            LOOK_AGAIN_S if not over and at_end else self._pace_s if self._goes and not at_end else math.inf
        )
        with trio.move_on_after(wait):
            return await self._keys.next()
        return None

    def _do(self, key: str) -> None:
        hand = self._tale.scenes[self.at].hand if self._tale.scenes else 0
        if key in ("right", "l", "enter"):
            self._go(self.at + 1)
        elif key in ("left", "h"):
            self._go(self.at - 1)
        elif key == "]":
            self._to_hand(hand + 1)
        elif key == "[":
            begins = self._tale.first_of_hand(hand) == self.at
            self._to_hand(hand - 1 if begins else hand)
        elif key == "home":
            self._go(0)
        elif key == "end":
            self._go(len(self._tale.scenes) - 1)
        elif key == "space":
            self._goes = not self._goes
        elif key in ("+", "-"):
            self._pace_s = min(60.0, max(0.05, self._pace_s * (0.5 if key == "+" else 2)))
        elif key == "x":
            self._look_from()
        elif key == "g":
            self._typed = ""

    def _go(self, at: int) -> None:
        self.at = max(0, min(at, len(self._tale.scenes) - 1))

    def _to_hand(self, hand: int) -> None:
        at = self._tale.first_of_hand(hand)
        if at is not None:
            self.at = at

    def _look_from(self) -> None:
        """The next eyes: all, then each seat."""
        seats = len(self._tale.place.names)
        following = 0 if self.eyes is OPEN else self.eyes + 1
        self.eyes = following if following < seats else OPEN

    def _type(self, key: str) -> None:
        """The number of a hand is being typed."""
        typed = self._typed or ""
        if key == "enter" or key == "escape":
            self._typed = None
            if key == "enter" and typed:
                self._to_hand(int(typed))
        elif key == "backspace":
            self._typed = typed[:-1]
        elif key.isdecimal() and len(typed) < 6:
            self._typed = typed + key

    def _draw(self, *, over: bool) -> None:
        tale, look = self._tale, self._screen.look
        if not tale.scenes:
            self._screen.draw(
                [Text("No hand is dealt yet ..." if not over else tale.end)], [], [Text("q leave")]
            )
            return
        self._go(self.at)
        scene, view = tale.scenes[self.at], tale.view(self.at, self.eyes)
        lines = table.head(tale.place, view, scene.hand)
        lines += table.seats(tale.place, view, look, tale.known(self.at, self.eyes))
        lines += table.about(tale.place, view, look)
        self._screen.draw(lines, self._told(over=over), self._foot(over=over))

    def _told(self, *, over: bool) -> list[Text]:
        tale = self._tale
        first = self.at
        while first and tale.scenes[first - 1].hand == tale.scenes[self.at].hand:
            first -= 1
        lines = [
            self._screen.look.text(line)
            for at in range(first, self.at + 1)
            for line in tale.lines(at, self.eyes)
        ]
        if over and self.at + 1 == len(tale.scenes):
            lines.append(Text(tale.end, style="bold"))
        return lines

    def _foot(self, *, over: bool) -> list[Text]:
        tale = self._tale
        match = tale.scenes[self.at].match
        lines = []
        if match.seat >= 0 and self.eyes in (OPEN, match.seat):
            offers = [
                f"{one.verb} {one.least}–{one.most}" if isinstance(one, Range) else str(one)
                for one in match.legal()
            ]
            shown = [self._screen.look.text(offer) for offer in offers]
            lines = self._screen.wrapped([Text(f"{tale.place.names[match.seat]} may:"), *shown], gap=2)
        whose = "all cards" if self.eyes is OPEN else f"as {tale.place.names[self.eyes]} saw it"
        of = f"{self.at + 1}/{len(tale.scenes)}{'' if over else ' so far'}"
        how = f"{self._pace_s:g} s a step" if self._goes else "by keys"
        if self._typed is not None:
            lines.append(Text(f"go to hand: {self._typed}_", style="bold"))
        lines.append(Text(f"step {of} · {whose} · {how} · ← → [ ] space x g ? q", style="dim"))
        return lines
