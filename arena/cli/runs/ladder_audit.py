"""The audit of a ladder: the matches in a database, as the audit takes them."""

from arena.cli.runs.audits import Line, ended_of
from arena.cli.runs.audits import audit as audited
from arena.cli.runs.journal import shown
from arena.ratings import Result
from arena.ratings.audit import Ended, Leg
from arena.store import Store


def audit(store: Store, name: str) -> list[Line]:
    """All findings on all matches of a ladder, each kind by suspicion. Raises: StoreError: no such ladder."""
    mirrored = store.ladders.get(name).key.deal_mode == "mirror"
    rows = list(store.results.endings(name))
    ended = [ended_of(row, shown) for row in rows]
    # Copies of one bot are one; only partners who differ are told apart.
    copies = all(len(set(side)) == 1 for match in ended for side in match.sides)
    results = [
        Result(
            tuple([side[:1] for side in match.sides]) if copies else match.sides, match.places, match.deal_set
        )
        for match in ended
    ]
    legs = [_leg(row.leg, match) for row, match in zip(rows, ended, strict=True)] if mirrored else []
    owner_of = {bot.name: bot.owner for bot in store.bots.list()}
    owners = {shown(version.id): owner_of[version.bot] for version in store.bots.versions()}
    return audited(results, ended, legs, owners)


def _leg(number: int, match: Ended) -> Leg:
    """A match of mirrored deals; scores are shares of the other sides, ties half."""
    places, others = match.places, len(match.places) - 1
    scores = [(sum((one < two) + 0.5 * (one == two) for two in places) - 0.5) / others for one in places]
    return Leg(match.deal_set, number, tuple([side[0] for side in match.sides]), tuple(scores))
