"""Refusals as gRPC states them: a status, a text for people, and google.rpc details for programs."""

from typing import NoReturn, TypeVar

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]  # it ships no types

DOMAIN = "truco.v1"
DETAILS = "grpc-status-details-bin"
Request = TypeVar("Request")
Response = TypeVar("Response")


class Refusal(Exception):
    """A call that is refused. `reason` is stable, for programs: "UNKNOWN_VERSION"."""

    def __init__(self, code: grpc.StatusCode, reason: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.reason = reason
        self.text = text

    def details(self) -> bytes:
        """A google.rpc.Status with an ErrorInfo, as it travels in the trailing metadata."""
        number: int = self.code.value[0]
        detail = AnyMessage()
        detail.Pack(error_details_pb2.ErrorInfo(reason=self.reason, domain=DOMAIN))
        status: Message = status_pb2.Status(code=number, message=self.text, details=[detail])
        return status.SerializeToString()


def malformed(text: str) -> Refusal:
    """INVALID_ARGUMENT: what was asked cannot be; `text` says what was wrong and what was possible."""
    return Refusal(grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED", text)


def not_found(what: str, name: str) -> Refusal:
    """NOT_FOUND: there is no such thing. `what` is its kind, as in "ladder"."""
    return Refusal(
        grpc.StatusCode.NOT_FOUND,
        "NOT_FOUND",
        f"there is no {what} {name!r}; list them to see which there are",
    )


async def refuse(context: "grpc.aio.ServicerContext[Request, Response]", refusal: Refusal) -> NoReturn:
    """End a call with a refusal."""
    await context.abort(refusal.code, refusal.text, ((DETAILS, refusal.details()),))
