// session.go: the bot's side of the protocol without a network: what came in, what goes out.
// It outlives a stream that breaks: the arena then asks again what it had asked.

package main

import (
	"crypto/sha256"
	"log/slog"
	"math/rand/v2"
	"slices"

	pb "truco-arena/sample-bots/go/truco/v1"
)

const (
	protocolVersion = 1
	sdk             = "truco-arena-go 0.1.0"
	botVersion      = "1"
)

var variants = []string{"argentine", "mineiro", "trucker", "american"}

type decide func(question *pb.Question, dice *rand.Rand) (place int, amount int32)

// seat is a seat this bot holds in a match.
type seat struct {
	dice *rand.Rand
	last *pb.Answer // kept for the same question again, after a lost stream
}

// session holds all matches of one process. Only one goroutine at a time uses it.
type session struct {
	decide decide
	seats  map[string]*seat
}

func newSession(decide decide) *session {
	return &session{decide: decide, seats: map[string]*seat{}}
}

func hello(options options) *pb.BotMessage {
	return &pb.BotMessage{Kind: &pb.BotMessage_Hello{Hello: &pb.Hello{
		ProtocolVersion: protocolVersion,
		Sdk:             sdk,
		BotVersion:      botVersion,
		Variants:        variants,
		MaxMatches:      uint32(options.matches),
		Instance:        options.instance,
		WithoutEvents:   true,
	}}}
}

// welcomed takes the seats that the arena still holds for this instance, and forgets the others.
func (s *session) welcomed(welcome *pb.Welcome) {
	held := map[string]*seat{}
	for _, offer := range welcome.OpenSeats {
		s.sit(offer)
		held[offer.MatchId] = s.seats[offer.MatchId]
	}
	s.seats = held
}

// receive takes a frame and returns what answers it. Kinds it does not know are left out.
func (s *session) receive(frame *pb.PlayResponse) []*pb.BotMessage {
	var out []*pb.BotMessage
	for _, message := range frame.Messages {
		switch kind := message.Kind.(type) {
		case *pb.ArenaMessage_Offer:
			s.sit(kind.Offer)
			accept := &pb.Accept{MatchId: kind.Offer.MatchId}
			out = append(out, &pb.BotMessage{Kind: &pb.BotMessage_Accept{Accept: accept}})
		case *pb.ArenaMessage_Question:
			if answer := s.answer(kind.Question); answer != nil {
				out = append(out, &pb.BotMessage{Kind: &pb.BotMessage_Answer{Answer: answer}})
			}
		case *pb.ArenaMessage_MatchEnded:
			delete(s.seats, kind.MatchEnded.MatchId)
		case *pb.ArenaMessage_Notice:
			slog.Warn("the arena notes", "match", kind.Notice.MatchId, "text", kind.Notice.Text)
		case *pb.ArenaMessage_Drain:
			slog.Info("the arena is about to stop and offers no new matches")
		}
	}
	return out
}

func (s *session) sit(offer *pb.MatchOffer) {
	if s.seats[offer.MatchId] == nil {
		s.seats[offer.MatchId] = &seat{dice: newDice(offer.SeatSeed)}
	}
}

func (s *session) answer(question *pb.Question) *pb.Answer {
	seat := s.seats[question.MatchId]
	if seat == nil {
		slog.Warn("a question for a match that was never offered is left out", "match", question.MatchId)
		return nil
	}
	if seat.last == nil || seat.last.Decision != question.Decision {
		place, amount := s.decide(question, seat.dice)
		answer := &pb.Answer{
			MatchId:  question.MatchId,
			Decision: question.Decision,
			Choice:   &pb.Answer_Index{Index: uint32(place)},
		}
		if question.Offers[place].Range != nil {
			answer.Amount = &amount
		}
		seat.last = answer
	}
	return seat.last
}

// newDice gives the same dice for the same seed, so that a launched bot can be played again.
func newDice(seed []byte) *rand.Rand {
	if len(seed) == 0 {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return rand.New(rand.NewChaCha8(sha256.Sum256(seed)))
}

// frames packs messages into as few frames as the arena takes.
func frames(messages []*pb.BotMessage, limits *pb.Limits) []*pb.PlayRequest {
	const answerBytes = 128 // more than an answer takes
	most := max(1, min(int(limits.GetMaxMessagesPerFrame()), int(limits.GetMaxFrameBytes())/answerBytes))
	var packed []*pb.PlayRequest
	for part := range slices.Chunk(messages, most) {
		packed = append(packed, &pb.PlayRequest{Messages: part})
	}
	return packed
}
