"""A record told as text, hand by hand: what happened, in the table's own words."""

from collections.abc import Iterable, Iterator, Mapping

import engine
from arena.records.forfeits import forfeits
from arena.records.lines import RecordError, parse
from engine.position import act
from truco.v1.match_pb2 import ENDING_CAUSE_VOID, Forfeit
from truco.v1.record_pb2 import RecordHeader, RecordLine, RecordResult

Names = Mapping[int, str]


def story(data: bytes, hand: int | None = None, seat: int | None = None) -> Iterator[str]:
    """The lines of the text. `hand` counts from 1: only that one; `seat`: only what that seat was told.

    Raises: RecordError: the record can't be read, does not follow the rules, or has no such hand or seat.
    """
    lines = parse(data)
    header = lines[0].header
    if lines[0].WhichOneof("kind") != "header":
        raise RecordError(1, "the record has no header")
    names = {place.seat: f"{place.seat} {place.bot}" for place in header.seats}
    if seat is not None and seat not in names:
        raise RecordError(0, f"the match has no seat {seat}; seats: {', '.join(names.values())}")
    hands = sum(line.WhichOneof("kind") == "hand" for line in lines)
    if hand is not None and not 1 <= hand <= hands:
        raise RecordError(0, f"the match has no hand {hand}; hands: 1 to {hands}")
    yield _title(header, names)
    for number, text in _told(lines, header, names, seat):
        if hand is None or number == hand:
            yield text
    last = lines[-1]
    if last.WhichOneof("kind") == "result" and (hand is None or hand == hands):
        yield ""
        yield _result(last.result, names)
        yield from _why(forfeits(lines), names)


def _told(
    lines: list[RecordLine], header: RecordHeader, names: Names, seat: int | None
) -> Iterator[tuple[int, str]]:
    """(hand from 1, text) for all that happened between the header and the result."""
    ruleset = header.ruleset
    match = engine.Match(
        ruleset.variant,
        ruleset.players,
        dict(ruleset.settings),
        dealer=header.dealer,
        scores=tuple(header.scores),
    )
    told = 0
    for number, line in enumerate(lines, start=1):
        place = match.hand_number + 1
        try:
            match line.WhichOneof("kind"):
                case "hand":
                    match.deal(tuple(line.hand.deck.split()))
                    place, told = place + 1, 0
                    yield place, ""
                case "action":
                    act(match, line.action.action)
                    if line.action.by_default:
                        yield place, f"    ({names[_seat_of(line)]} did not answer: the arena acts)"
                case "ruling":
                    yield place, f"    ! {names[line.ruling.seat]}: {line.ruling.ruling}"
                case _:
                    continue
        except (engine.PositionError, engine.NotationError, engine.IllegalAction) as error:
            raise RecordError(number, str(error)) from error
        news = match.events[told:]
        told = len(match.events)
        for event in news if seat is None else engine.told_to(seat, news):
            # With no seat to look from, what a seat was told about itself alone is told too.
            if seat is not None or event.to in (engine.EVERYBODY, getattr(event, "seat", None)):
                yield from ((place, text) for text in event_lines(event, place, names, match.sides))


def _seat_of(line: RecordLine) -> int:
    return int(line.action.action.partition(" ")[0])


def _title(header: RecordHeader, names: Names) -> str:
    ruleset = header.ruleset
    settings = " ".join(f"{name}={value}" for name, value in sorted(ruleset.settings.items()))
    return (
        f"{ruleset.variant} {settings}".rstrip()
        + f" · match {header.match_id}\n"
        + " · ".join(names.values())
    )


def event_lines(event: engine.Event, hand: int, names: Names, sides: int) -> Iterator[str]:
    """An event as text. `hand` is from 1, `names` are by seat."""
    match event:
        case engine.HandStarted(_, dealer, mano, scores):
            yield f"Hand {hand} · {_scores(scores)} · dealer {names[dealer]} · mano {names[mano]}"
        case engine.Dealt(_, seat, cards):
            yield f"    {names[seat]} holds {' '.join(cards)}"
        case engine.TurnedUp(_, place, cards):
            yield f"    {place}: {' '.join(cards)}"
        case engine.Acted(_, seat, action):
            yield f"  {names[seat]}: {action}"
        case engine.TrickEnded(_, winner):
            yield "    parda" if winner == engine.TIE else f"    trick to {names[winner]}"
        case engine.EnvidoAnnounced(_, seat, envido, flor):
            said = "concedes" if envido is None else f"says {envido}" + (" with flor" if flor else "")
            yield f"    {names[seat]} {said}"
        case engine.Scored(_, side, points, scores, reason):
            players = " + ".join(name for seat, name in names.items() if seat % sides == side)
            yield f"    {players} +{points} ({reason}) · {_scores(scores)}"
        case engine.ChipsMoved(_, seat, pot, chips, reason):
            way = f"puts {chips} into" if chips >= 0 else f"gets {-chips} from"
            yield f"    {names[seat]} {way} {pot} ({reason})"
        case engine.Shown(_, seat, cards):
            yield f"    {names[seat]} shows {' '.join(cards)}"
        case engine.HandEnded(_, scores):
            yield f"    hand over · {_scores(scores)}"


def _result(result: RecordResult, names: Names) -> str:
    if result.ending.cause == ENDING_CAUSE_VOID:
        return f"Void: {result.ending.rule}"
    ranked = sorted(result.results, key=lambda seat: (seat.rank, seat.seat))
    places = ", ".join(f"{seat.rank}. {names[seat.seat]}" for seat in ranked)
    return f"{places} · {_scores(tuple(result.scores))}"


def _why(lost: Iterable[Forfeit], names: Names) -> Iterator[str]:
    for forfeit in lost:
        yield f"Forfeit: {names[forfeit.seat]}: {forfeit.rule}"


def _scores(scores: tuple[int, ...]) -> str:
    return "-".join(map(str, scores))
