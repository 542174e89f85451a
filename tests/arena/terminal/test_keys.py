"""What a terminal sends, as keys; what it shows, with colours and without."""

import io

import pytest

import engine
from arena.terminal import Look, Screen
from arena.terminal.keys import END, keys


@pytest.mark.parametrize(
    ("sent", "pressed"),
    [
        (b"7", ["7"]),
        (b"\r", ["enter"]),
        (b" q", ["space", "q"]),
        (b"\x1b[D\x1b[C", ["left", "right"]),
        (b"\x1bOH\x1b[4~", ["home", "end"]),
        (b"\x1b", ["escape"]),
        (b"\x1b[15~x", ["x"]),
        (b"\x7f", ["backspace"]),
        ("ñ".encode(), []),
        (b"", [END]),
    ],
)
def test_what_is_sent_is_read_as_keys(sent: bytes, pressed: list[str]) -> None:
    assert keys(sent) == pressed


@pytest.mark.parametrize("variant", engine.variants())
@pytest.mark.parametrize("unicode", [True, False])
def test_every_card_of_every_game_can_be_drawn_and_told_apart(variant: engine.Variant, unicode: bool) -> None:
    look = Look.of(variant, unicode=unicode)
    faces = set()
    for card in variant.cards:
        lines = [line.plain for line in look.faces([card])]
        assert len({len(line) for line in lines}) == 1
        assert unicode or all(line.isascii() for line in lines)
        assert look.is_card(card)
        faces.add(tuple(lines))
    assert len(faces) == len(variant.cards)


def test_a_frame_fits_the_terminal_and_keeps_its_foot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "10")
    file = io.StringIO()
    look = Look.of(engine.variant("argentine"), unicode=True)
    screen = Screen(look, colors=False, file=file)
    long = look.text("a line that is longer than the terminal is wide: 7e 1b 4c")
    screen.draw([long], [look.text(f"line {number}") for number in range(20)], [look.text("foot")])
    lines = file.getvalue().split("\n")
    assert len(lines) == 10
    assert "line 19" in lines[7]
    assert "foot" in lines[9]


def test_without_colours_no_colour_is_sent() -> None:
    look = Look.of(engine.variant("argentine"), unicode=True)
    for colors in (True, False):
        file = io.StringIO()
        Screen(look, colors=colors, file=file).draw([look.word("7e")], [], [])
        assert ("\x1b[94m" in file.getvalue()) == colors
