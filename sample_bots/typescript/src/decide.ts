// The bot's mind, and the file to edit. Every offer gets a worth; the best one is chosen.

import { Verb } from "./gen/truco/v1/actions_pb.js";
import type { Question } from "./gen/truco/v1/play_pb.js";
import type { Choice, Dice } from "./session.js";
import { readTable } from "./cards.js";

// An offer is worth base + strength*S + envido*E + card*C, all from 0 to 1. S tells how good the hand is for
// what is asked now, E how good its envido is, C how strong the named card is (cards.ts).
type Weights = { base?: number; strength?: number; envido?: number; card?: number };

const WORTH: Partial<Record<Verb, Weights>> = {
  [Verb.PLAY]: { base: 0.5 }, [Verb.FOLD]: { base: 0.4 },
  [Verb.ACCEPT]: { base: 0.1, strength: 0.8 }, [Verb.DECLINE]: { base: 0.45 },
  [Verb.TRUCO]: { base: -0.2, strength: 1 }, [Verb.RETRUCO]: { base: -0.25, strength: 1 },
  [Verb.VALE_CUATRO]: { base: -0.3, strength: 1 }, [Verb.SIX]: { base: -0.3, strength: 1 },
  [Verb.TEN]: { base: -0.35, strength: 1 }, [Verb.TWELVE]: { base: -0.4, strength: 1 },
  [Verb.TRUCO_THREE]: { base: -0.3, strength: 1 }, [Verb.TRUCO_FOUR]: { base: -0.35, strength: 1 },
  [Verb.TRUCO_REST]: { base: -0.4, strength: 1 },
  [Verb.ENVIDO]: { envido: 0.9 }, [Verb.REAL_ENVIDO]: { base: -0.4, envido: 1.3 },
  [Verb.FALTA_ENVIDO]: { base: -0.8, envido: 1.6 }, [Verb.ENVIDO_THREE]: { envido: 0.7 },
  [Verb.ENVIDO_FOUR]: { envido: 0.65 }, [Verb.ENVIDO_REST]: { envido: 0.6 },
  [Verb.PLAY_HAND]: { base: 0.1, strength: 0.8 }, [Verb.PASS_HAND]: { base: 0.4 },
  [Verb.CHECK]: { base: 0.5 }, [Verb.CALL]: { base: 0.1, strength: 0.9 },
  [Verb.RAISE]: { base: -0.35, strength: 1.4 }, [Verb.ENVIDO_CALL]: { envido: 0.8 },
  [Verb.ENVIDO_RAISE]: { base: -0.4, envido: 1.2 },
  [Verb.VOUCH]: { card: 0.7 }, [Verb.PASS]: { base: 0.45 }, [Verb.CONTEST]: {},
  [Verb.BID]: { base: 0.5 }, [Verb.YIELD]: { base: 0.4 }, [Verb.SWITCH]: { card: 0.6 },
  [Verb.WAGER]: { base: 0.4 }, [Verb.STAND]: { base: 0.5 }, [Verb.REPLACE]: { base: 0.9 },
  [Verb.DRAW]: { base: 0.5 }, [Verb.TAKE]: { card: 1 }, [Verb.DISCARD]: { base: 1, card: -1 },
};

/** The place of an offer and, where that is a range, an amount. */
export function decide(question: Question, dice: Dice): Choice {
  const table = readTable(question.view!);
  // The dice: so that rivals cannot read the hand from the calls.
  const strength = (table.askedForEnvido ? table.envido : table.strength) + 0.1 * (dice() - 0.5);
  const worths = question.offers.map(({ verb, cards }) => {
    const { base = 0, strength: s = 0, envido = 0, card: c = 0 } = WORTH[verb] ?? {};
    const named = cards.map((card) => c * table.power(card) + (verb === Verb.PLAY ? table.playing(card) : 0));
    return base + s * strength + envido * table.envido + named.reduce((sum, value) => sum + value, 0);
  });
  const place = worths.indexOf(Math.max(...worths));
  const { verb, range } = question.offers[place]!;
  if (!range) return { place };
  const eager = verb === Verb.BID ? 1 : Math.max(0, strength - 0.8);
  return { place, amount: range.least + Math.floor((range.most - range.least) * eager) };
}
