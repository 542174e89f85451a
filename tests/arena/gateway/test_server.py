"""The port: plaintext and TLS, health, reflection, and what gRPC itself is told to refuse."""

import shutil
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import grpc
import pytest
import trio
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]  # it ships no types
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]  # it ships no types

from arena.gateway import (
    Arena,
    ArenaConfig,
    ConfigError,
    InMemoryAuthenticator,
    Limits,
    Tls,
    from_host,
    open_arena,
    run,
)
from arena.gateway.config import is_local
from arena.matches import NullJournal
from tests.arena.gateway.lines import PLAY, RawBot, open_hall, played

CERTIFICATES = Path(__file__).parent.parent / "sdk" / "tls"


def with_arena(
    config: ArenaConfig, scenario: Callable[[Arena, InMemoryAuthenticator], Awaitable[None]]
) -> None:
    async def limited() -> None:
        tokens = InMemoryAuthenticator()
        with trio.fail_after(40):
            async with open_arena(config, journal=NullJournal(), authenticator=tokens) as arena:
                await scenario(arena, tokens)

    run(limited)


@pytest.fixture
def tls(tmp_path: Path) -> Tls:
    """Certificate files as a host has them, its key for itself alone."""
    for name in ("server.pem", "server.key", "ca.pem"):
        shutil.copy(CERTIFICATES / name, tmp_path / name)
    (tmp_path / "server.key").chmod(0o600)
    return Tls(tmp_path / "server.pem", tmp_path / "server.key")


async def welcomed(address: str, token: str, credentials: grpc.ChannelCredentials) -> bool:
    """Whether a bot gets as far as its welcome."""
    target = f"localhost:{address.rpartition(':')[2]}"
    channel = grpc.aio.secure_channel(target, credentials)
    bot = RawBot(channel, channel.stream_stream(PLAY)(metadata=(("authorization", f"Bearer {token}"),)))
    try:
        await bot.hello()
        await bot.next("welcome")
    except (AssertionError, grpc.aio.AioRpcError):
        return False
    finally:
        with trio.CancelScope(shield=True):
            await bot.close()
    return True


async def certificate(address: str) -> str:
    """The certificate that a server shows (PEM)."""
    context = ssl.create_default_context(cafile=CERTIFICATES / "ca.pem")
    context.set_alpn_protocols(["h2"])
    stream = await trio.open_ssl_over_tcp_stream(
        "localhost", int(address.rpartition(":")[2]), ssl_context=context
    )
    async with stream:
        await stream.do_handshake()
        shown = stream.getpeercert(binary_form=True)
        assert isinstance(shown, bytes)
        return ssl.DER_cert_to_PEM_cert(shown)


def test_plaintext_is_refused_where_others_can_hear_it() -> None:
    for listen in ("0.0.0.0:0", "[::]:0", "192.0.2.1:4100", "arena.example:4100"):  # that is what is refused
        with pytest.raises(ConfigError, match="there is no TLS: tokens would be read"):
            ArenaConfig(listen=listen).check()
        ArenaConfig(listen=listen, insecure=True).check()


def test_loopback_and_unix_sockets_are_local() -> None:
    for address in ("127.0.0.1:0", "127.8.8.8:1", "[::1]:0", "localhost:4100", "unix:/tmp/arena.sock"):
        assert is_local(address)
        ArenaConfig(listen=address).check()
    for address in ("0.0.0.0:1", "[::]:1", "10.0.0.1:1", "localhost.example:1"):
        assert not is_local(address)


def test_admin_calls_are_not_served_to_the_world_without_client_certificates(tls: Tls) -> None:
    with pytest.raises(ConfigError, match="need client certificates"):
        ArenaConfig(tls=tls, admin_listen="192.0.2.1:4101").check()
    ArenaConfig(tls=Tls(tls.cert, tls.key, tls.cert), admin_listen="192.0.2.1:4101").check()


def test_a_key_that_others_can_read_is_refused(tls: Tls) -> None:
    tls.key.chmod(0o640)
    with pytest.raises(ConfigError, match="can be read by others than its owner: chmod 600"):
        ArenaConfig(tls=tls).check()


def test_the_address_for_house_bots_is_of_this_machine_alone() -> None:
    ArenaConfig(house_listen="127.0.0.1:0").check()
    with pytest.raises(ConfigError, match="can be reached from outside"):
        ArenaConfig(house_listen="0.0.0.0:4102").check()


def test_a_missing_certificate_is_named(tls: Tls) -> None:
    tls.cert.unlink()
    with pytest.raises(ConfigError, match=r"server\.pem is no file"):
        ArenaConfig(tls=tls).check()


def test_a_port_that_is_taken_is_refused() -> None:
    async def scenario(arena: Arena, tokens: InMemoryAuthenticator) -> None:
        second = ArenaConfig(listen=arena.address)
        with pytest.RaisesGroup(pytest.RaisesExc(ConfigError, match="cannot be listened on: it is taken")):
            async with open_arena(second, journal=NullJournal(), authenticator=tokens):
                raise AssertionError("two arenas on one port")

    with_arena(ArenaConfig(), scenario)


def test_a_unix_socket_serves_as_well(tmp_path: Path) -> None:
    async def scenario(arena: Arena, tokens: InMemoryAuthenticator) -> None:
        bot = await RawBot.dial(arena, tokens.issue("zap"))
        await bot.hello()
        await bot.next("welcome")
        await bot.close()

    with_arena(ArenaConfig(listen=f"unix:{tmp_path}/arena.sock"), scenario)


def test_a_bot_that_trusts_the_authority_is_let_in_and_one_without_tls_is_not(tls: Tls) -> None:
    async def scenario(arena: Arena, tokens: InMemoryAuthenticator) -> None:
        trusting = grpc.ssl_channel_credentials((CERTIFICATES / "ca.pem").read_bytes())
        assert await welcomed(arena.address, tokens.issue("zap"), trusting)
        plain = await RawBot.dial(arena, tokens.issue("zap"))
        assert (await plain.ended())[0] is grpc.StatusCode.UNAVAILABLE
        await plain.close()

    with_arena(ArenaConfig(tls=tls), scenario)


def test_with_a_client_authority_only_bots_with_its_certificate_are_let_in(tls: Tls) -> None:
    async def scenario(arena: Arena, tokens: InMemoryAuthenticator) -> None:
        ca = (CERTIFICATES / "ca.pem").read_bytes()
        pair = ((CERTIFICATES / "bot.key").read_bytes(), (CERTIFICATES / "bot.pem").read_bytes())
        assert await welcomed(arena.address, tokens.issue("zap"), grpc.ssl_channel_credentials(ca, *pair))
        assert not await welcomed(arena.address, tokens.issue("zap"), grpc.ssl_channel_credentials(ca))

    with_arena(ArenaConfig(tls=Tls(tls.cert, tls.key, tls.cert.with_name("ca.pem"))), scenario)


def test_new_certificate_files_are_used_without_a_restart(tls: Tls) -> None:
    async def scenario(arena: Arena, tokens: InMemoryAuthenticator) -> None:
        trusting = grpc.ssl_channel_credentials((CERTIFICATES / "ca.pem").read_bytes())
        assert await welcomed(arena.address, tokens.issue("zap"), trusting)
        assert await certificate(arena.address) == (CERTIFICATES / "server.pem").read_text()
        for suffix in ("key", "pem"):
            shutil.copy(CERTIFICATES / f"bot.{suffix}", tls.cert.with_suffix(f".{suffix}"))
        assert await certificate(arena.address) == (CERTIFICATES / "bot.pem").read_text()

    with_arena(ArenaConfig(tls=tls), scenario)


def test_health_is_serving_until_the_arena_stops() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            channel = grpc.aio.insecure_channel(hall.arena.address)
            stub = health_pb2_grpc.HealthStub(channel)

            async def health(service: str) -> int:
                answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
                return int(answer.status)

            for service in ("", "truco.v1.PlayService"):
                assert await from_host(health(service)) == health_pb2.HealthCheckResponse.SERVING
            await hall.arena.drain(0)
            assert await from_host(health("")) == health_pb2.HealthCheckResponse.NOT_SERVING
            await from_host(channel.close())

    played(scenario)


def test_reflection_names_the_services() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:

            async def listed() -> set[str]:
                async with grpc.aio.insecure_channel(hall.arena.address) as channel:
                    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
                    call = stub.ServerReflectionInfo(
                        iter([reflection_pb2.ServerReflectionRequest(list_services="")])
                    )
                    answer = await call.read()
                    return {service.name for service in answer.list_services_response.service}

            names = await from_host(listed())
            assert "truco.v1.PlayService" in names
            assert "grpc.health.v1.Health" in names
            assert "truco.v1.AdminService" not in names

    played(scenario)


def test_a_connection_has_a_bounded_number_of_streams() -> None:
    async def scenario() -> None:
        async with open_hall(Limits(max_streams_per_connection=3)) as hall:
            first = await hall.greeted("zap", "0")

            async def one_more(instance: str) -> RawBot:
                metadata = (("authorization", f"Bearer {hall.tokens.issue('zap')}"),)
                bot = RawBot(first.channel, first.channel.stream_stream(PLAY)(metadata=metadata))
                await bot.hello(instance)
                await bot.next("welcome")
                return bot

            for number in (1, 2):
                await one_more(str(number))
            with trio.move_on_after(0.3) as waits:
                await one_more("3")
            assert waits.cancelled_caught

    played(scenario)


def test_metadata_has_a_bounded_size() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            bot = await RawBot.dial(hall.arena, "x" * 20_000)
            assert (await bot.ended())[0] is grpc.StatusCode.RESOURCE_EXHAUSTED
            await bot.close()

    played(scenario)
