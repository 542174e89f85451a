"""The gateway: where bots dial in. The only server package that imports grpc.

grpc.aio is the host and trio its guest, in one thread (guest.py). Read open.py for how it is put together;
then play.py and session.py (a stream), encode.py and decode.py (its messages), outbox.py (how it is sent).

What makes it fast, with the reason: a frame carries whatever is queued, so at many matches the cost of a
gRPC message is shared; what recurs on the wire is encoded once (wire.py); an answer is judged, applied and
followed by the next question in the call that read it, without a task switch (arena/matches/table.py).
"""

from arena.gateway.auth import Authenticator, Identity, InMemoryAuthenticator, NotAuthorised
from arena.gateway.config import ArenaConfig, ConfigError, Tls
from arena.gateway.guest import Guest, from_host, run
from arena.gateway.limits import PATIENT, Limits
from arena.gateway.open import Arena, open_arena
from arena.gateway.services import Sources

__all__ = [
    "Arena",
    "ArenaConfig",
    "Authenticator",
    "ConfigError",
    "Guest",
    "Identity",
    "InMemoryAuthenticator",
    "Limits",
    "NotAuthorised",
    "PATIENT",
    "Sources",
    "Tls",
    "from_host",
    "open_arena",
    "run",
]
