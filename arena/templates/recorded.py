"""The recorded match of a new project: what one seat was offered and asked, as the arena sends it."""

import random

import engine
from arena.conformance.scripts import at_random
from arena.fairness import local_decks
from arena.gateway import encode
from arena.matches import ClockRules, Entrant, Pairing, Question, SeatOffer
from arena.matches.clock import Budget

SEED = 11
SEAT = 0
QUESTIONS = 40
"""Of each game; as many matches as it takes."""
SHORT = {"trucker": {"max_hands": 12}}


def recorded_match() -> bytes:
    """A PlayResponse: of every game offers of a seat, and all its questions in matches played at random."""
    parts: list[bytes] = []
    for variant in engine.variants():
        asked, seed = 0, SEED
        while asked < QUESTIONS:
            offer, *questions = _messages(variant, seed)
            parts += [offer, *questions]
            asked, seed = asked + len(questions), seed + 1
    return b"".join(parts)


def _messages(variant: engine.Variant, seed: int) -> list[bytes]:
    dice = random.Random(seed)  # noqa: S311  # matches that are the same for everybody
    players = variant.players(None)
    settings = variant.settings(SHORT.get(variant.id))
    decks = local_decks(variant.id, settings, seed)
    match = engine.Match(variant, players, settings, decks=decks)
    match_id = f"{variant.id}-{seed}"
    entrants = tuple([Entrant(f"seat-{seat}", None, b"recorded") for seat in range(players)])
    pairing = Pairing(match_id, variant.id, players, settings, entrants, decks, ClockRules())
    messages = [encode.offer_bytes(SeatOffer(pairing, SEAT))]
    budget = Budget(2_000_000, 60_000_000, halted=False)
    decision = 0
    while not match.over:
        decision += 1
        offers = match.legal()
        if match.seat == SEAT:
            view = match.view(SEAT)
            question = Question(match_id, decision, match.hand_number, view, offers, budget, None)
            messages.append(encode.question_bytes(question))
        match.apply(at_random(offers, dice))
    return messages
