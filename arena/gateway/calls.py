"""Calls with one question and one answer: who may make them, and how a refusal is told."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, TypeAlias

import grpc
import structlog
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.gateway.auth import Authenticator, NotAuthorised, bearer_token
from arena.gateway.errors import Refusal, refuse
from arena.gateway.guest import Guest
from arena.gateway.wire import encoded

log = structlog.get_logger(__name__)

Context: TypeAlias = "grpc.aio.ServicerContext[Message, Message]"
Needs: TypeAlias = Literal["nothing", "play", "admin"]
Methods: TypeAlias = Mapping[str, Callable[..., Awaitable[Message]]]
"""What answers each method of a service, by its name: one request in, one response out, in trio."""

# Every method has its line. One that has none is not served, and a test looks for it.
NEEDS: dict[str, Needs] = {
    "truco.v1.PlayService.Play": "play",
    "truco.v1.LadderService.ListLadders": "nothing",
    "truco.v1.LadderService.GetLadder": "nothing",
    "truco.v1.MatchService.ListMatches": "nothing",
    "truco.v1.MatchService.GetMatch": "nothing",
    "truco.v1.MatchService.GetMatchRecord": "nothing",
    "truco.v1.MatchService.ListChain": "nothing",
    "truco.v1.AdminService.RegisterBot": "admin",
    "truco.v1.AdminService.ListBots": "admin",
    "truco.v1.AdminService.GetBot": "admin",
    "truco.v1.AdminService.RetireBot": "admin",
    "truco.v1.AdminService.IssueToken": "admin",
    "truco.v1.AdminService.ListTokens": "admin",
    "truco.v1.AdminService.RevokeToken": "admin",
    "truco.v1.AdminService.CreateLadder": "admin",
    "truco.v1.AdminService.PauseLadder": "admin",
    "truco.v1.AdminService.ResumeLadder": "admin",
}


class Calls:
    """Checks the token of a call, has it answered in trio, and tells a refusal as gRPC does."""

    def __init__(self, guest: Guest, authenticator: Authenticator) -> None:
        self._guest = guest
        self._authenticator = authenticator

    def service(self, service: ServiceDescriptor, methods: Methods) -> grpc.GenericRpcHandler:
        """What a server is given to serve these methods of a service."""
        handlers: dict[str, grpc.RpcMethodHandler[Message, Message]] = {}
        for name, answer in methods.items():
            request = GetMessageClass(service.methods_by_name[name].input_type)
            handlers[name] = grpc.unary_unary_rpc_method_handler(
                self._answerer(f"{service.full_name}.{name}", answer),
                request_deserializer=request.FromString,
                response_serializer=encoded,
            )
        return grpc.method_handlers_generic_handler(service.full_name, handlers)

    def _answerer(
        self, method: str, answer: Callable[..., Awaitable[Message]]
    ) -> Callable[[Message, Context], Awaitable[Message]]:
        needs = NEEDS[method]

        async def answered(request: Message, context: Context) -> Message:
            try:
                await self._authorise(needs, context)
                return await self._guest.call(answer, request)
            except Refusal as refusal:
                log.info("call_refused", method=method, reason=refusal.reason)
                await refuse(context, refusal)

        return answered

    async def _authorise(self, needs: Needs, context: Context) -> None:
        if needs == "nothing":
            return
        try:
            token = bearer_token(context.invocation_metadata() or ())
            identity = await self._guest.call(self._authenticator.authenticate, token)
        except NotAuthorised as error:
            raise Refusal(grpc.StatusCode.UNAUTHENTICATED, "NOT_AUTHORISED", str(error)) from error
        if needs not in identity.scopes:
            text = f"the token does not have the scope {needs}: ask for one that has"
            raise Refusal(grpc.StatusCode.PERMISSION_DENIED, "SCOPE", text)
