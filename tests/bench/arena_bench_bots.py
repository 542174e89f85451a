"""The other end of the arena bench: a bot that answers at once, and one that echoes.

python arena_bench_bots.py arena ADDRESS TOKEN INSTANCE MATCHES
python arena_bench_bots.py echo ADDRESS CONCURRENCY
"""

import asyncio
import sys

import grpc

from truco.v1 import play_pb2, play_pb2_grpc

ECHO = "/bench.Echo/Echo"


async def play(address: str, token: str, instance: str, matches: int) -> None:
    """Answer every question at once, all that came in one frame in one frame, until the stream ends."""
    async with grpc.aio.insecure_channel(address) as channel:
        call = play_pb2_grpc.PlayServiceStub(channel).Play(metadata=(("authorization", f"Bearer {token}"),))
        hello = play_pb2.Hello(
            protocol_version=1,
            bot_version="1",
            variants=["argentine"],
            max_matches=matches,
            instance=instance,
            without_events=False,
        )
        await call.write(play_pb2.PlayRequest(messages=[play_pb2.BotMessage(hello=hello)]))
        while isinstance(frame := await call.read(), play_pb2.PlayResponse):
            reply = play_pb2.PlayRequest()
            for message in frame.messages:
                kind = message.WhichOneof("kind")
                if kind == "question":
                    question = message.question
                    answer = reply.messages.add().answer
                    answer.match_id = question.match_id
                    answer.decision = question.decision
                    answer.index = question.decision * 7 % len(question.offers)
                elif kind == "offer":
                    reply.messages.add().accept.match_id = message.offer.match_id
            if reply.messages:
                await call.write(reply)


async def echo(address: str) -> None:
    """Send every message back as it is, until this process is ended."""
    async with grpc.aio.insecure_channel(address) as channel:
        call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(ECHO)()
        await call.write(b"")
        while isinstance(message := await call.read(), bytes):
            await call.write(message)


def main() -> None:
    mode, address, *rest = sys.argv[1:]
    if mode == "echo":
        asyncio.run(echo(address))
    else:
        token, instance, matches = rest
        asyncio.run(play(address, token, instance, int(matches)))


if __name__ == "__main__":
    main()
