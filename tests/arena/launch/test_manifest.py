"""bot.toml: read whole, or refused with the file and the key."""

from pathlib import Path

import pytest

from arena.launch import Limits, Manifest, ManifestError, read_manifest

WHOLE = """
[bot]
name = "zap"
version = "3"
language = "go"
variants = ["argentine", "mineiro"]
protocol = "stdio-json"
[build]
command = "go build ."
[run]
command = ["./zap", "--calm"]
env = { LEVEL = "7" }
[limits]
matches = 64
memory_mib = 512
"""
SHORT = '[bot]\nname = "zap"\n[run]\ncommand = "python bot.py"\n'


def write(folder: Path, text: str) -> Path:
    (folder / "bot.toml").write_text(text)
    return folder


def test_everything_a_manifest_may_say_is_read(tmp_path: Path) -> None:
    assert read_manifest(write(tmp_path, WHOLE)) == Manifest(
        folder=tmp_path,
        name="zap",
        version="3",
        language="go",
        variants=("argentine", "mineiro"),
        build=("go", "build", "."),
        command=("./zap", "--calm"),
        env={"LEVEL": "7"},
        limits=Limits(matches=64, memory_mib=512),
        protocol="stdio-json",
    )


def test_a_name_and_a_command_are_enough(tmp_path: Path) -> None:
    manifest = read_manifest(write(tmp_path, SHORT))
    assert (manifest.version, manifest.command, manifest.limits.matches) == ("1", ("python", "bot.py"), 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[bott]\n" + SHORT, "bott is unknown; the tables are bot, build, run, limits"),
        (SHORT.replace("name", "nam"), "bot.nam is unknown; .bot. has name, version"),
        (SHORT + "[limits]\nmatchs = 3", "limits.matchs is unknown; .limits. has matches"),
        ("[run]\ncommand = 'x'", "bot.name is missing"),
        ("[bot]\nname = 'zap'", "run.command is missing"),
        (SHORT.replace('"zap"', '"Zap!"'), "bot.name is 'Zap!'"),
        (SHORT.replace('"zap"', "7"), "bot.name must be a text"),
        (SHORT + "[limits]\nmatches = 0", "limits.matches is 0; it must be a whole number from 1"),
        (SHORT + "[limits]\nmatches = true", "limits.matches is True"),
        (SHORT + "env = { ARENA_TOKEN = 'x' }", "run.env.ARENA_TOKEN is the arena's own"),
        (SHORT + "env = { LEVEL = 7 }", "run.env must hold texts"),
        (SHORT.replace('"python bot.py"', "'a \"b'"), "run.command is not quoted"),
        ("bot = 3", "bot must be a table"),
        (
            SHORT.replace("[run]", 'protocol = "carrier-pigeon"\n[run]'),
            "bot.protocol is 'carrier-pigeon'; the",
        ),
        ("[bot", "bot.toml: Expected"),
        (SHORT + "[build]\ncommand = [1]", "build.command must be a list of texts"),
    ],
)
def test_a_slip_is_refused_with_the_file_and_the_key(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ManifestError, match=words) as caught:
        read_manifest(write(tmp_path, text))
    assert str(tmp_path / "bot.toml") in str(caught.value)


def test_a_folder_without_a_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=r"bot\.toml cannot be read: No such file"):
        read_manifest(tmp_path)
