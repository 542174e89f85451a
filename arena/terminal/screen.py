"""The whole screen of a terminal, drawn anew for every frame: a head, what happened, and a foot."""

import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console
from rich.text import Text

from arena.terminal.look import Look

ENTER, LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
"""The other screen, without a cursor, and back to the one before."""
HOME, LINE_END, REST = "\x1b[H", "\x1b[K", "\x1b[J"


class Screen:
    """A terminal to draw on while the block runs; afterwards it shows what it showed before."""

    def __init__(self, look: Look, *, colors: bool, file: TextIO | None = None) -> None:
        self.look = look
        self._file = file or sys.stdout
        self._console = Console(
            file=self._file,
            no_color=not colors,
            force_terminal=True,
            highlight=False,
            emoji=False,
            markup=False,
        )

    @property
    def height(self) -> int:
        return self._console.height

    @property
    def width(self) -> int:
        return self._console.width

    def draw(self, head: Sequence[Text], told: Sequence[Text], foot: Sequence[Text]) -> None:
        """One frame. Of what was told the last lines that there is room for, right above the foot."""
        height, above, below = self.height, self._folded(head), self._folded(foot)
        # A blank line always parts the foot from what was told.
        room = max(0, height - len(above) - len(below) - 1)
        between = self._folded(told[-room:] if room else ())[-room:]
        blank = [Text()] * (room + 1 - len(between))
        lines = [*above, *between, *blank, *below][:height]
        frame = (LINE_END + "\n").join(map(self._drawn, lines))
        self._file.write(HOME + frame + LINE_END + REST)
        self._file.flush()

    def wrapped(self, items: Sequence[Text], gap: int = 3) -> list[Text]:
        """Items beside each other, in as many lines as that takes."""
        lines = [Text()]
        for item in items:
            space = gap if lines[-1] else 0
            if space and lines[-1].cell_len + space + item.cell_len >= self.width:
                lines.append(Text())
                space = 0
            lines[-1].append(" " * space).append_text(item)
        return lines

    def _folded(self, lines: Sequence[Text]) -> list[Text]:
        """Lines that are too long, folded between words."""
        width = self.width - 1
        return [part for line in lines for part in (line.wrap(self._console, width) if line else [line])]

    def _drawn(self, line: Text) -> str:
        line = line.copy()
        line.plain = self.look.plain(line.plain)
        with self._console.capture() as capture:
            self._console.print(line, end="", no_wrap=True, crop=False, overflow="ignore")
        return capture.get()

    def __enter__(self) -> Self:
        self._file.write(ENTER)
        self._file.flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.write(LEAVE)
        self._file.flush()
