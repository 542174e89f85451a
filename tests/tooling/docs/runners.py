"""What is done with a block, by its language: how it becomes a step of a reader who follows the page.

A step is a line of shell. A block whose language is not here has no runner, and a test says so.
"""

import json
import shlex
import sys
import tomllib
from collections.abc import Callable, Mapping

from google.protobuf import json_format

from tests.tooling.docs.blocks import ROOT, Block
from truco.v1 import play_pb2

SOURCES = frozenset({"go", "rust", "java", "ts", "cpp"})
"""Languages whose blocks are parts of a project of `arena new bot`, which is built and tested there."""
CUP = "cup.toml"
"""The name of an event's definition that has no other."""


class Unfit(AssertionError):
    """A block that no reader could follow; the text says why."""


def step(block: Block, number: int) -> str:
    """The shell that does what a reader of this block does; "" if that is only reading.

    Raises: Unfit: it has no runner, or is not what it says.
    """
    runner = RUNNERS.get(block.language)
    if runner is None:
        known = ", ".join(sorted(RUNNERS))
        said = f"a block in {block.language}" if block.language else "a block without a language"
        raise Unfit(f"{block.place}: {said} has no runner; there are {known}, and text for what is not run")
    return runner(block, number)


def _shell(block: Block, number: int) -> str:
    return _written(block, number) if block.title else block.text


def _toml(block: Block, number: int) -> str:
    try:
        content = tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        raise Unfit(f"{block.place}: {error}") from error
    if "format" in content:
        named = block if block.title else block._replace(title=CUP)
        return f"{_written(named, number)}arena tournament check {shlex.quote(named.title)}\n"
    if not block.title:
        raise Unfit(f'{block.place}: which file is this? Say ```toml title="bot.toml"')
    if "bot" in content:
        return f"{_written(block, number)}{_tool('manifest', block.title)}"
    return f"{_written(block, number)}arena config check --config {shlex.quote(block.title)}\n"


def _python(block: Block, number: int) -> str:
    """Written where it has a name; the commands of the page run it. All are type-checked by a test."""
    compile(block.text, block.place, "exec")
    part_of_project = block.title and block.page == "docs/start/python.md"
    if part_of_project:
        return _part(block, number)
    return _written(block, number) if block.title else ""


def _json(block: Block, number: int) -> str:
    """JSON; a message of the arena is one of the protocol."""
    content = json.loads(block.text)
    if "question" in content:
        json_format.ParseDict(content, play_pb2.ArenaMessage())
    return ""


def _part(block: Block, number: int) -> str:
    """Stands word for word in the file that it names, where the reader is."""
    if not block.title:
        raise Unfit(f'{block.place}: of which file is this? Say ```{block.language} title="FILE"')
    return _tool("part", block.page, str(number))


def _diff(block: Block, number: int) -> str:
    """Is applied to the file that it names."""
    if not block.title:
        raise Unfit(f'{block.place}: of which file is this a change? Say ```diff title="FILE"')
    return _tool("change", block.page, str(number))


def _written(block: Block, number: int) -> str:
    return _tool("write", block.page, str(number), block.title)


def _nothing(block: Block, number: int) -> str:
    return ""


def _tool(*words: str) -> str:
    tool = shlex.join([sys.executable, "-m", "tests.tooling.docs.tool", *words])
    return f"PYTHONPATH={shlex.quote(str(ROOT))} {tool}\n"


RUNNERS: Mapping[str, Callable[[Block, int], str]] = {
    "sh": _shell,
    "toml": _toml,
    "python": _python,
    "json": _json,
    "diff": _diff,
    "text": _nothing,
    **dict.fromkeys(SOURCES, _part),
}
