"""A match that is over, as the lines of its record."""

from dataclasses import dataclass

import engine
from arena.fairness import SPEC
from arena.matches import ActionTaken, Cause, DrawnLeg, Ending, Fault, HandDealt, Outcome, Ruled
from arena.records.lines import FORMAT, Line

MAX_US = 2**32 - 1


@dataclass(frozen=True, slots=True)
class RecordAbout:
    """What a record tells beside the match: who wrote it, and the key its decks came from ("" for none).

    Where the match has a drawn deal set, its key is told instead.
    """

    arena_version: str
    set_key: str = ""


def record_lines(outcome: Outcome, about: RecordAbout) -> list[Line]:
    """The lines, in protobuf's JSON mapping with every field written out.

    They tell all secrets of the deal set: nobody may see them before it has ended.
    """
    pairing = outcome.pairing
    variant = engine.variant(pairing.variant)
    clock = pairing.clock
    scores = pairing.scores or variant.first_scores(pairing.settings, pairing.players)
    drawn = pairing.drawn
    dealt = drawn is not None and drawn.drawn.dealt
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
        "setKey": drawn.drawn.deals.key.reveal().hex() if drawn is not None and dealt else about.set_key,
    }
    result = {
        "ending": _ending(outcome.ending),
        "results": [{"seat": seat, "rank": rank} for seat, rank in enumerate(outcome.ranks)],
        "scores": list(outcome.scores),
        "ended": _time(outcome.ended.isoformat()),
    }
    committed: list[Line] = []
    if drawn is not None:
        committed = [{"commitments": _commitments(drawn, pairing.players)}]
    return [{"header": header}, *committed, *map(_entry, outcome.log), {"result": result}]


def _commitments(leg: DrawnLeg, players: int) -> Line:
    drawn = leg.drawn
    return {
        "scheme": SPEC,
        "rulesetId": drawn.ruleset,
        "serverSeed": drawn.server_seed.reveal().hex(),
        "legs": [
            {
                "leg": one.number,
                "matchId": one.match_id,
                "commitment": one.commitment.hex(),
                "legSalt": one.salt.reveal().hex(),
                "nonceCommitments": [one.nonce_commitments.get(seat, b"").hex() for seat in range(players)],
            }
            for _, one in sorted(drawn.legs.items())
        ],
        "contributions": [
            {"leg": given.leg, "seat": given.seat, "bot": given.bot, "nonce": given.nonce.hex()}
            for given in drawn.contributions
        ],
    }


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
        "forfeits": [
            {"seat": seat, "fault": _fault(fault), "rule": rule, "measuredMs": round(seconds * 1000)}
            for seat, fault, rule, seconds in ending.forfeits
        ],
    }
    if ending.blamed is not None:
        line["blamedSeat"] = ending.blamed
    return line


def _fault(fault: Fault | None) -> str:
    return "FAULT_UNSPECIFIED" if fault is None else f"FAULT_{fault.name}"


_CAUSES = {cause: f"ENDING_CAUSE_{cause.name}" for cause in Cause}


def _time(iso: str) -> str:
    return iso.replace("+00:00", "Z")
