"""A small SVG writer: shapes and text in a fixed frame, readable on light and dark, nothing from elsewhere.

Colours come from classes only, so that one style sheet says what they are by day and by night. Text stays
text: it can be searched, copied and read aloud. Numbers are pixels, from the upper left corner.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypeVar
from xml.etree import ElementTree

Anchor: TypeAlias = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]
T = TypeVar("T")

NAMESPACE = "http://www.w3.org/2000/svg"

_STYLE = """
text { font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2329; }
.title { font-size: 17px; font-weight: 600; }
.soft { fill: #5c6570; font-size: 12px; }
.small { font-size: 10.5px; }
.bold { font-weight: 600; }
.paper { fill: #ffffff; }
.stripe { fill: #f4f6f8; }
.empty { fill: #eceff2; }
.grid { stroke: #e2e6ea; }
.axis { stroke: #98a1ab; stroke-dasharray: 4 3; }
.bar { stroke: #2f6fb3; stroke-width: 2.5; stroke-linecap: round; }
.dot { fill: #2f6fb3; stroke: #2f6fb3; stroke-width: 2; }
.open { fill: #ffffff; stroke: #2f6fb3; stroke-width: 2; }
.trace { fill: none; stroke: #2f6fb3; stroke-width: 1.8; stroke-linejoin: round; }
.band { fill: #2f6fb3; fill-opacity: 0.18; }
.win { fill: #2f6fb3; }
.lose { fill: #d9822b; }
.even { fill: #98a1ab; }
.upper { stroke: #2f6fb3; stroke-width: 1.5; }
.lower { stroke: #d9822b; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e7eb; }
  .soft { fill: #9aa4af; }
  .paper { fill: #16191d; }
  .stripe { fill: #1d2126; }
  .empty { fill: #22272d; }
  .grid { stroke: #2b3138; }
  .axis { stroke: #69737e; }
  .bar, .dot, .open, .trace, .upper { stroke: #6cb0f5; }
  .dot, .band, .win { fill: #6cb0f5; }
  .open { fill: #16191d; }
  .lose { fill: #f0a04b; }
  .lower { stroke: #f0a04b; }
}
"""


class Svg:
    """A picture that is drawn from back to front."""

    def __init__(self, width: float, height: float, title: str, about: str) -> None:
        """title, about: what a screen reader says of it."""
        size = {"width": _number(width), "height": _number(height)}
        box = f"0 0 {_number(width)} {_number(height)}"
        self._root = ElementTree.Element("svg", {"xmlns": NAMESPACE, **size, "viewBox": box, "role": "img"})
        ElementTree.SubElement(self._root, "title").text = title
        ElementTree.SubElement(self._root, "desc").text = about
        ElementTree.SubElement(self._root, "style").text = _STYLE
        self.rect(0, 0, width, height, "paper")

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        kind: str,
        *,
        opacity: float = 1.0,
        radius: float = 0.0,
        hint: str = "",
    ) -> None:
        """hint: what a pointer over it shows."""
        size = {"width": _number(width), "height": _number(height)}
        shape = self._shape("rect", kind, hint, {"x": _number(x), "y": _number(y), **size})
        if opacity < 1.0:
            shape.set("fill-opacity", f"{opacity:.2f}")
        if radius:
            shape.set("rx", _number(radius))

    def line(self, start: Point, end: Point, kind: str, *, hint: str = "") -> None:
        (x1, y1), (x2, y2) = start, end
        ends = {"x1": _number(x1), "y1": _number(y1), "x2": _number(x2), "y2": _number(y2)}
        self._shape("line", kind, hint, ends)

    def dot(self, at: Point, radius: float, kind: str, *, hint: str = "") -> None:
        x, y = at
        self._shape("circle", kind, hint, {"cx": _number(x), "cy": _number(y), "r": _number(radius)})

    def trace(self, points: Sequence[Point], kind: str) -> None:
        """A line through points."""
        self._shape("polyline", kind, "", {"points": _points(points)})

    def area(self, points: Sequence[Point], kind: str) -> None:
        """What lies inside of points."""
        self._shape("polygon", kind, "", {"points": _points(points)})

    def text(
        self, at: Point, text: str, kind: str = "", *, anchor: Anchor = "start", turned: float = 0.0
    ) -> None:
        """A line of text, `at` its foot; turned: degrees, clockwise around `at`."""
        x, y = at
        place = {"x": _number(x), "y": _number(y)}
        written = self._shape("text", kind, "", place)
        written.text = text
        if anchor != "start":
            written.set("text-anchor", anchor)
        if turned:
            written.set("transform", f"rotate({_number(turned)} {place['x']} {place['y']})")

    def __str__(self) -> str:
        """The file."""
        ElementTree.indent(self._root)
        return ElementTree.tostring(self._root, encoding="unicode") + "\n"

    def _shape(self, tag: str, kind: str, hint: str, attributes: dict[str, str]) -> ElementTree.Element:
        shape = ElementTree.SubElement(self._root, tag, {"class": kind, **attributes} if kind else attributes)
        if hint:
            ElementTree.SubElement(shape, "title").text = hint
        return shape


def text_width(text: str, size: float = 13.0) -> float:
    """About how wide a text is; a little more rather than less."""
    return 0.6 * size * len(text)


def cut(text: str, most: int) -> str:
    """A text that is not longer than so many characters; of bot/version the version stays.

    cut("a-rather-long-name/v12", 16) -> "a-rather-lo…/v12"
    """
    if len(text) <= most:
        return text
    slash, version = text.rpartition("/")[1:]
    tail = slash + version if slash and len(version) < most // 2 else ""
    return f"{text[: most - 1 - len(tail)]}…{tail}"


def thinned(points: Sequence[T], most: int) -> Sequence[T]:
    """Not more points than so many, evenly taken, the first and the last among them."""
    if len(points) <= most:
        return points
    return [points[round(step * (len(points) - 1) / (most - 1))] for step in range(most)]


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Round numbers between two, not more than so many: ticks(1432, 1571, 4) -> [1450, 1500, 1550]."""
    step = 1.0
    for step in (size * 10.0**power for power in range(-2, 7) for size in (1.0, 2.0, 5.0)):
        if (high - low) / step <= most - 1:
            break
    first = -int(-low // step) if low >= 0 else int(low // step)
    return [number * step for number in range(first - 1, first + most + 2) if low <= number * step <= high]


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
