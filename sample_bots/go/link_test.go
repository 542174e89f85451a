package main

import (
	"errors"
	"math/rand/v2"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "truco-arena/sample-bots/go/truco/v1"
)

type stream = grpc.BidiStreamingServer[pb.PlayRequest, pb.PlayResponse]

// scripted is an arena that follows a script, one part for each stream.
type scripted struct {
	pb.UnimplementedPlayServiceServer
	script []func(stream) error
}

func (s *scripted) Play(stream stream) error {
	part := s.script[0]
	s.script = s.script[1:]
	return part(stream)
}

func against(t *testing.T, decide decide, drain <-chan struct{}, script ...func(stream) error) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	pb.RegisterPlayServiceServer(server, &scripted{script: script})
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return run(options{address: listener.Addr().String(), instance: "test", matches: 1}, newSession(decide), drain)
}

func welcome(stream stream, heartbeatMs uint32) error {
	if _, err := stream.Recv(); err != nil {
		return err
	}
	return stream.Send(frame(&pb.ArenaMessage{Kind: &pb.ArenaMessage_Welcome{Welcome: &pb.Welcome{
		ProtocolVersion: 1, HeartbeatMs: heartbeatMs, SilenceMs: 60_000,
		Limits: &pb.Limits{MaxMessagesPerFrame: 100, MaxFrameBytes: 100_000},
	}}}))
}

func end(stream stream, reason pb.SessionEndReason) error {
	return stream.Send(frame(&pb.ArenaMessage{Kind: &pb.ArenaMessage_SessionEnded{
		SessionEnded: &pb.SessionEnded{Reason: reason},
	}}))
}

// until reads messages up to one that is looked for.
func until(stream stream, found func(*pb.BotMessage) bool) error {
	for {
		frame, err := stream.Recv()
		if err != nil {
			return err
		}
		for _, message := range frame.Messages {
			if found(message) {
				return nil
			}
		}
	}
}

const drained = pb.SessionEndReason_SESSION_END_REASON_DRAINED

func TestHeartbeatsGoOutWhileTheBotThinks(t *testing.T) {
	beaten := make(chan struct{})
	slow := func(*pb.Question, *rand.Rand) (int, int32) { <-beaten; return 0, 0 }
	err := against(t, slow, nil, func(stream stream) error {
		return errors.Join(
			welcome(stream, 10),
			stream.Send(frame(offered("a"), asked("a", 1))),
			until(stream, func(m *pb.BotMessage) bool { return m.GetHeartbeat() != nil }),
			func() error { close(beaten); return nil }(),
			until(stream, func(m *pb.BotMessage) bool { return m.GetAnswer().GetDecision() == 1 }),
			end(stream, drained))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestALostStreamIsOpenedAgain(t *testing.T) {
	lost := func(stream stream) error {
		return errors.Join(welcome(stream, 1000), status.Error(codes.Unavailable, "lost"))
	}
	ended := func(stream stream) error { return errors.Join(welcome(stream, 1000), end(stream, drained)) }
	if err := against(t, first, nil, lost, lost, ended); err != nil {
		t.Fatal(err)
	}
}

func TestASignalAsksForNoNewMatches(t *testing.T) {
	drain := make(chan struct{})
	err := against(t, first, drain, func(stream stream) error {
		return errors.Join(
			welcome(stream, 60_000),
			func() error { close(drain); return nil }(),
			until(stream, func(m *pb.BotMessage) bool { return m.GetDrain() != nil }),
			end(stream, drained))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestARefusalEndsTheProcessWithItsCode(t *testing.T) {
	var end *ending
	refused := func(stream) error { return status.Error(codes.Unauthenticated, "who are you") }
	if err := against(t, first, nil, refused); !errors.As(err, &end) || end.code != 4 {
		t.Errorf("a wrong token gave %v", err)
	}
	old := func(stream) error { return status.Error(codes.FailedPrecondition, "too old") }
	if err := against(t, first, nil, old); !errors.As(err, &end) || end.code != 3 {
		t.Errorf("a refused hello gave %v", err)
	}
}

func TestATokenDoesNotTravelToAnotherMachineUnencrypted(t *testing.T) {
	env := map[string]string{"ARENA_ADDR": "arena.example:4100", "ARENA_TOKEN": "ta_x"}
	if _, err := readOptions(nil, func(name string) string { return env[name] }); err == nil {
		t.Error("it was let through")
	}
	if o, err := readOptions([]string{"--tls", "--instance", "two"}, func(name string) string { return env[name] }); err != nil || o.instance != "two" {
		t.Errorf("with --tls: %v %v", o, err)
	}
}
