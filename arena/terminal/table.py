"""The table as a view has it. Nothing else is looked at, so what its seat may not know cannot show."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from arena.terminal.facts import fact_lines
from arena.terminal.look import Look
from engine import TIE, Cards, Variant, View
from engine.variants.trucker import TruckerFacts

NAME = 14
"""Characters of a name at the table."""


class Place(NamedTuple):
    """Where a view belongs: the game, and who sits there."""

    variant: Variant
    names: tuple[str, ...]
    """By seat: "0 me"."""
    target: int | None
    """Points that win the match; None where chips are played for."""

    @property
    def sides(self) -> int:
        return self.variant.sides(len(self.names))

    def side(self, side: int) -> str:
        """The players of a side."""
        return " + ".join(self.names[side :: self.sides])


def head(place: Place, view: View[object], hand: int) -> list[Text]:
    """Two lines above everything: the game and the score. `hand` is from 1."""
    title = Text(f"{place.variant.id} · hand {hand}", style="bold")
    title.append(f" · dealer {place.names[view.dealer]} · mano {place.names[view.mano]}", style="not bold")
    if place.target is None:
        return [title]
    points = [f"{place.side(side)} {score}" for side, score in enumerate(view.scores)]
    return [title, Text(f"{' · '.join(points)} · to {place.target}")]


def seats(place: Place, view: View[object], look: Look, known: Mapping[int, Cards]) -> list[Text]:
    """A line for each seat: whose turn it is, its cards, what it played. `known` are hands that are seen."""
    width = min(NAME, max(len(name) for name in place.names))
    chips = isinstance(view.game, TruckerFacts)
    lines = [Text(f"{'':{width + 4}}{'left':>5}{'main':>5}{'env':>5}", style="dim")] if chips else []
    for seat, name in enumerate(place.names):
        turn = seat == view.to_act
        line = Text("▶ " if turn else "  ")
        line.append(f"{name[:NAME]:<{width}}  ", style="bold" if turn else "")
        line.append(_chips(view, seat))
        line.append_text(_held(view, seat, look, known))
        for trick, winner in _tricks(view):
            line.append(" │ ")
            played = dict(trick).get(seat)
            if played is None:
                line.append("    ")
            else:
                line.append_text(look.word(played))
                line.append(("*" if winner == seat else "=" if winner == TIE else " ").ljust(4 - len(played)))
        line.append(_standing(view, seat), style="dim")
        lines.append(line)
    return lines


def about(place: Place, view: View[object], look: Look) -> list[Text]:
    """What else lies there: stakes, pots, what was announced and shown."""
    lines = [look.text(line) for line in fact_lines(view.game, place.names, place.side)]
    if view.announced:
        said = [
            f"{place.names[one.seat]} {'concedes' if one.envido is None else one.envido}{' flor' * one.flor}"
            for one in view.announced
        ]
        lines.append(Text(f"envido announced: {', '.join(said)}"))
    return lines


def _tricks(view: View[object]) -> list[tuple[Sequence[tuple[int, str]], int | None]]:
    return [
        (trick, view.winners[number] if number < len(view.winners) else None)
        for number, trick in enumerate(view.tricks)
        if trick
    ]


def _held(view: View[object], seat: int, look: Look, known: Mapping[int, Cards]) -> Text:
    """The cards that a seat holds, seen or not, on eight columns or more."""
    seen = known.get(seat)
    count = view.held_counts[seat]
    drawn = look.words(seen) if seen is not None else Text(" ").join([Text(look.back)] * count)
    drawn.append(" " * max(0, 9 - drawn.cell_len))
    return drawn


def _chips(view: View[object], seat: int) -> str:
    if not isinstance(view.game, TruckerFacts):
        return ""
    main, envido = view.game.main.chips[seat], view.game.envido.chips[seat]
    return f"{view.scores[seat]:>5}{main:>5}{envido:>5}  "


def _standing(view: View[object], seat: int) -> str:
    if not isinstance(view.game, TruckerFacts):
        return ""
    return "  out" if seat in view.game.out else "  folded" if seat in view.game.folded else ""
