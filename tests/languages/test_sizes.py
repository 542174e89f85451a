"""Lines of code and dependencies of the sample bots, as the measurements tell them."""

from pathlib import Path

import pytest

from tests.bench.languages_sizes import BOTS, code_lines, size
from tests.languages.toolchains import LANGUAGES


def test_every_language_is_counted() -> None:
    assert {language.name for language in LANGUAGES} <= set(BOTS)


@pytest.mark.parametrize("bot", BOTS)
def test_what_decides_is_a_part_of_the_whole(bot: str) -> None:
    found = size(BOTS[bot])
    assert 0 < found.decide <= found.whole


def test_what_the_manifests_name_is_counted() -> None:
    found = {bot: size(BOTS[bot]) for bot in ("go", "rust", "java", "typescript", "cpp")}
    assert all(one.to_run >= 2 for one in found.values())
    assert {bot for bot, one in found.items() if one.to_build} == {"go", "rust", "typescript", "cpp"}


def test_tests_and_comments_are_no_code() -> None:
    rust = code_lines(Path("sample_bots/rust/src/decide.rs"), "//")
    assert not any("#[test]" in line or line.strip().startswith("//") for line in rust)
    python = code_lines(Path("sample_bots/python/random/bot.py"), "#")
    assert python[0].startswith("from arena.sdk import")
