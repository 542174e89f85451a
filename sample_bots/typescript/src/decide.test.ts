import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Verb } from "./gen/truco/v1/actions_pb.js";
import { QuestionSchema } from "./gen/truco/v1/play_pb.js";
import type { ViewSchema } from "./gen/truco/v1/views_pb.js";
import { decide } from "./decide.js";
import { newDice } from "./session.js";

type View = MessageInitShape<typeof ViewSchema>;
type Question = MessageInitShape<typeof QuestionSchema>;

const ANSWERS = [{ verb: Verb.ACCEPT }, { verb: Verb.DECLINE }];
const plays = (...cards: string[]) => cards.map((card) => ({ verb: Verb.PLAY, cards: [card] }));
const argentine = (view: View): View => ({ scores: [0, 0], game: { case: "argentine", value: { target: 30 } }, ...view });

/** The offer that decide takes, with its amount. */
function chosen(view: View, offers: NonNullable<Question["offers"]>) {
  const question = create(QuestionSchema, { view, offers });
  const { place, amount } = decide(question, newDice(Buffer.from("seed")));
  return { ...question.offers[place]!, amount };
}

test("a strong hand accepts a truco and a weak one declines", () => {
  const strong = argentine({ held: ["1e", "7e", "4c"], history: ["1 truco"] });
  assert.equal(chosen(strong, ANSWERS).verb, Verb.ACCEPT);
  const weak = argentine({ held: ["4e", "5o", "6c"], history: ["1 truco"] });
  assert.equal(chosen(weak, ANSWERS).verb, Verb.DECLINE);
});

test("the envido is answered by its count and not by strength", () => {
  const cards = ["7c", "6c", "4o"];
  assert.equal(chosen(argentine({ held: cards, dealt: cards, history: ["1 envido"] }), ANSWERS).verb, Verb.ACCEPT);
});

test("the cheapest card that wins the trick is played", () => {
  const tricks = [{ played: [{ seat: 1, card: "2o" }] }];
  const view = argentine({ held: ["1e", "3c", "4c"], tricks });
  assert.deepEqual(chosen(view, [...plays("1e", "3c", "4c"), { verb: Verb.FOLD }]).cards, ["3c"]);
});

test("a partner's trick is not taken", () => {
  const view: View = {
    seat: 2,
    scores: [0, 0],
    tricks: [{ played: [{ seat: 0, card: "3c" }, { seat: 1, card: "Kd" }] }],
    game: { case: "mineiro", value: { target: 12 } },
  };
  assert.deepEqual(chosen(view, plays("4c", "5c")).cards, ["5c"]);
});

test("an amount lies in its range", () => {
  const cards = ["1e", "1b", "7e"];
  const view: View = { scores: [90, 90], held: cards, dealt: cards, game: { case: "trucker", value: {} } };
  const raise = { verb: Verb.RAISE, range: { least: 4, most: 90 } };
  const { verb, amount } = chosen(view, [{ verb: Verb.CHECK }, raise]);
  assert.equal(verb, Verb.RAISE);
  assert.ok(amount !== undefined && amount >= 4 && amount <= 90, `raised to ${amount}`);
});

test("the turned-up rank is trump", () => {
  const view: View = {
    scores: [0, 0],
    tricks: [{ played: [{ seat: 1, card: "As" }] }],
    game: { case: "american", value: { trump: "2h" } },
  };
  assert.deepEqual(chosen(view, plays("2c", "Ad")).cards, ["2c"]);
});

test("a verb of a future version is no obstacle", () => {
  assert.equal(chosen(argentine({ held: ["4c"] }), [{ verb: 999 as Verb }, ...plays("4c")]).verb, Verb.PLAY);
});
