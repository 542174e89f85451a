package main

import (
	"testing"

	pb "truco-arena/sample-bots/go/truco/v1"
)

func offers(offers ...*pb.Offer) []*pb.Offer { return offers }

func offer(verb pb.Verb, cards ...string) *pb.Offer { return &pb.Offer{Verb: verb, Cards: cards} }

// chosen is the offer that Decide takes, and its amount.
func chosen(view *pb.View, offers []*pb.Offer) (*pb.Offer, int32) {
	place, amount := Decide(&pb.Question{View: view, Offers: offers}, newDice([]byte("seed")))
	return offers[place], amount
}

func argentine(view *pb.View) *pb.View {
	view.Scores = []int32{0, 0}
	view.Game = &pb.View_Argentine{Argentine: &pb.ArgentineView{Target: 30}}
	return view
}

func TestAStrongHandAcceptsATrucoAndAWeakOneDeclines(t *testing.T) {
	answers := offers(offer(pb.Verb_VERB_ACCEPT), offer(pb.Verb_VERB_DECLINE))
	strong := argentine(&pb.View{Held: []string{"1e", "7e", "4c"}, History: []string{"1 truco"}})
	if got, _ := chosen(strong, answers); got.Verb != pb.Verb_VERB_ACCEPT {
		t.Errorf("1e 7e 4c answered truco with %v", got.Verb)
	}
	weak := argentine(&pb.View{Held: []string{"4e", "5o", "6c"}, History: []string{"1 truco"}})
	if got, _ := chosen(weak, answers); got.Verb != pb.Verb_VERB_DECLINE {
		t.Errorf("4e 5o 6c answered truco with %v", got.Verb)
	}
}

func TestTheEnvidoIsAnsweredByItsCountAndNotByStrength(t *testing.T) {
	cards := []string{"7c", "6c", "4o"}
	view := argentine(&pb.View{Held: cards, Dealt: cards, History: []string{"1 envido"}})
	if got, _ := chosen(view, offers(offer(pb.Verb_VERB_ACCEPT), offer(pb.Verb_VERB_DECLINE))); got.Verb != pb.Verb_VERB_ACCEPT {
		t.Errorf("33 answered envido with %v", got.Verb)
	}
}

func TestTheCheapestCardThatWinsTheTrickIsPlayed(t *testing.T) {
	view := argentine(&pb.View{
		Held:   []string{"1e", "3c", "4c"},
		Tricks: []*pb.Trick{{Played: []*pb.Played{{Seat: 1, Card: "2o"}}}},
	})
	plays := offers(
		offer(pb.Verb_VERB_PLAY, "1e"), offer(pb.Verb_VERB_PLAY, "3c"), offer(pb.Verb_VERB_PLAY, "4c"),
		offer(pb.Verb_VERB_FOLD))
	if got, _ := chosen(view, plays); got.Cards[0] != "3c" {
		t.Errorf("played %v on a 2o", got)
	}
}

func TestAPartnersTrickIsNotTaken(t *testing.T) {
	view := &pb.View{
		Seat: 2, Scores: []int32{0, 0}, Held: []string{"4c", "5c"},
		Tricks: []*pb.Trick{{Played: []*pb.Played{{Seat: 0, Card: "3c"}, {Seat: 1, Card: "Kd"}}}},
		Game:   &pb.View_Mineiro{Mineiro: &pb.MineiroView{Target: 12}},
	}
	plays := offers(offer(pb.Verb_VERB_PLAY, "4c"), offer(pb.Verb_VERB_PLAY, "5c"))
	if got, _ := chosen(view, plays); got.Cards[0] != "5c" {
		t.Errorf("played %v under the partner's 3c", got)
	}
}

func TestAnAmountLiesInItsRange(t *testing.T) {
	view := &pb.View{
		Scores: []int32{90, 90}, Held: []string{"1e", "1b", "7e"}, Dealt: []string{"1e", "1b", "7e"},
		Game: &pb.View_Trucker{Trucker: &pb.TruckerView{}},
	}
	raise := &pb.Offer{Verb: pb.Verb_VERB_RAISE, Range: &pb.AmountRange{Least: 4, Most: 90}}
	got, amount := chosen(view, offers(offer(pb.Verb_VERB_CHECK), raise))
	if got.Verb != pb.Verb_VERB_RAISE || amount < 4 || amount > 90 {
		t.Errorf("1e 1b 7e chose %v %d", got.Verb, amount)
	}
}

func TestTheTurnedUpRankIsTrump(t *testing.T) {
	view := &pb.View{
		Scores: []int32{0, 0}, Held: []string{"2c", "Ad"},
		Tricks: []*pb.Trick{{Played: []*pb.Played{{Seat: 1, Card: "As"}}}},
		Game:   &pb.View_American{American: &pb.AmericanView{Trump: "2h"}},
	}
	plays := offers(offer(pb.Verb_VERB_PLAY, "2c"), offer(pb.Verb_VERB_PLAY, "Ad"))
	if got, _ := chosen(view, plays); got.Cards[0] != "2c" {
		t.Errorf("played %v on As with twos as trump", got)
	}
}

func TestAVerbOfAFutureVersionIsNoObstacle(t *testing.T) {
	view := argentine(&pb.View{Held: []string{"4c"}})
	if got, _ := chosen(view, offers(offer(pb.Verb(999)), offer(pb.Verb_VERB_PLAY, "4c"))); got.Verb != pb.Verb_VERB_PLAY {
		t.Errorf("chose %v", got.Verb)
	}
}
