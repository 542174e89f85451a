// cards.go: what a view says about the own hand, as numbers from 0 to 1. Reading order: readTable, then below.

package main

import (
	"strings"

	pb "truco-arena/sample-bots/go/truco/v1"
)

// table is the part of a view that Decide looks at.
type table struct {
	power          func(card string) float64
	strength       float64 // the two best cards and the tricks so far
	envido         float64
	askedForEnvido bool
	open           []*pb.Played // the cards of the trick that runs
	seat, sides    uint32
}

// Ranks from the weakest on, and the cards above all ranks.
var (
	spanishRanks = strings.Fields("4 5 6 7 10 11 12 1 2 3")
	spanishTops  = map[string]float64{"7o": 10, "7e": 11, "1b": 12, "1e": 13}
	mineiroRanks = strings.Split("4567QJKA23", "")
	mineiroTops  = map[string]float64{"7d": 10, "As": 11, "7h": 12, "4c": 13}
	frenchRanks  = strings.Split("23456789TJQKA", "")
)

func readTable(view *pb.View) *table {
	t := &table{seat: view.Seat, sides: uint32(len(view.Scores))}
	if last := len(view.History) - 1; last >= 0 { // a call that waits is the last thing that was said
		t.askedForEnvido = strings.Contains(view.History[last], "envido")
	}
	tops, ranks := spanishTops, spanishRanks
	switch game := view.Game.(type) {
	case *pb.View_Mineiro:
		tops, ranks = mineiroTops, mineiroRanks
	case *pb.View_American:
		tops, ranks = map[string]float64{}, frenchRanks
		for _, suit := range "cdhs" {
			tops[rankOf(game.American.Trump)+string(suit)] = 13
		}
	case *pb.View_Trucker:
		t.askedForEnvido = game.Trucker.Asked == "envido"
	}
	t.power = func(card string) float64 { return power(card, tops, ranks) }
	t.envido = envido(view)
	t.strength = t.bestTwo(view.Held)
	for _, trick := range view.Tricks {
		switch {
		case trick.Parda:
		case trick.Winner == nil:
			t.open = trick.Played
		case t.ours(*trick.Winner):
			t.strength += 0.25
		default:
			t.strength -= 0.2
		}
	}
	return t
}

// playing tells how good it is to play a card now: the cheapest that wins the trick, else the cheapest.
func (t *table) playing(card string) float64 {
	mine, highest, partners := t.power(card), -1.0, false
	for _, played := range t.open {
		if power := t.power(played.Card); power > highest {
			highest, partners = power, t.ours(played.Seat)
		}
	}
	switch {
	case len(t.open) == 0:
		return 0.05 * mine
	case mine > highest && !partners:
		return 0.1 - 0.05*mine
	default:
		return -0.05 * mine
	}
}

func (t *table) ours(seat uint32) bool { return seat%t.sides == t.seat%t.sides }

// bestTwo is the mean power of the two strongest cards, of the one where there is only one.
func (t *table) bestTwo(cards []string) float64 {
	first, second := 0.0, 0.0
	for _, card := range cards {
		if p := t.power(card); p > first {
			first, second = p, first
		} else {
			second = max(second, p)
		}
	}
	if len(cards) == 1 {
		return first
	}
	return (first + second) / 2
}

func power(card string, tops map[string]float64, ranks []string) float64 {
	if top, ok := tops[card]; ok {
		return top / 13
	}
	for place, rank := range ranks {
		if rank == rankOf(card) {
			return float64(place) / 13
		}
	}
	return 0
}

// envido is the square of the share of the greatest count: a count wins less often than it is high.
func envido(view *pb.View) float64 {
	cards, bonus, most := view.Dealt, 20, 33.0
	if view.GetAmerican() != nil {
		cards, bonus, most = view.Held, 0, 20
	}
	best := 0
	for i, card := range cards {
		best = max(best, pips(card))
		for _, other := range cards[:i] {
			if card[len(card)-1] == other[len(other)-1] {
				best = max(best, bonus+pips(card)+pips(other))
			}
		}
	}
	share := float64(best) / most
	return share * share
}

// pips is what a card counts in the envido: French figures 10, Spanish ones nothing.
func pips(card string) int {
	switch rank := rankOf(card); rank {
	case "A":
		return 1
	case "T", "J", "Q", "K":
		return 10
	case "10", "11", "12":
		return 0
	default:
		return int(rank[0] - '0')
	}
}

func rankOf(card string) string { return card[:len(card)-1] }
