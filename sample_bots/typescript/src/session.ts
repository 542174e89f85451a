// The bot's side of the protocol without a network: what came in, what goes out.
// It outlives a stream that breaks: the arena then asks again what it had asked.

import { createHash, randomBytes } from "node:crypto";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type Answer, AnswerSchema, type ArenaMessage, type BotMessage, BotMessageSchema, type Limits, type MatchOffer,
  type PlayRequest, PlayRequestSchema, type PlayResponse, type Question,
} from "./gen/truco/v1/play_pb.js";

export const PROTOCOL_VERSION = 1;
export const VARIANTS = ["argentine", "mineiro", "trucker", "american"];
const SDK = "truco-arena-typescript 0.1.0";
const BOT_VERSION = "1";
/** More than an answer takes. */
const ANSWER_BYTES = 128;

/** A number from 0 to 1, the next one at every call. */
export type Dice = () => number;
export type Choice = { place: number; amount?: number };
export type Decide = (question: Question, dice: Dice) => Choice;

/** A seat this bot holds in a match; the last answer is kept for the same question after a lost stream. */
type Seat = { dice: Dice; last?: Answer };

/** All matches of one process. */
export class Session {
  readonly seats = new Map<string, Seat>();
  constructor(private readonly decide: Decide) {}

  /** Takes a frame and returns what answers it. Kinds it does not know are left out. */
  receive(frame: PlayResponse): BotMessage[] {
    return frame.messages.flatMap((message) => this.#receive(message));
  }

  #receive({ kind }: ArenaMessage): BotMessage[] {
    switch (kind.case) {
      case "welcome": {
        // The arena forgot the others: they are over or void.
        const held = new Set(kind.value.openSeats.map((offer) => offer.matchId));
        for (const gone of this.seats.keys()) if (!held.has(gone)) this.seats.delete(gone);
        kind.value.openSeats.forEach((offer) => this.#sit(offer));
        return [];
      }
      case "offer":
        this.#sit(kind.value);
        return [message({ case: "accept", value: { matchId: kind.value.matchId } })];
      case "question":
        return this.#answer(kind.value);
      case "matchEnded":
        this.seats.delete(kind.value.matchId);
        return [];
      case "notice":
        console.error(`the arena notes: ${kind.value.text}`);
        return [];
      default:
        return [];
    }
  }

  #sit({ matchId, seatSeed }: MatchOffer): void {
    if (!this.seats.has(matchId)) this.seats.set(matchId, { dice: newDice(seatSeed) });
  }

  #answer(question: Question): BotMessage[] {
    const { matchId, decision, offers } = question;
    const seat = this.seats.get(matchId);
    if (!seat) {
      console.error(`a question for match ${matchId}, which was never offered, is left out`);
      return [];
    }
    if (seat.last?.decision !== decision) {
      const { place, amount } = this.decide(question, seat.dice);
      seat.last = create(AnswerSchema, { matchId, decision, choice: { case: "index", value: place } });
      if (offers[place]?.range && amount !== undefined) seat.last.amount = amount;
    }
    return [message({ case: "answer", value: seat.last })];
  }
}

export function message(kind: NonNullable<MessageInitShape<typeof BotMessageSchema>["kind"]>): BotMessage {
  return create(BotMessageSchema, { kind });
}

export function hello(instance: string, maxMatches: number): PlayRequest {
  const value = {
    protocolVersion: PROTOCOL_VERSION,
    sdk: SDK,
    botVersion: BOT_VERSION,
    variants: VARIANTS,
    maxMatches,
    instance,
    withoutEvents: true,
  };
  return create(PlayRequestSchema, { messages: [message({ case: "hello", value })] });
}

/** How many messages a frame may hold. */
export function mostMessages(limits: Limits | undefined): number {
  return Math.max(1, Math.min(limits?.maxMessagesPerFrame ?? 1, Math.floor((limits?.maxFrameBytes ?? 0) / ANSWER_BYTES)));
}

/** The same dice for the same seed, so that a launched bot can be played again. */
export function newDice(seed: Uint8Array): Dice {
  const digest = createHash("sha256").update(seed.length > 0 ? seed : randomBytes(16)).digest();
  let state = digest.readUInt32LE();
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
