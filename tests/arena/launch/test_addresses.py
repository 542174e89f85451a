"""One grammar names a bot everywhere."""

from pathlib import Path

import pytest

from arena.launch import (
    Address,
    AddressError,
    Builtin,
    Command,
    Folder,
    Human,
    InProcess,
    LaunchError,
    Registered,
    house_bots,
    parse_address,
    resolve,
)

EXAMPLES: list[tuple[str, Address]] = [
    ("builtin:low", Builtin("low")),
    ("./zap", Folder(Path("zap"))),
    ("..", Folder(Path(".."))),
    (".", Folder(Path())),
    ("/opt/bots/zap", Folder(Path("/opt/bots/zap"))),
    ("exec:./bot --level 7 'two words'", Command(("./bot", "--level", "7", "two words"))),
    ("py:my.bots:Zap", InProcess("my.bots", "Zap")),
    ("@zap", Registered("zap")),
    ("@zap/v3", Registered("zap", "3")),
    ("me", Human()),
]


@pytest.mark.parametrize(("text", "address"), EXAMPLES)
def test_an_address_is_read_and_written_back(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("low", "Meant builtin:low or ./low"),
        ("", "is not a bot address"),
        ("builtin:", "not a bot's name"),
        ("builtin:Low", "'Low' is not a bot's name"),
        ("exec:", "names no command"),
        ("exec:./bot 'x", "No closing quotation"),
        ("py:module", "write py:module:Class"),
        ("@zap/3", "written @name/v3"),
        ("@zap/v", "written @name/v3"),
        ("http://zap", "is not a bot address"),
    ],
)
def test_what_is_no_address_is_refused_with_what_would_be(text: str, words: str) -> None:
    with pytest.raises(AddressError, match=words):
        parse_address(text)


def test_the_house_bots_are_found_by_name() -> None:
    assert {"random", "stubborn", "low", "high"} <= set(house_bots())
    assert resolve(Builtin("low")).name == "low"


def test_an_unknown_house_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(AddressError, match=r"builtin:lo is no house bot; the house bots are .*low"):
        resolve(Builtin("lo"))


def test_a_command_is_a_bot_named_by_its_program() -> None:
    manifest = resolve(Command(("./build/Zap_2.bin", "--level", "7")))
    assert (manifest.name, manifest.command) == ("zap_2", ("./build/Zap_2.bin", "--level", "7"))


@pytest.mark.parametrize("address", [InProcess("m", "C"), Registered("zap")])
def test_only_processes_are_started(address: Address) -> None:
    with pytest.raises(LaunchError, match="is not started as a process"):
        resolve(address)


def test_a_person_is_not_started_but_sits_down() -> None:
    with pytest.raises(AddressError, match="arena play me B"):
        resolve(Human())
