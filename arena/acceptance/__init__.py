"""Acceptance data on the engine: single situations, whole matches and counts, as JSON that anyone can write.

check.py runs a file's cases, facts.py says what each key of an `expect` means.
"""

from arena.acceptance.check import AcceptanceError, Failure, Report, check

__all__ = ["AcceptanceError", "Failure", "Report", "check"]
