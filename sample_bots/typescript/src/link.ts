// The stream to the arena: dials, says hello, beats, notices silence, dials again.

import { setTimeout as sleep } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import {
  type BotMessage, PlayRequestSchema, type PlayResponse, PlayService, type PlayRequest, type SessionEnded,
  SessionEndReason, type Welcome,
} from "./gen/truco/v1/play_pb.js";
import type { Options } from "./options.js";
import { hello, message, mostMessages, PROTOCOL_VERSION } from "./session.js";
import type { Think } from "./thinker.js";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;
const WELCOME_MS = 10_000;
const GIVE_UP_MS = 30_000;

/** An end for good that is not a success: the process exits with its code. */
export class Ending extends Error {
  constructor(readonly code: number, text: string) {
    super(text);
  }
}

/** Plays until the session is over. `drain`: play what runs to its end and then stop. Throws Ending. */
export async function run(options: Options, think: Think, drain: AbortSignal): Promise<void> {
  const baseUrl = `${options.tls ? "https" : "http"}://${options.address}`;
  const client = createClient(PlayService, createGrpcTransport({ baseUrl }));
  let pause = FIRST_PAUSE_MS;
  let heard = Date.now();
  const welcomed = (): void => {
    heard = Date.now();
    pause = FIRST_PAUSE_MS;
  };
  for (;;) {
    const why = await new Stream(options, think, drain, welcomed).play(client);
    if (why === undefined || drain.aborted) return;
    if (Date.now() - heard > GIVE_UP_MS) {
      throw new Ending(3, `no arena at ${options.address} for ${GIVE_UP_MS / 1000} s: ${why}`);
    }
    console.error(`no stream (${why}); trying again`);
    // Jitter: the bots of a restarted arena do not all come back in the same moment.
    await sleep((pause * (1 + Math.random())) / 2, undefined, { signal: drain }).catch(() => undefined);
    if (drain.aborted) return;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/** One stream, from its hello to its end. */
class Stream {
  readonly #abort = new AbortController();
  readonly #out: BotMessage[] = [];
  #wake: () => void = () => {};
  #watchdog: NodeJS.Timeout | undefined;
  #welcomed!: (welcome: Welcome) => void;
  readonly #welcome = new Promise<Welcome>((resolve) => (this.#welcomed = resolve));

  constructor(
    private readonly options: Options,
    private readonly think: Think,
    private readonly drain: AbortSignal,
    private readonly onWelcome: () => void,
  ) {}

  /** undefined: the session is over for good; a text: why it is worth another try. */
  async play(client: Client<typeof PlayService>): Promise<string | undefined> {
    const onDrain = (): void => this.#put([message({ case: "drain", value: {} })]);
    this.drain.addEventListener("abort", onDrain);
    if (this.drain.aborted) onDrain();
    this.#expect(WELCOME_MS);
    try {
      const headers = { authorization: `Bearer ${this.options.token}` };
      return await this.#read(client.play(this.#requests(), { headers, signal: this.#abort.signal }));
    } catch (error) {
      if (error instanceof Ending) throw error;
      if (this.#abort.signal.aborted) return String(this.#abort.signal.reason);
      return judge(ConnectError.from(error));
    } finally {
      this.drain.removeEventListener("abort", onDrain);
      clearTimeout(this.#watchdog);
      this.#abort.abort("over");
      this.#wake();
    }
  }

  async #read(frames: AsyncIterable<PlayResponse>): Promise<string | undefined> {
    let silenceMs = 0;
    for await (const frame of frames) {
      const last = frame.messages.at(-1)?.kind;
      if (last?.case === "sessionEnded") return judgeEnd(last.value);
      if (silenceMs === 0) {
        const welcome = this.#greet(frame);
        silenceMs = welcome.silenceMs;
      }
      this.#expect(silenceMs);
      // Read on meanwhile: the thinker keeps the order.
      void this.think(frame).then((messages) => this.#put(messages));
    }
    return "the arena ended the stream without a word";
  }

  #greet(frame: PlayResponse): Welcome {
    const kind = frame.messages[0]?.kind;
    if (kind?.case !== "welcome") {
      throw new Ending(3, `${this.options.address} does not speak this protocol: it sent no Welcome first`);
    }
    const welcome = kind.value;
    if (welcome.protocolVersion !== PROTOCOL_VERSION) {
      throw new Ending(3, `the arena speaks protocol version ${welcome.protocolVersion}, this bot ${PROTOCOL_VERSION}`);
    }
    console.error(`playing as ${welcome.bot} at ${this.options.address}, session ${welcome.session}`);
    this.onWelcome();
    this.#welcomed(welcome);
    return welcome;
  }

  /** The next frame must come within this time. */
  #expect(withinMs: number): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#abort.abort("the arena was silent"), withinMs);
  }

  #put(messages: BotMessage[]): void {
    this.#out.push(...messages);
    this.#wake();
  }

  /** The hello, then everything that is ready in as few frames as the arena takes, else heartbeats. */
  async *#requests(): AsyncGenerator<PlayRequest> {
    yield hello(this.options.instance, this.options.matches);
    const { limits, heartbeatMs } = await this.#welcome;
    while (!this.#abort.signal.aborted) {
      if (this.#out.length === 0) await this.#quiet(heartbeatMs);
      const messages = this.#out.splice(0, mostMessages(limits));
      if (messages.length === 0) messages.push(message({ case: "heartbeat", value: {} }));
      yield create(PlayRequestSchema, { messages });
    }
  }

  /** Until there is something to send, at most this long. */
  async #quiet(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }
}

/** Throws what ends the bot; returns the words for what is worth another try. */
function judge(error: ConnectError): string {
  const text = error.rawMessage;
  switch (error.code) {
    case Code.Unauthenticated:
    case Code.PermissionDenied:
      throw new Ending(4, `the arena does not accept the token: ${text}`);
    case Code.InvalidArgument:
    case Code.FailedPrecondition:
    case Code.Unimplemented:
    case Code.NotFound:
    case Code.AlreadyExists:
      throw new Ending(3, `the arena refused the hello: ${text}`);
    default:
      return text;
  }
}

/** What the end of a session means: undefined is over for good, a text worth another try. */
function judgeEnd({ reason, text }: SessionEnded): string | undefined {
  console.error(`the arena ended the session (${SessionEndReason[reason] ?? reason}): ${text}`);
  switch (reason) {
    case SessionEndReason.STOPPING:
    case SessionEndReason.DRAINED:
      return undefined;
    case SessionEndReason.NOT_AUTHORISED:
      throw new Ending(4, text);
    case SessionEndReason.PROTOCOL:
    case SessionEndReason.TAKEN_OVER:
      throw new Ending(3, text);
    default:
      return text;
  }
}
