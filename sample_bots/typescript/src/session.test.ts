import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Verb } from "./gen/truco/v1/actions_pb.js";
import { type ArenaMessageSchema, LimitsSchema, PlayResponseSchema } from "./gen/truco/v1/play_pb.js";
import { readOptions } from "./options.js";
import { mostMessages, newDice, Session } from "./session.js";

type Kind = NonNullable<MessageInitShape<typeof ArenaMessageSchema>["kind"]>;

const frame = (...kinds: Kind[]) => create(PlayResponseSchema, { messages: kinds.map((kind) => ({ kind })) });
const offered = (matchId: string): Kind => ({ case: "offer", value: { matchId, seatSeed: Buffer.from("seed") } });
const asked = (matchId: string, decision: number): Kind => ({
  case: "question",
  value: { matchId, decision, offers: [{ verb: Verb.PLAY, cards: ["4c"] }], view: {} },
});
const welcome = (...matches: string[]): Kind => ({
  case: "welcome",
  value: { openSeats: matches.map((matchId) => ({ matchId })) },
});
const first = () => ({ place: 0 });

test("all questions of a frame are answered in order", () => {
  const bot = new Session(first);
  const accepts = bot.receive(frame(offered("a"), offered("b")));
  assert.deepEqual(accepts.map(({ kind }) => kind.case), ["accept", "accept"]);
  const answers = bot.receive(frame(asked("a", 1), asked("b", 7)));
  const decisions = answers.map(({ kind }) => kind.case === "answer" && kind.value.decision);
  assert.deepEqual(decisions, [1, 7]);
});

test("the same question again gets the same answer without a second thought", () => {
  let thoughts = 0;
  const bot = new Session(() => ({ place: thoughts++ }));
  const [, before] = bot.receive(frame(offered("a"), asked("a", 1)));
  bot.receive(frame(welcome("a")));
  const [after] = bot.receive(frame(asked("a", 1)));
  assert.equal(thoughts, 1);
  assert.deepEqual(after, before);
});

test("seats that the arena no longer holds are forgotten", () => {
  const bot = new Session(first);
  bot.receive(frame(offered("a"), offered("b")));
  bot.receive(frame(welcome("b")));
  assert.deepEqual([...bot.seats.keys()], ["b"]);
});

test("a kind of a future version is left out", () => {
  assert.deepEqual(new Session(first).receive(frame({ case: undefined })), []);
});

test("the same seed gives the same dice", () => {
  const [one, same, other] = ["seed", "seed", "other"].map((seed) => newDice(Buffer.from(seed))());
  assert.equal(one, same);
  assert.notEqual(one, other);
});

test("frames keep to the limits", () => {
  assert.equal(mostMessages(create(LimitsSchema, { maxMessagesPerFrame: 2, maxFrameBytes: 4096 })), 2);
  assert.equal(mostMessages(create(LimitsSchema, { maxMessagesPerFrame: 2000, maxFrameBytes: 1280 })), 10);
});

test("a token does not travel to another machine unencrypted", () => {
  const env = { ARENA_ADDR: "arena.example:4100", ARENA_TOKEN: "ta_x" };
  assert.throws(() => readOptions([], env), /--tls/);
  assert.equal(readOptions(["--tls", "--instance", "two"], env).instance, "two");
});
