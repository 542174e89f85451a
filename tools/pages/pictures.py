"""Draws pictures of terminals: what a command prints, colours and all, as SVG that fetches no font."""

import io
import os
import pty
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

FORMAT = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font: {char_height}px/{line_height}px "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-variant-east-asian: full-width;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect fill="#1c2027" x="0" y="0" width="{width}" height="{height}" rx="10"/>
<g transform="translate(24, 22)">
<circle r="6" fill="#e7b649"/><circle cx="22" r="6" fill="#ee8a7f"/>
<circle cx="44" r="6" fill="#8db6e8"/><circle cx="66" r="6" fill="#5cc4a0"/>
</g>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
# Background, text, and the eight colours, dim and bright: those of docs/assets/style.css where it is dark.
THEME = TerminalTheme(
    (28, 32, 39),
    (232, 228, 218),
    [
        (28, 32, 39), (238, 138, 127), (92, 196, 160), (231, 182, 73),
        (141, 182, 232), (196, 160, 220), (120, 200, 210), (232, 228, 218),
    ],
    [
        (125, 131, 142), (238, 138, 127), (92, 196, 160), (231, 182, 73),
        (141, 182, 232), (196, 160, 220), (120, 200, 210), (255, 253, 248),
    ],
)  # fmt: skip  # eight colours a row read better in twos


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn: commands, of which the last is shown."""

    name: str
    commands: tuple[str, ...]
    lines: int = 40
    """How many lines of it, from the first."""
    columns: int = 100
    """How wide its terminal is."""


PICTURES = (
    Picture("match", ("arena match builtin:high builtin:low -v argentine --pairs 50 --seed 7",)),
    Picture(
        "replay",
        (
            "arena match builtin:high builtin:low -v argentine --pairs 2 --seed 7 --quiet",
            "arena replay @last --text",
        ),
        26,
    ),
    Picture(
        "ladder",
        (
            "arena ladder run -v argentine --rounds 12 --seed 7 --quiet",
            "arena ladder show argentine",
        ),
        columns=132,
    ),
    Picture("check", ("arena new bot zap --quiet", "arena check ./zap")),
)


def draw(folder: Path) -> Iterator[Path]:
    """Draws all pictures into a folder, each from commands run in a folder of its own."""
    folder.mkdir(exist_ok=True)
    for picture in PICTURES:
        with tempfile.TemporaryDirectory(prefix="arena-") as home:
            *before, shown = picture.commands
            for command in before:
                _printed(command, Path(home), picture.columns)
            text = _printed(shown, Path(home), picture.columns).replace(home, "~")
        file = folder / f"{picture.name}.svg"
        file.write_text(svg(picture, text))
        yield file


def svg(picture: Picture, printed: str) -> str:
    """The picture of a prompt with a command, and what it printed."""
    command, most = picture.commands[-1], picture.lines
    console = Console(record=True, width=picture.columns, file=io.StringIO(), force_terminal=True)
    console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
    lines = printed.rstrip().splitlines()
    for line in lines[:most]:
        console.print(Text.from_ansi(line), no_wrap=True, overflow="crop")
    if len(lines) > most:
        console.print(Text(f"... {len(lines) - most} more lines", "bright_black"))
    return console.export_svg(title=command, theme=THEME, code_format=FORMAT, unique_id=picture.name)


def _printed(command: str, home: Path, columns: int) -> str:
    """What a command prints at a terminal, after the last time it drew itself anew."""
    words = [sys.executable, "-m", *command.split()]
    environ = os.environ | {
        "ARENA_DATA": str(home / "data"),
        "COLUMNS": str(columns),
        "TERM": "xterm-256color",
    }
    parent, child = pty.openpty()
    with os.fdopen(parent, "rb") as terminal:
        process = subprocess.Popen(
            words, cwd=home, env=environ, stdin=child, stdout=child, stderr=subprocess.DEVNULL
        )
        os.close(child)
        told = b""
        with suppress(OSError):  # how a terminal ends when nobody writes to it any more
            while piece := terminal.read1():
                told += piece
    if process.wait():
        sys.exit(f"{command} ended with {process.returncode}: {told.decode()}")
    return told.decode().replace("\r\n", "\n")
