"""`arena new bot`: projects of their own, made from sample bots. tests/languages builds and plays them."""

from pathlib import Path

import pytest

from arena.launch import read_manifest
from arena.templates import LANGUAGES
from tests.arena.cli.conftest import Command
from truco.v1 import play_pb2

ROOT = Path(__file__).parents[3]
CONTRACT = sorted((ROOT / "proto" / "truco" / "v1").glob("*.proto"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_project_is_the_sample_bot_under_its_own_name_with_the_protocol_and_a_match(
    language: str, arena: Command, home: Path
) -> None:
    done = arena("new", "bot", "zap.one", "--lang", language, "--json")
    assert done.code == 0, done.err
    folder = home / "zap.one"
    manifest = read_manifest(folder)
    assert (manifest.name, manifest.language) == ("zap.one", language)
    assert set(manifest.variants) == {"argentine", "mineiro", "trucker", "american"}
    files = [folder / file for file in done.object["files"]]
    assert [file.read_bytes() for file in sorted((folder / "proto/truco/v1").iterdir())] == [
        file.read_bytes() for file in CONTRACT
    ]
    for file in files:
        content = file.read_bytes()
        for foreign in (b"sample-", b"sample_", b"sample_bots", b"../../proto", b"sample-bots"):
            assert foreign not in content, f"{file} still says {foreign!r}"
    readme = (folder / "README.md").read_text()
    assert "    arena match . builtin:random" in readme
    assert "    arena check . " in readme


def test_the_recorded_match_asks_questions_of_every_game(arena: Command, home: Path) -> None:
    assert arena("new", "bot", "zap").code == 0
    messages = play_pb2.PlayResponse.FromString((home / "zap" / "recorded.binpb").read_bytes()).messages
    games = [message.offer.ruleset.variant for message in messages if message.HasField("offer")]
    assert {"argentine", "mineiro", "trucker", "american"} == set(games)
    questions = [message.question for message in messages if message.HasField("question")]
    assert len(questions) >= 160
    assert any(offer.HasField("range") for question in questions for offer in question.offers)


def test_nothing_is_written_over(arena: Command, home: Path) -> None:
    (home / "zap").mkdir()
    (home / "zap" / "decide.go").write_text("mine")
    done = arena("new", "bot", "zap", "--lang", "go")
    assert done.code == 2
    assert "zap is there already, and not empty" in done.err
    assert [file.name for file in (home / "zap").iterdir()] == ["decide.go"]


def test_a_name_that_is_none_is_refused_with_the_rule(arena: Command) -> None:
    done = arena("new", "bot", "Zap!")
    assert done.code == 2
    assert "a name is 2 to 32 lower case letters, digits, . - _" in done.err
