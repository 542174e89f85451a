"""The gRPC servers: one that everybody can reach, one for admin calls. All of it on the asyncio side."""

import asyncio
from collections.abc import Callable, Mapping

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc  # type: ignore[import-untyped]  # it ships no types
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped]  # it ships no types

from arena.gateway.config import ConfigError, Tls
from arena.gateway.limits import Limits
from arena.matches import LagMeter

log = structlog.get_logger(__name__)

LAG_SAMPLE_S = 0.02
TIMER_SLACK_S = 0.001  # a timer of the host's loop is up to a millisecond late by itself
BEAT_S = 0.5
LAST_STREAMS_S = 3.0  # for streams to end by themselves when the server stops


class Server:
    """One listening gRPC server with health and reflection."""

    def __init__(self, address: str, tls: Tls | None, limits: Limits) -> None:
        self._address = address
        self._tls = tls
        self._limits = limits
        self._server: grpc.aio.Server | None = None
        self._health = health.aio.HealthServicer()

    async def start(self, services: Mapping[str, grpc.GenericRpcHandler]) -> str:
        """Listen and serve these, by name; returns the address with the port in it.

        Raises: ConfigError: the address cannot be had.
        """
        limits = self._limits
        server = grpc.aio.server(options=_options(limits), maximum_concurrent_rpcs=limits.max_streams)
        server.add_generic_rpc_handlers(tuple(services.values()))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        reflection.enable_server_reflection([*services, health.SERVICE_NAME, reflection.SERVICE_NAME], server)
        address = self._bind(server)
        await server.start()
        for service in ("", *services):
            await self._health.set(service, health_pb2.HealthCheckResponse.SERVING)
        self._server = server
        return address

    async def not_serving(self) -> None:
        """Tell health checks that the server is about to stop."""
        await self._health.enter_graceful_shutdown()

    async def stop(self) -> None:
        """Close the port. Streams should have ended before: what still runs is cut off."""
        if self._server is not None:
            await self._server.stop(LAST_STREAMS_S)

    def _bind(self, server: grpc.aio.Server) -> str:
        try:
            if self._tls is None:
                port = server.add_insecure_port(self._address)
            else:
                port = server.add_secure_port(self._address, _credentials(self._tls))
        except RuntimeError as error:
            raise ConfigError(
                f"{self._address} cannot be listened on: it is taken, or no address of this machine"
            ) from error
        if self._address.startswith("unix:"):
            return self._address
        return f"{self._address.rpartition(':')[0]}:{port}"


async def sample_lag(meter: LagMeter) -> None:
    """Measure, until cancelled, how late this loop wakes whoever asks to be woken."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_SAMPLE_S
        await asyncio.sleep(LAG_SAMPLE_S)
        meter.woken_late(loop.time() - due - TIMER_SLACK_S)


async def every_beat(beat: Callable[[], None]) -> None:
    """Call `beat` again and again, until cancelled."""
    while True:
        await asyncio.sleep(BEAT_S)
        beat()


def _options(limits: Limits) -> list[tuple[str, int]]:
    return [
        # On by default: a second server would bind the same port and say nothing.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", limits.max_frame_bytes),
        ("grpc.max_concurrent_streams", limits.max_streams_per_connection),
        ("grpc.max_metadata_size", 8_192),
        ("grpc.absolute_max_metadata_size", 16_384),
        ("grpc.server_handshake_timeout_ms", round(limits.handshake_s * 1000)),
        # Only after the heartbeats had their time, which say whether it is the bot that is silent. gRPC
        # pings to measure its window too, so that the time of a ping may run from the last data.
        ("grpc.keepalive_time_ms", round(limits.silence_s * 1000)),
        ("grpc.keepalive_timeout_ms", round(2_000 * limits.silence_s)),
        ("grpc.http2.ping_timeout_ms", round(2_000 * limits.silence_s)),
        ("grpc.http2.max_ping_strikes", 2),
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ]


def _credentials(tls: Tls) -> grpc.ServerCredentials:
    """Credentials that follow the files."""
    seen, certificates = _stamps(tls), _certificates(tls)

    def current() -> grpc.ServerCertificateConfiguration:
        nonlocal seen, certificates
        if (now := _stamps(tls)) != seen:
            seen, certificates = now, _certificates(tls)
            log.info("certificates_read_again", cert=str(tls.cert))
        return certificates

    return grpc.dynamic_ssl_server_credentials(
        certificates, current, require_client_authentication=tls.client_ca is not None
    )


def _certificates(tls: Tls) -> grpc.ServerCertificateConfiguration:
    pair = (tls.key.read_bytes(), tls.cert.read_bytes())
    roots = None if tls.client_ca is None else tls.client_ca.read_bytes()
    return grpc.ssl_server_certificate_configuration([pair], root_certificates=roots)


def _stamps(tls: Tls) -> tuple[int, ...]:
    files = (tls.cert, tls.key, tls.client_ca)
    return tuple([path.stat().st_mtime_ns for path in files if path is not None])
