"""Sealed: a value that must not be told yet. It prints as nothing and no encoder takes it."""

from hmac import compare_digest
from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Sealed(Generic[T]):
    """Holds a seed, a key or a deck. Only `reveal()` gives it back, so every use can be searched for.

    >>> Sealed(b"seed")
    <sealed>
    """

    # Not a dataclass and not a NamedTuple on purpose: JSON, msgspec, pickle and copy refuse it.
    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def reveal(self) -> T:
        """The value itself. What becomes of it is the caller's responsibility."""
        return self._value

    def __repr__(self) -> str:
        return "<sealed>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sealed):
            return NotImplemented
        mine, theirs = self._value, other._value
        if isinstance(mine, bytes) and isinstance(theirs, bytes):
            return compare_digest(mine, theirs)
        return bool(mine == theirs)

    # A hash of the value would tell it to whoever can guess.
    __hash__ = None  # type: ignore[assignment]  # Python's own way to say so

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a sealed value cannot be pickled or copied; reveal() it where it may be told")
