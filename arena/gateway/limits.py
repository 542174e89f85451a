"""What one bot may take: sizes, counts, rates. One place, with the figures and why they are what they are."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one stream. The defaults let one bot play 1,000 matches at once."""

    max_frame_bytes: int = 262_144
    """Of a frame from a bot; also what gRPC lets in at all."""
    max_messages_per_frame: int = 2_048
    max_matches: int = 1_000
    """At once, for one session."""
    out_frame_bytes: int = 1_048_576
    """Of a frame to a bot: a quarter of what a gRPC client takes by default."""
    out_queue_bytes: int = 8_388_608
    """What may wait for a bot that does not read; past that it is dropped. gRPC itself takes 4 MiB more."""
    idle_burst: int = 4_096
    """Messages that move no match (heartbeats, acceptances, what is refused) that may come at once ..."""
    idle_per_s: float = 200.0
    """... and how many more a second."""
    hello_s: float = 5.0
    """From the start of a stream to its hello."""
    heartbeat_s: float = 5.0
    silence_s: float = 20.0
    """A stream that said nothing for so long is lost; so is one that took nothing."""
    max_streams: int = 10_000
    """Calls of all kinds at once, in the whole arena."""
    max_streams_per_connection: int = 64
    handshake_s: float = 5.0
    """For TCP and TLS; gRPC's own default is two minutes."""


PATIENT = Limits(hello_s=1_000_000.0, silence_s=1_000_000.0)
"""For bots that may stand still in a debugger: eleven days, about what gRPC's own timers can count."""


class Bucket:
    """A token bucket: `burst` at once, `per_s` more a second."""

    __slots__ = ("_burst", "_full_at", "_left", "_now", "_per_s")

    def __init__(self, burst: int, per_s: float, now: Callable[[], float]) -> None:
        self._burst = float(burst)
        self._per_s = per_s
        self._now = now
        self._left = float(burst)
        self._full_at = now()

    def take(self) -> bool:
        """Takes one; False where none is left."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._full_at) * self._per_s)
        self._full_at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
