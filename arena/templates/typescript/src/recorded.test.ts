import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromBinary } from "@bufbuild/protobuf";
import { PlayResponseSchema } from "./gen/truco/v1/play_pb.js";
import { decide } from "./decide.js";
import { newDice } from "./session.js";

test("every question of the recorded match is answered with one of its offers", () => {
  const recorded = fromBinary(PlayResponseSchema, readFileSync("recorded.binpb"));
  const dice = newDice(Buffer.from("seed"));
  let answered = 0;
  for (const { kind } of recorded.messages) {
    if (kind.case !== "question") continue;
    const { place, amount } = decide(kind.value, dice);
    const offer = kind.value.offers[place];
    assert.ok(offer);
    if (offer.range && amount !== undefined) {
      assert.ok(amount >= offer.range.least && amount <= offer.range.most, offer.text);
    }
    answered++;
  }
  assert.ok(answered > 100);
});
