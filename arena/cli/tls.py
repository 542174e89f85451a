"""Certificates of an arena that listens: --tls.cert and the others."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from arena.gateway import Tls as GatewayTls


@dataclass(frozen=True, slots=True)
class Tls:
    """Certificates."""

    cert: Path | None = None
    """The server's certificate (PEM)."""
    key: Path | None = None
    """Its key (PEM), readable by its owner alone."""
    client_ca: Path | None = None
    """Let in only clients with a certificate of this authority (PEM)."""


NO_TLS = Tls()


def gateway_tls(tls: Tls) -> "GatewayTls | None":
    """What the gateway is told. Raises: CommandFailed: options that belong together are not all there."""
    from arena.gateway import Tls as GatewayTls

    if tls.cert is None and tls.key is None:
        if tls.client_ca is not None:
            raise CommandFailed(
                USAGE, "--tls.client-ca needs a server certificate", todo="Give --tls.cert and --tls.key."
            )
        return None
    if tls.cert is None or tls.key is None:
        raise CommandFailed(USAGE, "--tls.cert and --tls.key go together", todo="Give both or neither.")
    return GatewayTls(tls.cert, tls.key, tls.client_ca)
