"""The public chain of offers, reveals and voids, checked link by link, and records held against it."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from arena.fairness import leg_commitment, nonce_commitment
from arena.records.commitments import Wrong, hexadecimal
from arena.records.lines import RecordError, parse
from truco.v1.record_pb2 import RecordLine


class Contribution(msgspec.Struct, frozen=True):
    """The nonce, hexadecimal, that a seat of a leg added."""

    leg: int
    seat: int
    bot: str
    nonce: str


class Listed(msgspec.Struct, frozen=True):
    """A match of a deal set, and the salt of its commitment."""

    match: str
    leg: int
    salt: str
    void: bool


class Offered(msgspec.Struct, frozen=True, tag="match_offered"):
    """What a match was committed to before its seats were offered."""

    number: int
    prev: str
    match: str
    ruleset: str
    commitment: str
    bots: list[str]
    nonce_commitments: list[str]


class Ended(msgspec.Struct, frozen=True, tag="deal_set_revealed"):
    """What the matches of a deal set were dealt from."""

    number: int
    prev: str
    deal_set: str
    mode: str
    ruleset: str
    server_seed: str
    matches: list[Listed]
    contributions: list[Contribution]


class Voided(Ended, frozen=True, tag="deal_set_void"):
    """The same of a deal set that came to nothing."""

    reason: str


_LINK = msgspec.json.Decoder(Offered | Ended | Voided)


@dataclass(frozen=True, slots=True)
class ChainVerdict:
    """What a check of a chain found. `line` counts the chain's lines from 1; 0 where none is wrong."""

    links: int
    pending: int
    """Matches that were offered and whose deal set has not ended."""
    void: int
    """Deal sets that came to nothing."""
    line: int = 0
    match_id: str = ""
    """The match that is wrong, if it is one."""
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether every link, and the record that it was held against, are as they say."""
        return not self.problem


class _Missing(Exception):
    """A record and the chain do not belong together."""

    def __init__(self, match_id: str, problem: str) -> None:
        super().__init__(problem)
        self.match_id = match_id


@dataclass(slots=True)
class _Chain:
    """What the links said so far."""

    head: str | None = None
    number: int = 0
    offers: dict[str, Offered] = field(default_factory=dict)
    ended: dict[str, Ended] = field(default_factory=dict)
    """By deal set."""
    set_of: dict[str, str] = field(default_factory=dict)
    """The deal set of each match whose set has ended."""

    def verdict(self, line: int, match_id: str, problem: str) -> ChainVerdict:
        void = sum(isinstance(one, Voided) for one in self.ended.values())
        return ChainVerdict(self.number, len(self.offers) - len(self.set_of), void, line, match_id, problem)


def verify_chain(chain: bytes, records: Iterable[bytes] = ()) -> ChainVerdict:
    """Check a chain, JSON Lines, and that it and the records, which hold by themselves, belong together:

    every match of the records was offered in the chain as they say and has been revealed, and of every deal
    set that the records belong to no match is missing among them. Never raises for what is in them.
    """
    state = _Chain()
    for number, line in enumerate(chain.splitlines(), start=1):
        try:
            _link(state, line)
        except Wrong as wrong:
            return state.verdict(number, "", str(wrong))
    try:
        _held_against(state, records)
    except _Missing as missing:
        return state.verdict(0, missing.match_id, str(missing))
    return state.verdict(0, "", "")


def _link(state: _Chain, line: bytes) -> None:
    try:
        link = _LINK.decode(line)
    except msgspec.DecodeError as error:
        raise Wrong(f"no link of a chain: {error}") from error
    if state.head is not None and (link.number, link.prev) != (state.number + 1, state.head):
        raise Wrong(
            f"link {link.number} does not follow link {state.number}: it names {link.prev or 'no hash'} "
            f"as the one before, whose SHA-256 is {state.head}"
        )
    if state.head is None and (link.number != 1 or link.prev):
        raise Wrong(f"the chain begins with link {link.number}; give it whole, from link 1, which names none")
    if isinstance(link, Offered):
        if link.match in state.offers:
            raise Wrong(f"match {link.match} is offered twice")
        state.offers[link.match] = link
    else:
        _end(state, link)
    state.head = hashlib.sha256(line).hexdigest()
    state.number = link.number


def _end(state: _Chain, link: Ended) -> None:
    earlier = state.ended.get(link.deal_set)
    # Bots that the arena starts are made to forget, so a mirrored set may be played once more.
    again = earlier is not None and earlier.mode == link.mode == "mirror"
    if earlier is not None and not (again and earlier.server_seed == link.server_seed):
        raise Wrong(f"deal set {link.deal_set} ends twice")
    seed = hexadecimal("the server's seed", link.server_seed)
    bound: dict[tuple[int, int], tuple[str, str]] = {}
    for one in link.matches:
        offer = state.offers.get(one.match)
        if offer is None:
            raise Wrong(f"match {one.match} of deal set {link.deal_set} was never offered")
        if state.set_of.get(one.match, link.deal_set) != link.deal_set:
            raise Wrong(f"match {one.match} is of two deal sets")
        salt = hexadecimal(f"the salt of match {one.match}", one.salt)
        if leg_commitment(seed, salt, one.match, offer.ruleset).hex() != offer.commitment:
            raise Wrong(f"the commitment of match {one.match} does not follow from the seed and its salt")
        for seat, hash_ in enumerate(offer.nonce_commitments):
            if hash_:
                bound[one.leg, seat] = hash_, offer.bots[seat]
        state.set_of[one.match] = link.deal_set
    for given in link.contributions:
        nonce = hexadecimal(f"the nonce of leg {given.leg} seat {given.seat}", given.nonce, None)
        if bound.pop((given.leg, given.seat), None) != (nonce_commitment(given.bot, nonce).hex(), given.bot):
            raise Wrong(f"the nonce of leg {given.leg} seat {given.seat} is not the one that it was bound to")
    if bound and not isinstance(link, Voided):
        leg, seat = min(bound)
        raise Wrong(f"deal set {link.deal_set} was closed without the nonce of leg {leg} seat {seat}")
    state.ended[link.deal_set] = link


def _held_against(state: _Chain, records: Iterable[bytes]) -> None:
    found: dict[str, set[str]] = {}
    for record in records:
        try:
            lines = parse(record)
        except RecordError:
            continue  # that it can't be read is the record's own verdict
        header = lines[0].header
        _record(state, lines)
        found.setdefault(header.deal_set, set()).add(header.match_id)
    for deal_set, matches in found.items():
        for one in state.ended[deal_set].matches:
            if not one.void and one.match not in matches:
                raise _Missing(
                    one.match,
                    f"match {one.match}, leg {one.leg} of deal set {deal_set}, is in the chain, but no "
                    "record of it is here: a deal set counts whole, so give the records of all its matches",
                )


def _record(state: _Chain, lines: list[RecordLine]) -> None:
    header = lines[0].header
    match_id = header.match_id
    offer = state.offers.get(match_id)
    if offer is None:
        raise _Missing(match_id, f"match {match_id} is not in the chain: it was never offered in public")
    said = lines[1].commitments if len(lines) > 1 else None
    leg = next((one for one in said.legs if one.match_id == match_id), None) if said is not None else None
    if said is None or leg is None:
        raise _Missing(match_id, f"the record of match {match_id} does not tell what it was committed to")
    told = (leg.commitment, list(leg.nonce_commitments), said.ruleset_id)
    if told != (offer.commitment, offer.nonce_commitments, offer.ruleset):
        raise _Missing(match_id, f"match {match_id} was offered with other commitments than its record tells")
    end = state.ended.get(header.deal_set)
    if end is None or state.set_of.get(match_id) != header.deal_set:
        raise _Missing(match_id, f"the chain reveals no deal set {header.deal_set} with match {match_id}")
    if end.server_seed != said.server_seed:
        raise _Missing(match_id, f"the chain reveals another seed than the record of match {match_id}")
    bots = [seat.bot for seat in sorted(header.seats, key=lambda seat: seat.seat)]
    if bots != offer.bots:
        raise _Missing(match_id, f"match {match_id} was offered to {offer.bots}, but its record has {bots}")
    if isinstance(end, Voided):
        raise _Missing(match_id, f"deal set {header.deal_set} with match {match_id} is void: {end.reason}")
