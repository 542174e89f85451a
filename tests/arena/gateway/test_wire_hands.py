"""The hands shown in proto/README.md are what the arena sends: made anew, they are the same."""

import pytest

from tests.arena.gateway.wire_hands import EXAMPLES, PROTO, README, Example, jsonl, written


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.variant)
def test_the_example_file_is_what_the_arena_sends(example: Example) -> None:
    assert (PROTO / "examples" / f"{example.variant}.jsonl").read_text() == jsonl(example)


def test_the_readme_shows_what_the_arena_sends() -> None:
    text = README.read_text()
    assert written(text) == text
