"""The checks, a file for each part of the protocol; ALL is their order, from the hello to the end."""

from arena.conformance.checks import answers, ends, future, handshake, load, streams
from arena.conformance.findings import Check


def all_checks(variants: tuple[str, ...]) -> list[Check]:
    """Every check of a bot that plays these games, in their order."""
    return [
        *handshake.CHECKS,
        *answers.checks(variants),
        *streams.CHECKS,
        *future.CHECKS,
        *load.CHECKS,
        *ends.CHECKS,
    ]
