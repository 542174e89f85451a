"""How an arena listens: addresses, TLS, limits."""

import ipaddress
import stat
from dataclasses import dataclass, field
from pathlib import Path

from arena.gateway.limits import Limits


class ConfigError(ValueError):
    """A setting that cannot be; the text says what to change."""


@dataclass(frozen=True, slots=True)
class Tls:
    """Certificate files (PEM). They are read again when they change, without a restart."""

    cert: Path
    key: Path
    client_ca: Path | None = None
    """Whose client certificates are let in; None asks for none."""

    def check(self) -> None:
        """Raises: ConfigError: a file is missing, or others may read the key."""
        for path in (self.cert, self.key, self.client_ca):
            if path is not None and not path.is_file():
                raise ConfigError(
                    f"{path} is no file: give the PEM files of --tls.cert, --tls.key, --tls.client-ca"
                )
        if stat.S_IMODE(self.key.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            raise ConfigError(f"{self.key} can be read by others than its owner: chmod 600 {self.key}")


@dataclass(frozen=True, slots=True)
class ArenaConfig:
    """How an arena listens. The defaults suit local play."""

    listen: str = "127.0.0.1:0"
    """HOST:PORT (port 0: any that is free) or unix:PATH."""
    tls: Tls | None = None
    insecure: bool = False
    """Let plaintext be heard on an address that others can reach."""
    admin_listen: str | None = None
    """Where AdminService is served, never on `listen`. Local, unless TLS names a client CA."""
    house_listen: str | None = None
    """Where bots that the arena starts itself dial, in plaintext on this machine; `listen` if not given."""
    limits: Limits = field(default_factory=Limits)
    stop_grace_s: float = 30.0
    """How long running matches may go on when the arena stops; then they are void."""

    def check(self) -> None:
        """Raises: ConfigError: plaintext where others can hear it, or files that will not do."""
        if self.tls is not None:
            self.tls.check()
        elif not is_local(self.listen) and not self.insecure:
            raise ConfigError(
                f"{self.listen} can be reached from outside and there is no TLS: tokens would be read. "
                "Give --tls.cert and --tls.key, listen on 127.0.0.1, or say --insecure."
            )
        if self.house_listen is not None and not is_local(self.house_listen):
            raise ConfigError(f"{self.house_listen} can be reached from outside: house bots dial 127.0.0.1")
        mutual = self.tls is not None and self.tls.client_ca is not None
        if self.admin_listen is not None and not is_local(self.admin_listen) and not mutual:
            raise ConfigError(
                f"admin calls on {self.admin_listen} need client certificates: give --tls.client-ca, "
                "or serve them on 127.0.0.1 or unix:PATH"
            )


def is_local(address: str) -> bool:
    """Whether only this machine can reach it: a Unix socket or a loopback address."""
    if address.startswith("unix:"):
        return True
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
