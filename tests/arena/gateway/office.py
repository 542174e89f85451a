"""An arena over a real store, with its admin port, and stubs to ask its services with."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import grpc
import pytest
import trio
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]  # it ships no types

from arena.gateway import Arena, ArenaConfig, Identity, NotAuthorised, from_host, open_arena, run
from arena.gateway.stored import stored
from arena.matches import NullJournal
from arena.store import Store, TokenRefused
from truco.v1 import (
    admin_pb2_grpc,
    ladders_pb2_grpc,
    match_pb2_grpc,
)

T = TypeVar("T")


class Tokens:
    """The store's tokens, and one for admin calls."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def authenticate(self, token: str) -> Identity:
        try:
            known = self._store.tokens.authenticate(token)
        except TokenRefused as refused:
            raise NotAuthorised from refused
        return Identity(known.bot or "", known.id, known.owner, known.scopes)

    async def seen_version(self, identity: Identity, version: str) -> None:
        await self._store.bots.register_version(identity.bot, version, "", "remote")


@dataclass
class Office:
    """An arena over a store, with its admin port, and stubs to ask with."""

    arena: Arena
    store: Store
    channel: grpc.aio.Channel
    admin_channel: grpc.aio.Channel
    admin_token: str

    @property
    def admin(self) -> "admin_pb2_grpc.AdminServiceAsyncStub":
        return admin_pb2_grpc.AdminServiceStub(self.admin_channel)

    @property
    def ladders(self) -> "ladders_pb2_grpc.LadderServiceAsyncStub":
        return ladders_pb2_grpc.LadderServiceStub(self.channel)

    @property
    def matches(self) -> "match_pb2_grpc.MatchServiceAsyncStub":
        return match_pb2_grpc.MatchServiceStub(self.channel)

    @property
    def metadata(self) -> tuple[tuple[str, str]]:
        return (("authorization", f"Bearer {self.admin_token}"),)

    async def told(self, call: Callable[..., Awaitable[T]], request: object, *, as_admin: bool = True) -> T:
        """The answer to a call."""

        async def asked() -> T:
            return await call(request, metadata=self.metadata if as_admin else None)

        return await from_host(asked())

    async def refused(
        self, call: Callable[..., Awaitable[T]], request: object, *, as_admin: bool = True
    ) -> grpc.aio.AioRpcError:
        """How a call is refused."""
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await self.told(call, request, as_admin=as_admin)
        return error.value


@asynccontextmanager
async def open_office(folder: Path) -> AsyncIterator[Office]:
    with Store.open(f"sqlite:///{folder / 'arena.db'}") as store:
        token = (await store.tokens.issue("operator", ["admin"])).text
        config = ArenaConfig(admin_listen="127.0.0.1:0", stop_grace_s=0)
        async with open_arena(
            config, journal=NullJournal(), authenticator=Tokens(store), sources=stored(store)
        ) as arena:
            assert arena.admin_address is not None
            channels = (
                grpc.aio.insecure_channel(arena.address),
                grpc.aio.insecure_channel(arena.admin_address),
            )
            try:
                yield Office(arena, store, *channels, token)
            finally:
                with trio.CancelScope(shield=True):
                    for channel in channels:
                        await from_host(channel.close())


def in_office(folder: Path, scenario: Callable[[Office], Awaitable[None]]) -> None:
    async def limited() -> None:
        with trio.fail_after(40):
            async with open_office(folder) as office:
                await scenario(office)

    run(limited)


def reason(error: grpc.aio.AioRpcError) -> str:
    """The reason that a refusal gives to programs."""
    details = dict(error.trailing_metadata())["grpc-status-details-bin"]
    info = error_details_pb2.ErrorInfo()
    status_pb2.Status.FromString(details).details[0].Unpack(info)
    return str(info.reason)
