// A bot of Truco Arena in Go. Reading order: decide.go (what to play), cards.go, session.go (the protocol),
// link.go (the stream), and here: flags, environment, signals.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

//go:generate ./generate.sh

// options tell where and as what to play.
type options struct {
	address  string
	token    string
	instance string
	matches  uint
	tls      bool
}

func main() {
	options, err := readOptions(os.Args[1:], os.Getenv)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = run(options, newSession(Decide), drainOnSignal())
	} else {
		err = &ending{2, err.Error()}
	}
	var end *ending
	if errors.As(err, &end) {
		slog.Error(end.text)
		os.Exit(end.code)
	}
}

// readOptions takes flags first, then the environment.
func readOptions(args []string, env func(string) string) (options, error) {
	var o options
	matches, err := strconv.ParseUint(cmp.Or(env("ARENA_MATCHES"), "64"), 10, 32)
	if err != nil {
		return o, fmt.Errorf("ARENA_MATCHES is %q; it must be a whole number", env("ARENA_MATCHES"))
	}
	flags := flag.NewFlagSet("bot", flag.ContinueOnError)
	flags.StringVar(&o.address, "arena", env("ARENA_ADDR"), "the arena, `HOST:PORT` or unix:PATH [ARENA_ADDR]")
	tokenFile := flags.String("token-file", env("ARENA_TOKEN_FILE"), "a `FILE` with the token [ARENA_TOKEN, ARENA_TOKEN_FILE]")
	flags.StringVar(&o.instance, "instance", cmp.Or(env("ARENA_INSTANCE"), "main"), "tells this process from others of the bot [ARENA_INSTANCE]")
	flags.UintVar(&o.matches, "matches", uint(matches), "matches at once [ARENA_MATCHES]")
	flags.BoolVar(&o.tls, "tls", env("ARENA_TLS") == "1", "TLS with the system's authorities [ARENA_TLS=1]")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.token = env("ARENA_TOKEN")
	if *tokenFile != "" {
		content, err := os.ReadFile(*tokenFile)
		if err != nil {
			return o, fmt.Errorf("the token file cannot be read: %w", err)
		}
		o.token = strings.TrimSpace(string(content))
	}
	if o.address == "" {
		return o, errors.New("no arena address: give --arena HOST:PORT or set ARENA_ADDR")
	}
	if !o.tls && !isLocal(o.address) {
		return o, fmt.Errorf("%s is another machine, and the token would travel unencrypted: give --tls", o.address)
	}
	return o, nil
}

func isLocal(address string) bool {
	if strings.HasPrefix(address, "unix:") {
		return true
	}
	host, _, _ := net.SplitHostPort(address)
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// drainOnSignal is closed at the first SIGTERM or SIGINT; the second ends the process at once.
func drainOnSignal() <-chan struct{} {
	signals, drain := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		signal.Reset()
		close(drain)
	}()
	return drain
}
