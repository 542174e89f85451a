"""What breaks in the arena itself is nobody's fault at the table."""

from collections.abc import Callable
from types import TracebackType

import structlog

log = structlog.get_logger(__name__)


class OwnFaultVoids:
    """`with` it: an exception is logged and makes this match void; no other match is touched."""

    __slots__ = ("_match_id", "_void")

    def __init__(self, match_id: str, void: Callable[[str], None]) -> None:
        self._match_id = match_id
        self._void = void

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, broken: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if broken is None or not isinstance(broken, Exception):
            return False
        log.error("table_broke", match=self._match_id, exc_info=broken)
        self._void(f"the arena's own fault ({type(broken).__name__})")
        return True
