"""The audit of an event: its matches, as the audit takes them."""

from arena.cli.runs.audits import Line, ended_of
from arena.cli.runs.audits import audit as audited
from arena.cli.runs.tournament_state import EventState
from arena.ratings import Result
from arena.ratings.audit import Leg
from arena.store import Store


def audit(state: EventState, store: Store) -> list[Line]:
    """All findings on the matches of all whole sets, each kind by suspicion."""
    played = {leg.match for key in state.whole for leg in state.past.legs[key].values()}
    ended = [ended_of(row, _name) for row in store.results.endings() if row.match in played]
    legs = _legs(state) if state.definition.deals == "mirror" else []
    owners = {bot.name: bot.owner or bot.name for bot in state.definition.bots}
    return audited(_results(state), ended, legs, owners)


def _name(version: str) -> str:
    """A bot is known to its event by its name alone."""
    return version.partition("/")[0]


def _results(state: EventState) -> list[Result]:
    return [
        leg.result(state.set_name(key))
        for key in sorted(state.whole)
        for leg in state.past.legs[key].values()
    ]


def _legs(state: EventState) -> list[Leg]:
    return [
        Leg(state.set_name(key), leg, done.bots, done.shares)
        for key in sorted(state.whole)
        for leg, done in sorted(state.past.legs[key].items())
    ]
