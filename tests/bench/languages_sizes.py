"""How much there is to a sample bot: lines of code, of all of it and of what decides, and its dependencies.

    python -m tests.bench.languages_sizes

A line counts if something is left of it without blanks and comments (Python: and docstrings). Left out are
tests, generated code, manifests and build files. What decides is the function `decide`, from its first line
to its last, and the longest of them where each game has one. Dependencies are those that the bot's manifest
names itself, to run and to build, without those for tests; Maven's plugins are not counted. The Python bots
stand on arena/sdk, whose lines are told apart.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.tooling.tree import text, tracked

KIT = "arena/sdk/*.py"
TESTS = re.compile(r"(_test\.go|\.test\.ts|/tests/.*|/tests\.rs|/src/test/.*)$")
GENERATED = re.compile(r"(\.pb\.go|_pb\.ts)$")
STARTS_COMMENT = {"#": ("#",), "//": ("//", "/*", "*/", "* ")}


@dataclass(frozen=True)
class Sources:
    """Where the code of a bot lies, and how its language marks a comment and a function `decide`."""

    pattern: str
    comment: str
    decide: str
    """A regular expression for the first line of it; empty where the whole bot decides and nothing else."""
    dependencies: Callable[[], tuple[int, int]]
    """(to run, to build)"""


@dataclass(frozen=True)
class Size:
    """Of one bot."""

    decide: int
    whole: int
    to_run: int
    to_build: int


def size(sources: Sources) -> Size:
    """The lines and dependencies of a bot."""
    files = [one for one in tracked(sources.pattern) if not _is_other(one)]
    lines = [line for file in files for line in code_lines(file, sources.comment)]
    decide = max(_function(file, sources) for file in files) if sources.decide else len(lines)
    return Size(decide, len(lines), *sources.dependencies())


def kit_lines() -> int:
    """The lines of the kit that the Python bots stand on."""
    return sum(len(code_lines(file, "#")) for file in tracked(KIT))


def code_lines(file: Path, comment: str) -> list[str]:
    """The lines of a file that are code."""
    lines = _without_tests(text(file)).splitlines()
    told = set(_docstrings(file)) if file.suffix == ".py" else set()
    starts = STARTS_COMMENT[comment]
    return [
        line
        for number, line in enumerate(lines, start=1)
        if line.strip() and number not in told and not line.strip().startswith(starts)
    ]


def _is_other(file: Path) -> bool:
    return bool(TESTS.search(f"/{file.as_posix()}") or GENERATED.search(file.name))


def _without_tests(code: str) -> str:
    """Rust has the tests of a file at its end."""
    return code.partition("#[cfg(test)]")[0]


def _docstrings(file: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(text(file))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _function(file: Path, sources: Sources) -> int:
    """The lines of the function in a file: up to the next line that is indented no more than its first."""
    lines = code_lines(file, sources.comment)
    for start, line in enumerate(lines):
        if re.match(sources.decide, line):
            depth = _depth(line)
            inside = 1
            for later in lines[start + 1 :]:
                # The bracket that ends the arguments belongs to it, and so does the brace that ends it all.
                if _depth(later) <= depth and not later.strip().startswith(")"):
                    return inside + later.strip().startswith("}")
                inside += 1
            return inside
    return 0


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


# ---------------------------------------------------------------- dependencies


def _go() -> tuple[int, int]:
    module = text(Path("sample_bots/go/go.mod"))
    required = re.findall(r"^\t\S+ v\S+$", module, re.MULTILINE)
    tools = re.search(r"tool \((.*?)\)", module, re.DOTALL)
    return len(required), len(tools[1].split()) if tools else 0


def _rust() -> tuple[int, int]:
    cargo = tomllib.loads(text(Path("sample_bots/rust/Cargo.toml")))
    return len(cargo["dependencies"]), len(cargo["build-dependencies"])


def _java() -> tuple[int, int]:
    pom = re.sub(r"<plugins>.*</plugins>", "", text(Path("sample_bots/java/pom.xml")), flags=re.DOTALL)
    found = re.findall(r"<dependency>(.*?)</dependency>", pom, re.DOTALL)
    return sum("<scope>test</scope>" not in one for one in found), 0


def _typescript() -> tuple[int, int]:
    package = json.loads(text(Path("sample_bots/typescript/package.json")))
    return len(package["dependencies"]), len(package["devDependencies"])


def _cpp() -> tuple[int, int]:
    lists = text(Path("sample_bots/cpp/CMakeLists.txt"))
    to_run, to_build = ("protobuf::libprotobuf", "PkgConfig::GRPC"), ("protobuf::protoc", "grpc_cpp_plugin")
    return sum(name in lists for name in to_run), sum(name in lists for name in to_build)


def _of(to_run: int) -> Callable[[], tuple[int, int]]:
    return lambda: (to_run, 0)


BOTS = {
    "python random": Sources("sample_bots/python/random/*.py", "#", "def decide", _of(1)),
    "python low": Sources("sample_bots/python/low/*.py", "#", r"def decide|\s+def decide", _of(1)),
    "python high": Sources("sample_bots/python/high/*.py", "#", r"def decide|\s+def decide", _of(1)),
    "go": Sources("sample_bots/go/*.go", "//", "func Decide", _go),
    "rust": Sources("sample_bots/rust/src/*.rs", "//", "pub fn decide", _rust),
    "java": Sources("sample_bots/java/src/main/*.java", "//", r"\s+static Choice decide", _java),
    "typescript": Sources("sample_bots/typescript/src/*.ts", "//", "export function decide", _typescript),
    "cpp": Sources("sample_bots/cpp/src/*pp", "//", r"Choice decide\(.*\{", _cpp),
    "stdio: bash, jq": Sources("sample_bots/stdio/bash/*.sh", "#", "", _of(1)),
    "stdio: python": Sources("sample_bots/stdio/python/*.py", "#", "def decide", _of(0)),
}


def main() -> None:
    for name, sources in BOTS.items():
        sys.stdout.write(f"{name}: {size(sources)}\n")
    sys.stdout.write(f"{KIT}: {kit_lines()}\n")


if __name__ == "__main__":
    main()
