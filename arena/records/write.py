"""A match that is over, as the lines of its record."""

from dataclasses import dataclass

import engine
from arena.matches import ActionTaken, Cause, Ending, Fault, HandDealt, Outcome, Ruled
from arena.records.lines import FORMAT, Line

MAX_US = 2**32 - 1


@dataclass(frozen=True, slots=True)
class RecordAbout:
    """What a record tells beside the match: who wrote it, and the key its decks came from ("" for none)."""

    arena_version: str
    set_key: str = ""


def record_lines(outcome: Outcome, about: RecordAbout) -> list[Line]:
    """The lines, in protobuf's JSON mapping with every field written out."""
    pairing = outcome.pairing
    variant = engine.variant(pairing.variant)
    clock = pairing.clock
    scores = pairing.scores or variant.first_scores(pairing.settings, pairing.players)
    header = {
        "format": FORMAT,
        "matchId": pairing.match_id,
        "ruleset": {
            "variant": variant.id,
            "rulesVersion": variant.rules_version,
            "players": pairing.players,
            "settings": dict(pairing.settings),
        },
        "seats": [{"seat": seat, "bot": bot} for seat, bot in enumerate(outcome.bots)],
        "clock": {
            "decisionMs": round(clock.decision_s * 1000),
            "bankMs": round(clock.bank_s * 1000),
            "startupMs": round(clock.startup_s * 1000),
            "disconnectMs": round(clock.disconnect_s * 1000),
            "halted": clock.halted,
        },
        "started": _time(outcome.started.isoformat()),
        "arenaVersion": about.arena_version,
        "dealer": pairing.dealer,
        "scores": list(scores),
        "dealSet": pairing.deal_set,
        "leg": pairing.leg,
        "setKey": about.set_key,
    }
    result = {
        "ending": _ending(outcome.ending),
        "results": [{"seat": seat, "rank": rank} for seat, rank in enumerate(outcome.ranks)],
        "scores": list(outcome.scores),
        "ended": _time(outcome.ended.isoformat()),
    }
    return [{"header": header}, *map(_entry, outcome.log), {"result": result}]


def _entry(entry: HandDealt | ActionTaken | Ruled) -> Line:
    match entry:
        case HandDealt(hand, dealer, scores, deck):
            return {"hand": {"hand": hand, "dealer": dealer, "scores": scores, "deck": " ".join(deck)}}
        case ActionTaken(seat, action, decision, elapsed_us, charged_us, by_default):
            return {
                "action": {
                    "action": f"{seat} {action}",
                    "decision": decision,
                    "elapsedUs": min(elapsed_us, MAX_US),
                    "chargedUs": min(charged_us, MAX_US),
                    "byDefault": by_default,
                }
            }
        case Ruled(seat, decision, fault, ruling):
            return {"ruling": {"seat": seat, "decision": decision, "fault": _fault(fault), "ruling": ruling}}


def _ending(ending: Ending) -> Line:
    line: Line = {
        "cause": _CAUSES[ending.cause],
        "fault": _fault(ending.fault),
        "rule": ending.rule,
        "measuredMs": round(ending.measured_s * 1000),
    }
    if ending.blamed is not None:
        line["blamedSeat"] = ending.blamed
    return line


def _fault(fault: Fault | None) -> str:
    return "FAULT_UNSPECIFIED" if fault is None else f"FAULT_{fault.name}"


_CAUSES = {cause: f"ENDING_CAUSE_{cause.name}" for cause in Cause}


def _time(iso: str) -> str:
    return iso.replace("+00:00", "Z")
