"""The forms of names and ids, checked where they enter; and times, which the tables hold in microseconds."""

import re
import secrets
from datetime import UTC, datetime, timedelta

from arena.store.errors import Malformed

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,31}")
VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def check_name(what: str, name: str) -> None:
    """Raises: Malformed: it is not a name. `check_name("bot", "zap")`."""
    if not NAME.fullmatch(name):
        article = "an" if what[0] in "aeiou" else "a"
        raise Malformed(
            f"{name!r} is no name for {article} {what}",
            "a name has 2 to 32 of a-z 0-9 . _ - and begins with a letter or a digit",
            "Choose another",
        )


def check_version(version: str) -> None:
    """Raises: Malformed: it is not a version."""
    if not VERSION.fullmatch(version):
        raise Malformed(
            f"{version!r} is not a version",
            "a version has 1 to 32 letters, digits and . _ + - and begins with a letter or a digit",
            "Write it like 1.0.2",
        )


def random_id(characters: int = 16) -> str:
    """A random id that tells nothing: lower-case letters and digits, 5 bits each, none to be mixed up."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(characters))


def moment(at_us: int) -> datetime:
    """The time, UTC, of microseconds since 1970."""
    return _EPOCH + timedelta(microseconds=at_us)


def maybe_moment(at_us: int | None) -> datetime | None:
    """As `moment`; None stays None."""
    return None if at_us is None else moment(at_us)


def microseconds(at: datetime) -> int:
    """The inverse of `moment`; `at` must know its time zone."""
    return (at - _EPOCH) // timedelta(microseconds=1)
