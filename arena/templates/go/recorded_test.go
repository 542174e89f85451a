package main

import (
	"os"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "truco-arena/sample-bots/go/truco/v1"
)

func TestEveryQuestionOfTheRecordedMatchIsAnsweredWithOneOfItsOffers(t *testing.T) {
	content, err := os.ReadFile("recorded.binpb")
	if err != nil {
		t.Fatal(err)
	}
	var recorded pb.PlayResponse
	if err := proto.Unmarshal(content, &recorded); err != nil {
		t.Fatal(err)
	}
	dice, answered := newDice([]byte("seed")), 0
	for _, message := range recorded.Messages {
		question := message.GetQuestion()
		if question == nil {
			continue
		}
		place, amount := Decide(question, dice)
		if place < 0 || place >= len(question.Offers) {
			t.Fatalf("chose %d of %d offers", place, len(question.Offers))
		}
		if span := question.Offers[place].Range; span != nil && (amount < span.Least || amount > span.Most) {
			t.Fatalf("chose %d of %s", amount, question.Offers[place].Text)
		}
		answered++
	}
	if answered < 100 {
		t.Fatalf("%d questions are no match", answered)
	}
}
