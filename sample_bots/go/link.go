// link.go: the stream to the arena: dials, says hello, beats, notices silence, dials again.

package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "truco-arena/sample-bots/go/truco/v1"
)

const (
	firstPause   = 100 * time.Millisecond
	longestPause = 3 * time.Second
	welcomeWait  = 10 * time.Second
	giveUpAfter  = 30 * time.Second
	frameQueue   = 1024 // frames that may wait while the bot thinks
)

// ending is an end for good that is not a success: the process exits with its code.
type ending struct {
	code int
	text string
}

func (e *ending) Error() string { return e.text }

var (
	errSilent = errors.New("the arena was silent")
	errLater  = errors.New("the arena ended the session")
)

// run plays until the session is over; it returns nil, or an *ending. `drain` is closed to play what runs to its
// end and then stop.
func run(options options, bot *session, drain <-chan struct{}) error {
	transport := insecure.NewCredentials()
	if options.tls {
		transport = credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12})
	}
	// The loop below has its own pauses; the connection must not wait longer between them.
	pauses := backoff.Config{BaseDelay: firstPause, Multiplier: 2, Jitter: 0.2, MaxDelay: longestPause}
	conn, err := grpc.NewClient(options.address, grpc.WithTransportCredentials(transport),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: pauses, MinConnectTimeout: welcomeWait}))
	if err != nil {
		return &ending{2, fmt.Sprintf("%s is no address: %v; write HOST:PORT or unix:PATH", options.address, err)}
	}
	defer conn.Close()
	heard, pause := time.Now(), firstPause
	for {
		welcomed, err := play(conn, options, bot, drain)
		var end *ending
		if err == nil || errors.As(err, &end) {
			return err
		}
		if isClosed(drain) {
			return nil
		}
		if welcomed {
			heard, pause = time.Now(), firstPause
		}
		if time.Since(heard) > giveUpAfter {
			return &ending{3, fmt.Sprintf("no arena at %s for %v: %v", options.address, giveUpAfter, err)}
		}
		slog.Info("no stream; trying again", "why", err)
		select {
		// Jitter: the bots of a restarted arena do not all come back in the same moment.
		case <-time.After(pause/2 + rand.N(pause/2)):
		case <-drain:
			return nil
		}
		pause = min(2*pause, longestPause)
	}
}

// play plays on one stream to its end. nil: the session is over for good.
func play(conn *grpc.ClientConn, options options, bot *session, drain <-chan struct{}) (welcomed bool, err error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	watchdog := time.AfterFunc(welcomeWait, func() { cancel(errSilent) })
	defer watchdog.Stop()
	stream, err := pb.NewPlayServiceClient(conn).Play(
		metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+options.token))
	if err != nil {
		return false, judge(ctx, err)
	}
	// A send on a broken stream fails without the reason; the next receive has it.
	_ = stream.Send(&pb.PlayRequest{Messages: []*pb.BotMessage{hello(options)}})
	first, err := stream.Recv()
	if err != nil {
		return false, judge(ctx, err)
	}
	if end := endOf(first); end != nil {
		return false, judgeEnd(end)
	}
	welcome := welcomeOf(first)
	if welcome == nil {
		return false, &ending{3, options.address + " does not speak this protocol: it sent no Welcome first"}
	}
	if welcome.ProtocolVersion != protocolVersion {
		return false, &ending{3, fmt.Sprintf("the arena speaks protocol version %d, this bot version %d",
			welcome.ProtocolVersion, protocolVersion)}
	}
	slog.Info("playing", "as", welcome.Bot, "at", options.address, "session", welcome.Session)
	bot.welcomed(welcome)

	frames := make(chan *pb.PlayResponse, frameQueue)
	answers := make(chan []*pb.BotMessage)
	ended := make(chan error, 1)
	go func() { // reads, whatever the bot is thinking about
		defer close(frames)
		silence := time.Duration(welcome.SilenceMs) * time.Millisecond
		for frame := first; ; {
			watchdog.Reset(silence)
			frames <- frame
			var err error
			if end := endOf(frame); end != nil {
				ended <- judgeEnd(end)
				return
			}
			if frame, err = stream.Recv(); err != nil {
				ended <- judge(ctx, err)
				return
			}
		}
	}()
	go func() { // thinks
		defer close(answers)
		for frame := range frames {
			if out := bot.receive(frame); len(out) > 0 {
				answers <- out
			}
		}
	}()
	err = write(stream, welcome, answers, ended, drain)
	cancel(nil)
	for range answers { // until the bot has finished its thought: the session is not shared
	}
	return true, err
}

// write sends answers as they come, and heartbeats when there are none. It alone sends.
func write(
	stream grpc.BidiStreamingClient[pb.PlayRequest, pb.PlayResponse], welcome *pb.Welcome,
	answers <-chan []*pb.BotMessage, ended <-chan error, drain <-chan struct{},
) error {
	beat := time.Duration(welcome.HeartbeatMs) * time.Millisecond
	quiet := time.NewTimer(beat)
	for {
		var out []*pb.BotMessage
		select {
		case out = <-answers:
		case <-quiet.C:
			out = []*pb.BotMessage{{Kind: &pb.BotMessage_Heartbeat{Heartbeat: &pb.Heartbeat{}}}}
		case <-drain:
			out = []*pb.BotMessage{{Kind: &pb.BotMessage_Drain{Drain: &pb.Drain{}}}}
			drain = nil
		case err := <-ended:
			return err
		}
		for _, frame := range frames(out, welcome.Limits) {
			if err := stream.Send(frame); err != nil {
				return <-ended // the reader knows why
			}
		}
		quiet.Reset(beat)
	}
}

// judge tells a stream that broke from one that the arena refused for good.
func judge(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	text := status.Convert(err).Message()
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied:
		return &ending{4, "the arena does not accept the token: " + text}
	case codes.InvalidArgument, codes.FailedPrecondition, codes.Unimplemented, codes.NotFound, codes.AlreadyExists:
		return &ending{3, "the arena refused the hello: " + text}
	default:
		return errors.New(text)
	}
}

// judgeEnd tells what the end of a session means: nil is over for good, errLater worth another try.
func judgeEnd(end *pb.SessionEnded) error {
	slog.Info("the arena ended the session", "reason", end.GetReason(), "text", end.GetText())
	switch end.GetReason() {
	case pb.SessionEndReason_SESSION_END_REASON_STOPPING, pb.SessionEndReason_SESSION_END_REASON_DRAINED:
		return nil
	case pb.SessionEndReason_SESSION_END_REASON_NOT_AUTHORISED:
		return &ending{4, end.GetText()}
	case pb.SessionEndReason_SESSION_END_REASON_PROTOCOL, pb.SessionEndReason_SESSION_END_REASON_TAKEN_OVER:
		return &ending{3, end.GetText()}
	default:
		return errLater
	}
}

func welcomeOf(frame *pb.PlayResponse) *pb.Welcome {
	if len(frame.Messages) == 0 {
		return nil
	}
	return frame.Messages[0].GetWelcome()
}

// endOf is the end of the session, which is the last message of its stream.
func endOf(frame *pb.PlayResponse) *pb.SessionEnded {
	if len(frame.Messages) == 0 {
		return nil
	}
	return frame.Messages[len(frame.Messages)-1].GetSessionEnded()
}

func isClosed(signal <-chan struct{}) bool {
	select {
	case <-signal:
		return true
	default:
		return false
	}
}
