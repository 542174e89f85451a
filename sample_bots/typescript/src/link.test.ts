import assert from "node:assert/strict";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import {
  type ArenaMessageSchema, type BotMessage, type PlayRequest, type PlayResponse, PlayResponseSchema, PlayService,
  SessionEndReason,
} from "./gen/truco/v1/play_pb.js";
import { run } from "./link.js";
import { message } from "./session.js";
import type { Think } from "./thinker.js";

type Kind = NonNullable<MessageInitShape<typeof ArenaMessageSchema>["kind"]>;
type Script = (said: AsyncIterator<BotMessage>) => AsyncGenerator<PlayResponse>;

const frame = (...kinds: Kind[]) => create(PlayResponseSchema, { messages: kinds.map((kind) => ({ kind })) });
const welcome = (heartbeatMs: number) =>
  frame({
    case: "welcome",
    value: {
      protocolVersion: 1, heartbeatMs, silenceMs: 60_000,
      limits: { maxMessagesPerFrame: 100, maxFrameBytes: 100_000 },
    },
  });
const drained = () => frame({ case: "sessionEnded", value: { reason: SessionEndReason.DRAINED } });
const nothing: Think = async () => [];

/** Plays against an arena that follows a script, one part for each stream. */
async function against(think: Think, drain: AbortSignal, ...script: Script[]): Promise<void> {
  const server = createServer(connectNodeAdapter({
    routes: (router) =>
      router.service(PlayService, { play: (requests) => script.shift()!(messages(requests)) }),
  }));
  const connections: ServerHttp2Session[] = [];
  server.on("session", (connection) => connections.push(connection));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await run({ address: `127.0.0.1:${port}`, token: "", instance: "test", matches: 1, tls: false }, think, drain);
  } finally {
    connections.forEach((connection) => connection.destroy());
    server.close();
  }
}

async function* messages(requests: AsyncIterable<PlayRequest>): AsyncGenerator<BotMessage> {
  for await (const request of requests) yield* request.messages;
}

/** Reads up to a message of a kind. */
async function until(said: AsyncIterator<BotMessage>, kind: BotMessage["kind"]["case"]): Promise<void> {
  for (;;) {
    const { value, done } = await said.next();
    assert.ok(!done, `the stream ended before ${kind}`);
    if (value.kind.case === kind) return;
  }
}

const never = new AbortController().signal;

test("heartbeats go out while the bot thinks", async () => {
  let beaten = (): void => {};
  const enough = new Promise<void>((resolve) => (beaten = resolve));
  const slow: Think = async ({ messages: [first] }) => {
    if (first?.kind.case !== "question") return [];
    await enough;
    return [message({ case: "answer", value: { decision: first.kind.value.decision } })];
  };
  await against(slow, never, async function* (said) {
    await until(said, "hello");
    yield welcome(10);
    yield frame({ case: "question", value: { decision: 1 } });
    await until(said, "heartbeat");
    beaten();
    await until(said, "answer");
    yield drained();
  });
});

test("a lost stream is opened again", async () => {
  const lost: Script = async function* (said) {
    await until(said, "hello");
    yield welcome(1000);
    throw new ConnectError("lost", Code.Unavailable);
  };
  await against(nothing, never, lost, lost, async function* (said) {
    await until(said, "hello");
    yield welcome(1000);
    yield drained();
  });
});

test("a signal asks for no new matches", async () => {
  const drain = new AbortController();
  await against(nothing, drain.signal, async function* (said) {
    await until(said, "hello");
    yield welcome(60_000);
    drain.abort();
    await until(said, "drain");
    yield drained();
  });
});

test("a refusal ends the process with its code", async () => {
  const refused = (code: Code): Script =>
    async function* () {
      throw new ConnectError("no", code);
    };
  await assert.rejects(against(nothing, never, refused(Code.Unauthenticated)), { code: 4 });
  await assert.rejects(against(nothing, never, refused(Code.FailedPrecondition)), { code: 3 });
});
