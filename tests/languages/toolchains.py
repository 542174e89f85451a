"""The languages that sample bots are written in, and what each needs on this machine."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Tool:
    """A program; `version` asks it, where it can be asked, and its answer must be at least `least`."""

    program: str
    version: tuple[str, ...] = ("--version",)
    least: tuple[int, int] = (0, 0)

    def lack(self) -> str:
        """What is missing, in words; empty where nothing is."""
        if shutil.which(self.program) is None:
            return f"there is no {self.program} on PATH"
        if not self.version:
            return ""
        asked = subprocess.run([self.program, *self.version], capture_output=True, text=True, check=False)
        if asked.returncode:
            return f"`{' '.join([self.program, *self.version])}` fails"
        found = re.search(r"(\d+)\.(\d+)", asked.stdout + asked.stderr)
        number = (int(found[1]), int(found[2])) if found else (0, 0)
        if number < self.least:
            is_now, least = (".".join(map(str, pair)) for pair in (number, self.least))
            return f"{self.program} is {is_now}, not {least} or later"
        return ""


@dataclass(frozen=True)
class Language:
    """A sample bot's language. Its folder is sample_bots/NAME."""

    name: str
    tools: tuple[Tool, ...]
    own_tests: tuple[str, ...]
    """The command of the bot's own tests, in its folder, once it is built."""

    def __str__(self) -> str:
        return self.name

    def lack(self) -> str:
        """What is missing to build it; empty where nothing is."""
        return next(filter(None, (tool.lack() for tool in self.tools)), "")


LANGUAGES = (
    Language(
        "rust",
        (Tool("cargo", least=(1, 88)),),
        ("cargo", "test", "--release", "--quiet"),
    ),
    Language(
        "go",
        (Tool("go", ("version",), (1, 26)),),
        ("go", "test", "."),
    ),
    Language(
        "typescript",
        (Tool("node", least=(20, 0)), Tool("npm")),
        ("npm", "test", "--silent"),
    ),
    Language(
        "java",
        (Tool("javac", ("-version",), (17, 0)), Tool("mvn")),
        ("mvn", "--batch-mode", "--quiet", "test"),
    ),
    Language(
        "cpp",
        (
            Tool("cmake", least=(3, 25)),
            Tool("c++"),
            Tool("protoc"),
            Tool("grpc_cpp_plugin", ()),
            Tool("pkg-config", ("--modversion", "grpc++")),
        ),
        ("sh", "-c", "cmake --build .build --target tests && .build/tests"),
    ),
)
"""In the order in which they are built: the longest first."""


def required(language: Language) -> bool:
    """Whether REQUIRE_LANGUAGES wants it: "all", or names with commas."""
    wanted = os.environ.get("REQUIRE_LANGUAGES", "").split(",")
    return "all" in wanted or language.name in wanted
