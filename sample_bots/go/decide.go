// decide.go: the bot's mind, and the file to edit. Every offer gets a worth; the best one is chosen.

package main

import (
	"math/rand/v2"

	pb "truco-arena/sample-bots/go/truco/v1"
)

// An offer is worth base + strength*S + envido*E + card*C, all from 0 to 1. S tells how good the hand is for
// what is asked now, E how good its envido is, C how strong the named card is (cards.go).
type weights struct{ base, strength, envido, card float64 }

var worth = map[pb.Verb]weights{
	pb.Verb_VERB_PLAY: {base: 0.5}, pb.Verb_VERB_FOLD: {base: 0.4},
	pb.Verb_VERB_ACCEPT: {base: 0.1, strength: 0.8}, pb.Verb_VERB_DECLINE: {base: 0.45},
	pb.Verb_VERB_TRUCO: {base: -0.2, strength: 1}, pb.Verb_VERB_RETRUCO: {base: -0.25, strength: 1},
	pb.Verb_VERB_VALE_CUATRO: {base: -0.3, strength: 1}, pb.Verb_VERB_SIX: {base: -0.3, strength: 1},
	pb.Verb_VERB_TEN: {base: -0.35, strength: 1}, pb.Verb_VERB_TWELVE: {base: -0.4, strength: 1},
	pb.Verb_VERB_TRUCO_THREE: {base: -0.3, strength: 1}, pb.Verb_VERB_TRUCO_FOUR: {base: -0.35, strength: 1},
	pb.Verb_VERB_TRUCO_REST: {base: -0.4, strength: 1},
	pb.Verb_VERB_ENVIDO:     {envido: 0.9}, pb.Verb_VERB_REAL_ENVIDO: {base: -0.4, envido: 1.3},
	pb.Verb_VERB_FALTA_ENVIDO: {base: -0.8, envido: 1.6}, pb.Verb_VERB_ENVIDO_THREE: {envido: 0.7},
	pb.Verb_VERB_ENVIDO_FOUR: {envido: 0.65}, pb.Verb_VERB_ENVIDO_REST: {envido: 0.6},
	pb.Verb_VERB_PLAY_HAND: {base: 0.1, strength: 0.8}, pb.Verb_VERB_PASS_HAND: {base: 0.4},
	pb.Verb_VERB_CHECK: {base: 0.5}, pb.Verb_VERB_CALL: {base: 0.1, strength: 0.9},
	pb.Verb_VERB_RAISE: {base: -0.35, strength: 1.4}, pb.Verb_VERB_ENVIDO_CALL: {envido: 0.8},
	pb.Verb_VERB_ENVIDO_RAISE: {base: -0.4, envido: 1.2},
	pb.Verb_VERB_VOUCH:        {card: 0.7}, pb.Verb_VERB_PASS: {base: 0.45}, pb.Verb_VERB_CONTEST: {},
	pb.Verb_VERB_BID: {base: 0.5}, pb.Verb_VERB_YIELD: {base: 0.4}, pb.Verb_VERB_SWITCH: {card: 0.6},
	pb.Verb_VERB_WAGER: {base: 0.4}, pb.Verb_VERB_STAND: {base: 0.5}, pb.Verb_VERB_REPLACE: {base: 0.9},
	pb.Verb_VERB_DRAW: {base: 0.5}, pb.Verb_VERB_TAKE: {card: 1}, pb.Verb_VERB_DISCARD: {base: 1, card: -1},
}

// Decide answers a question with the place of an offer and, where that is a range, an amount.
func Decide(question *pb.Question, dice *rand.Rand) (place int, amount int32) {
	table := readTable(question.View)
	strength := table.strength
	if table.askedForEnvido {
		strength = table.envido
	}
	strength += 0.1 * (dice.Float64() - 0.5) // so that rivals cannot read the hand from the calls
	best := -1.0
	for i, offer := range question.Offers {
		w := worth[offer.Verb]
		value := w.base + w.strength*strength + w.envido*table.envido
		for _, card := range offer.Cards {
			value += w.card * table.power(card)
			if offer.Verb == pb.Verb_VERB_PLAY {
				value += table.playing(card)
			}
		}
		if value > best {
			best, place = value, i
		}
	}
	if span := question.Offers[place].Range; span != nil {
		amount = span.Least + int32(float64(span.Most-span.Least)*max(0, strength-0.8))
		if question.Offers[place].Verb == pb.Verb_VERB_BID {
			amount = span.Most
		}
	}
	return place, amount
}
