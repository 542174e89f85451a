// Where the bot thinks: a thread of its own, so that a long thought stops no heartbeat.

import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type BotMessage, PlayRequestSchema, type PlayResponse, PlayResponseSchema } from "./gen/truco/v1/play_pb.js";
import { decide } from "./decide.js";
import { Session } from "./session.js";

/** Takes a frame and promises what answers it. Frames are thought about in their order. */
export type Think = (frame: PlayResponse) => Promise<BotMessage[]>;

export function startThinker(): Think {
  const worker = new Worker(new URL(import.meta.url));
  const waiting: ((messages: BotMessage[]) => void)[] = [];
  worker.on("message", (bytes: Uint8Array) => waiting.shift()?.(fromBinary(PlayRequestSchema, bytes).messages));
  // An error in the worker is not caught: it ends the process with its stack.
  return (frame) => {
    worker.postMessage(toBinary(PlayResponseSchema, frame));
    return new Promise((resolve) => waiting.push(resolve));
  };
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const session = new Session(decide);
  port.on("message", (bytes: Uint8Array) => {
    const messages = session.receive(fromBinary(PlayResponseSchema, bytes));
    port.postMessage(toBinary(PlayRequestSchema, create(PlayRequestSchema, { messages })));
  });
}
