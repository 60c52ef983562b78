// The compiled client of the benchmarks: N streams that answer every question, at once or as told.
//
// Exits 0 when all streams have ended. GOMAXPROCS is taken from the environment.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "arena/gen/arenav1"
)

// behaviour is how every stream answers: after delay, up to spread later than that, and not at all
// to silentPercent of its questions.
type behaviour struct {
	matches       uint
	delay, spread time.Duration
	silentPercent uint
}

func (how behaviour) atOnce() bool {
	return how.delay == 0 && how.spread == 0 && how.silentPercent == 0
}

func main() {
	address := flag.String("address", os.Getenv("ARENA_ADDRESS"), "unix:/path or host:port")
	tokens := flag.String("tokens", os.Getenv("ARENA_TOKEN"), "tokens, separated by commas; used in turn")
	tokensFile := flag.String("tokens-file", "", "a file with a token a line, instead of -tokens")
	streams := flag.Int("streams", 0, "how many streams; 0: one a token")
	matches := flag.Uint("matches-at-once", 1, "how many matches a stream says it holds")
	delayMs := flag.Int("delay-ms", 0, "answer after this many milliseconds")
	spreadMs := flag.Int("spread-ms", 0, "and up to so many later, at random")
	silentPercent := flag.Uint("silent-percent", 0, "how many questions in a hundred to leave unanswered")
	burners := flag.Int("burn", 0, "how many threads compute without end beside the streams")
	flag.Parse()
	burn(*burners)
	all, err := readTokens(*tokens, *tokensFile)
	if err == nil {
		how := behaviour{*matches, milliseconds(*delayMs), milliseconds(*spreadMs), *silentPercent}
		err = playAll(*address, all, *streams, how)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "client_go:", err)
		os.Exit(1)
	}
}

func milliseconds(count int) time.Duration { return time.Duration(count) * time.Millisecond }

// burn keeps processors busy. Each burner has a thread to itself and one more may run, so that the
// streams' own work competes with it in the kernel and not in Go's scheduler.
func burn(burners int) {
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + burners)
	for range burners {
		go func() {
			runtime.LockOSThread()
			chance := xorshift(1)
			for {
				chance.below(2)
			}
		}()
	}
}

func readTokens(tokens, file string) ([]string, error) {
	if file != "" {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		tokens = strings.Join(strings.Fields(string(content)), ",")
	}
	if tokens == "" {
		return nil, errors.New("no token: give -tokens, -tokens-file or ARENA_TOKEN")
	}
	return strings.Split(tokens, ","), nil
}

// playAll returns when every stream has ended, with the errors of those that ended badly.
func playAll(address string, tokens []string, streams int, how behaviour) error {
	if streams == 0 {
		streams = len(tokens)
	}
	failures := make([]error, streams)
	var running sync.WaitGroup
	for number := range streams {
		running.Go(func() { failures[number] = play(address, tokens[number%len(tokens)], uint64(number), how) })
	}
	running.Wait()
	return errors.Join(failures...)
}

// play is one stream on a connection of its own, as a bot's process would have.
func play(address, token string, number uint64, how behaviour) error {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := pb.NewRefereeClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	hello := &pb.Hello{Token: token, Protocol: 1, Name: "client_go", Version: "1", Language: "go"}
	hello.MatchesAtOnce = uint32(how.matches)
	// A send that fails with io.EOF has its reason in the next Recv.
	if err := stream.Send(&pb.FromBot{Hello: hello}); err != nil && err != io.EOF {
		return err
	}
	chance := xorshift(number + 1)
	answering := answerer{stream: stream, how: how}
	for {
		message, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if message.Refusal != nil {
			return errors.New(message.Refusal.Reason)
		}
		answers := answersTo(message.Items, &chance)
		if len(answers) == 0 {
			continue
		}
		if !how.atOnce() {
			answering.later(answers, &chance)
		} else if err := stream.Send(&pb.FromBot{Answers: answers}); err != nil && err != io.EOF {
			return err
		}
	}
}

// answerer sends answers later, each at a time of its own; a stream takes one Send at a time.
type answerer struct {
	stream  pb.Referee_PlayClient
	how     behaviour
	sending sync.Mutex
}

func (a *answerer) later(answers []*pb.Answer, chance *xorshift) {
	for _, answer := range answers {
		if chance.below(100) < uint64(a.how.silentPercent) {
			continue
		}
		delay := a.how.delay + time.Duration(chance.below(uint64(a.how.spread)+1))
		time.AfterFunc(delay, func() {
			a.sending.Lock()
			defer a.sending.Unlock()
			// If the stream has ended, the next Recv says why.
			_ = a.stream.Send(&pb.FromBot{Answers: []*pb.Answer{answer}})
		})
	}
}

func answersTo(items []*pb.Item, chance *xorshift) []*pb.Answer {
	answers := make([]*pb.Answer, 0, len(items))
	for _, item := range items {
		if ask := item.GetAsk(); ask != nil {
			option := chance.below(uint64(len(ask.Options)))
			answers = append(answers, &pb.Answer{Match: ask.Match, Number: ask.Number, Option: uint32(option)})
		}
	}
	return answers
}

// xorshift is Marsaglia's generator (2003, 13-7-17): cheap, and good enough to spread choices.
type xorshift uint64

func (x *xorshift) below(bound uint64) uint64 {
	state := uint64(*x)
	state ^= state << 13
	state ^= state >> 7
	state ^= state << 17
	*x = xorshift(state)
	return (state >> 11) % bound
}
