"""What a terminal can show: colours or none, any sign or ASCII alone; and cards drawn with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from engine import Card, Variant

SPANISH = {"e": ("espa", "bright_blue"), "b": ("bast", "green"), "c": ("copa", "red"), "o": ("oro", "yellow")}
"""By the letter of the notation: the suit's name on a card, and its colour."""
FRENCH = {"c": ("♣", "green"), "d": ("♦", "bright_blue"), "h": ("♥", "red"), "s": ("♠", "bold")}
FRENCH_NAMES = {"c": "club", "d": "diam", "h": "hear", "s": "spad"}
ASCII = str.maketrans({"·": "-", "–": "-", "—": "-", "▶": ">", "│": "|", "░": "#", "…": "~"})


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw for a game at a terminal."""

    suits: dict[str, tuple[str, str]]
    unicode: bool = True

    @classmethod
    def of(cls, variant: Variant, *, unicode: bool) -> "Look":
        """The look of a game's cards. `unicode`: whether the terminal shows more than ASCII."""
        french = any(card.startswith("A") for card in variant.cards)
        if not french:
            return cls(SPANISH, unicode)
        plain = {suit: (FRENCH_NAMES[suit], style) for suit, (_, style) in FRENCH.items()}
        return cls(FRENCH if unicode else plain, unicode)

    def word(self, card: Card) -> Text:
        """A card as the notation has it, in the colour of its suit."""
        return Text(card, style=self.suits[card[-1]][1])

    def words(self, cards: Sequence[Card]) -> Text:
        return Text(" ").join([self.word(card) for card in cards])

    def text(self, text: str, style: str = "") -> Text:
        """A text of the notation or about it, with the cards in it in their colours."""
        drawn = Text(style=style)
        for place, word in enumerate(text.split(" ")):
            drawn.append(" " if place else "")
            drawn.append_text(self.word(word) if self.is_card(word) else Text(word))
        return drawn

    def is_card(self, word: str) -> bool:
        rank, suit = word[:-1], word[-1:]
        return suit in self.suits and (rank.isdecimal() or rank in tuple("ATJQK"))

    def faces(self, cards: Sequence[Card]) -> list[Text]:
        """Cards as they lie on a table, side by side: four lines."""
        top, side, bottom = ("╭────╮", "│", "╰────╯") if self.unicode else ("+----+", "|", "+----+")
        lines = [Text(), Text(), Text(), Text()]
        for card in cards:
            name, style = self.suits[card[-1]]
            parts = (top, f"{side}{card[:-1]:<4}{side}", f"{side}{name:>4}{side}", bottom)
            for line, part in zip(lines, parts, strict=True):
                line.append(part + " ", style=style)
        return lines

    @property
    def back(self) -> str:
        """A card that is not seen."""
        return "░░" if self.unicode else "##"

    def plain(self, text: str) -> str:
        """A text as this terminal can show it."""
        return text if self.unicode else text.translate(ASCII).encode("ascii", "replace").decode("ascii")
