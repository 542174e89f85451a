// What a view says about the own hand, as numbers from 0 to 1. Reading order: readTable, then below.

import type { Played, View } from "./gen/truco/v1/views_pb.js";

/** The part of a view that decide looks at. */
export type Table = {
  power(card: string): number;
  /** How good it is to play a card now: the cheapest that wins the trick, else the cheapest. */
  playing(card: string): number;
  /** The two best cards and the tricks so far. */
  strength: number;
  envido: number;
  askedForEnvido: boolean;
};

// Ranks from the weakest on, and the cards above all ranks.
type Order = { ranks: string[]; tops: Record<string, number> };
const SPANISH: Order = {
  ranks: "4 5 6 7 10 11 12 1 2 3".split(" "),
  tops: { "7o": 10, "7e": 11, "1b": 12, "1e": 13 },
};
const MINEIRO: Order = { ranks: [..."4567QJKA23"], tops: { "7d": 10, As: 11, "7h": 12, "4c": 13 } };
const FRENCH = [..."23456789TJQKA"];

export function readTable(view: View): Table {
  const order = orderOf(view);
  const power = (card: string): number =>
    (order.tops[card] ?? Math.max(0, order.ranks.indexOf(rankOf(card)))) / 13;
  const sides = view.scores.length;
  const ours = (seat: number): boolean => seat % sides === view.seat % sides;
  let strength = bestTwo(view.held.map(power));
  let open: Played[] = [];
  for (const trick of view.tricks) {
    if (trick.parda) continue;
    if (trick.winner === undefined) open = trick.played;
    else strength += ours(trick.winner) ? 0.25 : -0.2;
  }
  return { power, strength, envido: envido(view), askedForEnvido: askedForEnvido(view), playing };

  function playing(card: string): number {
    let highest = -1;
    let partners = false;
    for (const played of open) {
      if (power(played.card) > highest) {
        highest = power(played.card);
        partners = ours(played.seat);
      }
    }
    if (open.length === 0) return 0.05 * power(card);
    const wins = power(card) > highest && !partners;
    return (wins ? 0.1 : 0) - 0.05 * power(card);
  }
}

function orderOf({ game }: View): Order {
  switch (game.case) {
    case "mineiro":
      return MINEIRO;
    case "american": {
      const trump = rankOf(game.value.trump);
      return { ranks: FRENCH, tops: Object.fromEntries([..."cdhs"].map((suit) => [trump + suit, 13])) };
    }
    default:
      return SPANISH;
  }
}

function askedForEnvido({ game, history }: View): boolean {
  if (game.case === "trucker") return game.value.asked === "envido";
  // A call that waits is the last thing that was said.
  return history.at(-1)?.includes("envido") ?? false;
}

/** The mean of the two best, the one where there is only one. */
function bestTwo(powers: number[]): number {
  const best = powers.toSorted((a, b) => b - a).slice(0, 2);
  return best.reduce((sum, power) => sum + power, 0) / Math.max(1, best.length);
}

/** The square of the share of the greatest count: a count wins less often than it is high. */
function envido(view: View): number {
  const american = view.game.case === "american";
  const cards = american ? view.held : view.dealt;
  const [bonus, most] = american ? [0, 20] : [20, 33];
  let best = 0;
  cards.forEach((card, place) => {
    best = Math.max(best, pips(card));
    for (const other of cards.slice(0, place)) {
      if (card.at(-1) === other.at(-1)) best = Math.max(best, bonus + pips(card) + pips(other));
    }
  });
  return (best / most) ** 2;
}

/** What a card counts in the envido: French figures 10, Spanish ones nothing. */
function pips(card: string): number {
  const rank = rankOf(card);
  if (rank === "A") return 1;
  if ("TJQK".includes(rank)) return 10;
  return rank.length > 1 ? 0 : Number(rank);
}

function rankOf(card: string): string {
  return card.slice(0, -1);
}
