package main

import (
	"math/rand/v2"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "truco-arena/sample-bots/go/truco/v1"
)

func offered(match string) *pb.ArenaMessage {
	return &pb.ArenaMessage{Kind: &pb.ArenaMessage_Offer{Offer: &pb.MatchOffer{MatchId: match, SeatSeed: []byte("seed")}}}
}

func asked(match string, decision uint32) *pb.ArenaMessage {
	return &pb.ArenaMessage{Kind: &pb.ArenaMessage_Question{Question: &pb.Question{
		MatchId: match, Decision: decision, Offers: offers(offer(pb.Verb_VERB_PLAY, "4c")), View: &pb.View{},
	}}}
}

func frame(messages ...*pb.ArenaMessage) *pb.PlayResponse {
	return &pb.PlayResponse{Messages: messages}
}

func first(*pb.Question, *rand.Rand) (int, int32) { return 0, 0 }

func TestAllQuestionsOfAFrameAreAnsweredInOrder(t *testing.T) {
	bot := newSession(first)
	if out := bot.receive(frame(offered("a"), offered("b"))); len(out) != 2 || out[1].GetAccept().MatchId != "b" {
		t.Fatalf("two offers were answered with %v", out)
	}
	out := bot.receive(frame(asked("a", 1), asked("b", 7)))
	if len(out) != 2 || out[0].GetAnswer().MatchId != "a" || out[1].GetAnswer().Decision != 7 {
		t.Fatalf("two questions were answered with %v", out)
	}
}

func TestTheSameQuestionAgainGetsTheSameAnswerWithoutASecondThought(t *testing.T) {
	thoughts := 0
	bot := newSession(func(*pb.Question, *rand.Rand) (int, int32) { thoughts++; return 0, 0 })
	before := bot.receive(frame(offered("a"), asked("a", 1)))[1]
	bot.welcomed(&pb.Welcome{OpenSeats: []*pb.MatchOffer{offered("a").GetOffer()}})
	after := bot.receive(frame(asked("a", 1)))[0]
	if thoughts != 1 || !proto.Equal(before, after) {
		t.Fatalf("%d thoughts, %v and then %v", thoughts, before, after)
	}
}

func TestSeatsTheArenaNoLongerHoldsAreForgotten(t *testing.T) {
	bot := newSession(first)
	bot.receive(frame(offered("a"), offered("b")))
	bot.welcomed(&pb.Welcome{OpenSeats: []*pb.MatchOffer{offered("b").GetOffer()}})
	if len(bot.seats) != 1 || bot.seats["b"] == nil {
		t.Fatalf("the seats are %v", bot.seats)
	}
}

func TestAKindOfAFutureVersionIsLeftOut(t *testing.T) {
	bot := newSession(first)
	if out := bot.receive(frame(&pb.ArenaMessage{}, offered("a"))); len(out) != 1 {
		t.Fatalf("answered with %v", out)
	}
}

func TestTheSameSeedGivesTheSameDice(t *testing.T) {
	one, other, third := newDice([]byte("seed")), newDice([]byte("seed")), newDice([]byte("other"))
	a, b, c := one.Uint64(), other.Uint64(), third.Uint64()
	if a != b || a == c {
		t.Fatalf("%d %d %d", a, b, c)
	}
}

func TestFramesKeepToTheLimits(t *testing.T) {
	packed := frames(make([]*pb.BotMessage, 5), &pb.Limits{MaxMessagesPerFrame: 2, MaxFrameBytes: 4096})
	if len(packed) != 3 || len(packed[0].Messages) != 2 {
		t.Fatalf("packed as %v", packed)
	}
}
