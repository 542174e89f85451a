"""Small ladders for the tests of reports: results that are counted, not drawn by lot."""

from collections.abc import Mapping
from xml.etree import ElementTree

from arena.ratings import Result
from arena.reports import Report, report_of

Wins = Mapping[tuple[str, str], tuple[int, int]]
"""(bot, other) -> matches that the one and the other won."""

FOUR: Wins = {
    ("ada", "bob"): (240, 160),
    ("ada", "cyd"): (260, 140),
    ("ada", "dot"): (300, 100),
    ("bob", "cyd"): (205, 195),
    ("bob", "dot"): (250, 150),
    ("cyd", "dot"): (260, 140),
}


def results(wins: Wins, *, forfeits: Mapping[str, int] | None = None) -> list[Result]:
    """All of them, each on deals of its own; so many of a bot's defeats were forfeits."""
    left = dict(forfeits or {})
    played = []
    for (one, other), (won, lost) in wins.items():
        for number in range(won + lost):
            loser = other if number < won else one
            forfeit = (loser,) if left.get(loser, 0) > 0 else ()
            left[loser] = left.get(loser, 0) - 1
            places = (2, 1) if loser == one else (1, 2)
            # The seats are shared evenly.
            sides = ((one,), (other,))
            turned = number % 2 == 1
            deals = f"{one}-{other}-{number}"
            played.append(
                Result(sides[::-1] if turned else sides, places[::-1] if turned else places, deals, forfeit)
            )
    return played


def four() -> Report:
    """A ladder of four with the best first: ada, bob, cyd, dot."""
    return report_of(results(FOUR))


class Picture:
    """An SVG as it was parsed."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)  # noqa: S314  # our own file

    def all(self, tag: str, kind: str | None = None) -> list[ElementTree.Element]:
        """All elements of a tag, of a class if it is given, in the order in which they are drawn."""
        found = self.root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
        return [one for one in found if kind is None or one.get("class") == kind]

    def texts(self, kind: str | None = None) -> list[str]:
        """What is written."""
        return [one.text or "" for one in self.all("text", kind)]

    def hint(self, element: ElementTree.Element) -> str:
        """What a pointer over an element shows."""
        return element.findtext("{http://www.w3.org/2000/svg}title", "")


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "nan"))
