"""From journal to tables: what each kind of entry changes. The only code that writes derived tables."""

import hashlib
from collections.abc import Iterator, Sequence

from msgspec.structs import astuple
from sqlalchemy import delete, insert, select, update

from arena.store import unit as put
from arena.store.entries import (
    BotRegistered,
    BotRetired,
    DealSetDealt,
    DealSetDrawn,
    DealSetRevealed,
    DealSetVoid,
    Entry,
    Forfeit,
    LadderCreated,
    LadderPaused,
    LadderResumed,
    LuckMeasured,
    MatchFinished,
    MatchOffered,
    MatchStarted,
    MatchVoid,
    Payload,
    RatingsFitted,
    Ruling,
    TokenIssued,
    TokenRevoked,
    VersionRegistered,
    VersionRetired,
    canonical,
    decode,
)
from arena.store.schema import (
    DERIVED,
    bot_versions,
    bots,
    deal_sets,
    fits,
    journal,
    ladders,
    match_luck,
    match_seats,
    matches,
    ratings,
    rulings,
    tokens,
)
from arena.store.unit import Running, Unit

REBUILD_AT_ONCE = 2_000
RULED_FORFEIT = "forfeit: "
"""How a ruling that takes the match from a seat begins."""


def enter(unit: Unit, payload: Payload, blob: bytes | None = None) -> Entry:
    """Appends an entry to the journal and brings the derived tables up to it, in one transaction."""
    entry = unit.append(payload, blob)
    apply(unit, entry)
    return entry


def apply(unit: Unit, entry: Entry) -> None:
    """Brings the derived tables up to this entry, which must be the next one."""
    match entry.payload:
        case MatchStarted():
            _match_started(unit, entry, entry.payload)
        case MatchFinished():
            _match_finished(unit, entry, entry.payload)
        case MatchOffered():
            _linked(unit, entry)
        case DealSetDrawn():
            _deal_set_drawn(unit, entry, entry.payload)
        case DealSetDealt(name, contributions):
            dealt = update(deal_sets).where(deal_sets.c.id == name)
            unit.now(dealt.values(contributions=canonical(contributions)))
        case DealSetRevealed():
            _deal_set_ended(unit, entry, entry.payload.deal_set, "closed")
        case DealSetVoid():
            _deal_set_ended(unit, entry, entry.payload.deal_set, "void")
        case Ruling():
            _ruling(unit, entry, entry.payload)
        case MatchVoid():
            _match_void(unit, entry, entry.payload)
        case LuckMeasured():
            _luck_measured(unit, entry.payload)
        case RatingsFitted():
            _ratings_fitted(unit, entry, entry.payload)
        case BotRegistered(name, owner):
            unit.now(insert(bots).values(name=name, owner=owner, registered_us=entry.at_us))
        case BotRetired(name):
            unit.now(update(bots).where(bots.c.name == name).values(retired_us=entry.at_us))
            mine = (bot_versions.c.bot == name) & bot_versions.c.retired_us.is_(None)
            unit.now(update(bot_versions).where(mine).values(retired_us=entry.at_us))
            theirs = (tokens.c.bot == name) & tokens.c.revoked_us.is_(None)
            unit.now(update(tokens).where(theirs).values(revoked_us=entry.at_us))
        case VersionRegistered():
            _version_registered(unit, entry, entry.payload)
        case VersionRetired(version):
            unit.now(update(bot_versions).where(bot_versions.c.id == version).values(retired_us=entry.at_us))
        case TokenIssued():
            _token_issued(unit, entry, entry.payload)
        case TokenRevoked(token):
            unit.now(update(tokens).where(tokens.c.id == token).values(revoked_us=entry.at_us))
        case LadderCreated(name, key):
            unit.known.ladders.add(name)
            row = {"id": name, "key": canonical(key), "variant": key.variant, "state": "active"}
            unit.now(insert(ladders).values(**row, created_us=entry.at_us))
        case LadderPaused(name):
            unit.now(update(ladders).where(ladders.c.id == name).values(state="paused"))
        case LadderResumed(name):
            unit.now(update(ladders).where(ladders.c.id == name).values(state="active"))


def rebuild(unit: Unit) -> int:
    """Empties every derived table and fills it again from the journal. Returns the number of entries."""
    for table in reversed(DERIVED):
        unit.now(delete(table))
    unit.known.running.clear()
    unit.known.bot_of.clear()
    unit.known.ladders.clear()
    unit.known.open_sets.clear()
    unit.known.links, unit.known.head = 0, ""
    done = 0
    while True:
        following = select(journal.c.seq, journal.c.at_us, journal.c.payload).where(journal.c.seq > done)
        rows = unit.rows(following.order_by(journal.c.seq).limit(REBUILD_AT_ONCE))
        if not rows:
            return done
        for seq, at_us, payload in rows:
            apply(unit, Entry(seq, at_us, decode(payload)))
            done = seq


def outcomes(
    versions: Sequence[str], sides: Sequence[int], ranks: Sequence[int]
) -> Iterator[tuple[str, str, int]]:
    """For every two versions that met on different sides: (first, second, 1, 0 or -1 for first).

    outcomes(("b", "a"), (0, 1), (1, 2)) -> ("a", "b", -1). With several seats, whoever outlasts more.
    """
    found: dict[tuple[str, str], int] = {}
    for i, mine in enumerate(versions):
        for j in range(i):
            theirs = versions[j]
            if sides[i] == sides[j] or mine == theirs:
                continue
            better = (ranks[i] < ranks[j]) - (ranks[i] > ranks[j])
            pair, sign = ((mine, theirs), better) if mine < theirs else ((theirs, mine), -better)
            found[pair] = found.get(pair, 0) + sign
    for (first, second), balance in found.items():
        yield first, second, (balance > 0) - (balance < 0)


def _match_started(unit: Unit, entry: Entry, match: MatchStarted) -> None:
    unit.known.running[match.id] = Running(
        entry.seq,
        match.ladder,
        tuple(seat.version for seat in match.seats),
        tuple(seat.side for seat in match.seats),
    )
    unit.later(
        put.MATCH_STARTS,
        {
            "seq": entry.seq,
            "id": match.id,
            "ladder": match.ladder,
            "variant": match.variant,
            "rules_version": match.rules_version,
            "settings": canonical(match.settings),
            "deal_set": match.deal_set,
            "leg": match.leg,
            "state": "running",
            "started_us": entry.at_us,
            "forfeit": False,
            "leg_salt": match.leg_salt,
        },
    )
    for number, seat in enumerate(match.seats):
        unit.later(
            put.SEAT_IS_TAKEN,
            {
                "match_seq": entry.seq,
                "seat": number,
                "side": seat.side,
                "bot": unit.known.bot_of[seat.version],
                "version": seat.version,
                "instance": seat.instance,
            },
        )


def _linked(unit: Unit, entry: Entry) -> None:
    """The entry is a link of the public chain, the next one."""
    known = unit.known
    known.links += 1
    known.head = link_hash(canonical(entry.payload))
    unit.later(put.TO_CHAIN, {"number": known.links, "seq": entry.seq, "hash": known.head})


def link_hash(link: str) -> str:
    """What the next link of the public chain names: SHA-256 of the link's text, hexadecimal."""
    return hashlib.sha256(link.encode()).hexdigest()


def _deal_set_drawn(unit: Unit, entry: Entry, drawn: DealSetDrawn) -> None:
    unit.known.open_sets.add(drawn.id)
    if drawn.again:
        known = update(deal_sets).where(deal_sets.c.id == drawn.id)
        unit.now(known.values(state="open", legs=drawn.legs, ended_us=None))
        return
    unit.later(
        put.SET_IS_DRAWN,
        {
            "id": drawn.id,
            "mode": drawn.mode,
            "ruleset": drawn.ruleset,
            "legs": drawn.legs,
            "server_seed": drawn.server_seed,
            "contributions": "[]",
            "state": "open",
            "drawn_us": entry.at_us,
        },
    )


def _deal_set_ended(unit: Unit, entry: Entry, deal_set: str, state: str) -> None:
    unit.known.open_sets.discard(deal_set)
    _linked(unit, entry)
    ended = update(deal_sets).where(deal_sets.c.id == deal_set)
    unit.now(ended.values(state=state, ended_us=entry.at_us))


def _ruling(unit: Unit, entry: Entry, ruling: Ruling) -> None:
    unit.later(
        put.SEAT_IS_RULED_ON,
        {
            "seq": entry.seq,
            "match_seq": unit.known.running[ruling.match].seq,
            "at_us": entry.at_us,
            "seat": ruling.seat,
            "cause": ruling.cause,
            "rule": ruling.rule,
            "measured_s": ruling.measured_s,
        },
    )


def _match_finished(unit: Unit, entry: Entry, end: MatchFinished) -> None:
    match = unit.known.running.pop(end.id)
    unit.later(
        put.MATCH_FINISHES,
        {
            "match_seq": match.seq,
            "new_state": "finished",
            "new_finished_us": entry.at_us,
            "new_finished_seq": entry.seq,
            "new_scores": canonical(end.scores),
            "new_cause": end.ending.cause,
            "new_blamed_seat": end.ending.blamed_seat,
            "new_rule": end.ending.rule,
            "new_measured_s": end.ending.measured_s,
            "new_forfeit": end.forfeit,
            "new_record_sha256": end.record_sha256,
        },
    )
    for seat, result in enumerate(end.results):
        unit.later(
            put.SEAT_HAS_RESULT,
            {"of_match": match.seq, "at_seat": seat, "new_score": result.score, "new_rank": result.rank},
        )
    for number, (seat, cause, rule, measured_s) in enumerate(map(astuple, _forfeits(unit, match.seq, end))):
        unit.later(
            put.SEAT_FORFEITS,
            {
                "match_seq": match.seq,
                "seat": seat,
                "number": number,
                "cause": cause,
                "rule": rule,
                "measured_s": measured_s,
            },
        )
    if match.ladder is not None:
        ranks = [result.rank for result in end.results]
        for first, second, outcome in outcomes(match.versions, match.sides, ranks):
            unit.count(match.ladder, first, second, outcome)


def _forfeits(unit: Unit, match_seq: int, end: MatchFinished) -> Sequence[Forfeit]:
    """Every seat that forfeited, the earliest first. Old entries name the first, and rulings the others."""
    ending = end.ending
    if ending.forfeits or not end.forfeit or ending.blamed_seat is None:
        return ending.forfeits
    first = Forfeit(ending.blamed_seat, ending.cause, ending.rule or "", ending.measured_s or 0.0)
    found = {first.seat: first}
    ruled = rulings.c.rule.startswith(RULED_FORFEIT) & (rulings.c.match_seq == match_seq)
    for ruling in unit.rows(select(rulings).where(ruled).order_by(rulings.c.seq)):
        rule = ruling.rule.removeprefix(RULED_FORFEIT)
        found.setdefault(ruling.seat, Forfeit(ruling.seat, ruling.cause, rule, 0.0))
    return tuple(found.values())


def _match_void(unit: Unit, entry: Entry, void: MatchVoid) -> None:
    unit.known.running.pop(void.id, None)
    row = unit.rows(select(matches.c.seq, matches.c.ladder, matches.c.state).where(matches.c.id == void.id))[
        0
    ]
    seq, ladder, state = row
    changed: dict[str, put.Value] = {"state": "void", "void_reason": void.reason}
    if state == "finished":
        # A set counts whole or not at all: what this match added is taken back.
        seats = unit.rows(
            select(match_seats).where(match_seats.c.match_seq == seq).order_by(match_seats.c.seat)
        )
        table = [(seat.version, seat.side, seat.rank) for seat in seats]
        if ladder is not None:
            for first, second, outcome in outcomes(*zip(*table, strict=True)):
                unit.count(ladder, first, second, outcome, times=-1)
    else:
        changed |= {"finished_us": entry.at_us}
    unit.now(update(matches).where(matches.c.seq == seq).values(changed))


def _version_registered(unit: Unit, entry: Entry, new: VersionRegistered) -> None:
    name = f"{new.bot}/{new.version}"
    unit.known.bot_of[name] = new.bot
    row = {"id": name, "bot": new.bot, "version": new.version, "language": new.language}
    unit.now(insert(bot_versions).values(**row, digest=new.digest, registered_us=entry.at_us))


def _token_issued(unit: Unit, entry: Entry, new: TokenIssued) -> None:
    unit.now(
        insert(tokens).values(
            id=new.id,
            owner=new.owner,
            bot=new.bot,
            scopes=canonical(new.scopes),
            digest=new.digest,
            issued_us=entry.at_us,
            expires_us=new.expires_us,
        )
    )


def _luck_measured(unit: Unit, measured: LuckMeasured) -> None:
    rows = unit.rows(select(matches.c.seq, matches.c.id).where(matches.c.id.in_(measured.luck)))
    unit.now(delete(match_luck).where(match_luck.c.match_seq.in_([seq for seq, _ in rows])))
    for seq, match in rows:
        values = {"match_seq": seq, "reference": measured.reference, "luck": measured.luck[match]}
        unit.now(insert(match_luck).values(**values))


def _ratings_fitted(unit: Unit, entry: Entry, fit: RatingsFitted) -> None:
    unit.now(
        insert(fits).values(
            seq=entry.seq,
            batch=fit.batch,
            ladder=fit.ladder,
            fitted_us=entry.at_us,
            through_seq=fit.through_seq,
            matches=fit.matches,
            about=canonical(fit.about),
        )
    )
    for one in fit.ratings:
        unit.now(
            insert(ratings).values(
                fit_seq=entry.seq,
                version=one.version,
                rating=one.rating,
                low=one.low,
                high=one.high,
                best_rank=one.best_rank,
                worst_rank=one.worst_rank,
                matches=one.matches,
                forfeits=one.forfeits,
                luck_rating=one.luck_rating,
                luck_margin=one.luck_margin,
            )
        )
