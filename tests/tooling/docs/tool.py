"""`python -m tests.tooling.docs.tool write|part|change|manifest ...`: what a reader does by hand."""

import sys
from pathlib import Path

from tests.tooling.docs.blocks import Block, blocks


def write(page: str, number: str, name: str) -> None:
    """Writes a block to a file, as a reader would."""
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_block(page, number).text)


def part(page: str, number: str) -> None:
    """Fails unless a block stands word for word in the file it names."""
    block = _block(page, number)
    if block.text not in Path(block.title).read_text():
        sys.exit(f"{block.place}: this is not, or no longer, in {block.title} as `arena new bot` writes it")


def change(page: str, number: str) -> None:
    """Makes the change of a block: the lines with - are there once, and become those with +."""
    block = _block(page, number)
    lines = block.text.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] in f" {sign}") for sign in "-+")
    file = Path(block.title)
    text = file.read_text()
    if text.count(old) != 1:
        sys.exit(f"{block.place}: the lines to change are {text.count(old)} times in {file}")
    file.write_text(text.replace(old, new))


def manifest(name: str) -> None:
    """Fails unless a file is a bot.toml that the arena reads."""
    from arena.launch import read_manifest

    read_manifest(Path(name).resolve().parent)


def _block(page: str, number: str) -> Block:
    return blocks(page)[int(number)]


if __name__ == "__main__":
    {one.__name__: one for one in (write, part, change, manifest)}[sys.argv[1]](*sys.argv[2:])
