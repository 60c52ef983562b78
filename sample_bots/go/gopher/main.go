// A bot in Go that plays any game at random, with what protoc generates and nothing else.
package main

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	pb "arena/gen/arenav1"
)

func main() {
	if err := play(os.Getenv("ARENA_ADDRESS"), os.Getenv("ARENA_TOKEN")); err != nil {
		fmt.Fprintln(os.Stderr, "gopher:", err)
		os.Exit(1)
	}
}

// play says hello and answers until the referee ends the stream.
func play(address, token string) error {
	if address == "" || token == "" {
		return errors.New("start me through arena, or set ARENA_ADDRESS and ARENA_TOKEN")
	}
	transport, err := transportFor(address)
	if err != nil {
		return err
	}
	connection, err := grpc.NewClient(strings.TrimPrefix(address, "tls://"), grpc.WithTransportCredentials(transport))
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := pb.NewRefereeClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	hello := &pb.Hello{Token: token, Protocol: 1, Name: "gopher", Version: "1.0", Language: "go", MatchesAtOnce: 64}
	if err := stream.Send(&pb.FromBot{Hello: hello}); err != nil && err != io.EOF {
		return err
	}
	return answerAll(stream)
}

// answerAll plays the matches of a stream; all questions of a message are answered in one.
func answerAll(stream pb.Referee_PlayClient) error {
	chances := map[uint64]*rand.Rand{}
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
		answers := answersTo(message.Items, chances)
		if len(answers) == 0 {
			continue
		}
		// A send that fails with io.EOF has its reason in the next Recv.
		if err := stream.Send(&pb.FromBot{Answers: answers}); err != nil && err != io.EOF {
			return err
		}
	}
}

// answersTo chooses at random, by the seed that each match's Start gave.
func answersTo(items []*pb.Item, chances map[uint64]*rand.Rand) []*pb.Answer {
	var answers []*pb.Answer
	for _, item := range items {
		if start := item.GetStart(); start != nil {
			chances[start.Match] = rand.New(rand.NewChaCha8(sha256.Sum256(start.Seed)))
		} else if ask := item.GetAsk(); ask != nil {
			option := chances[ask.Match].IntN(len(ask.Options))
			answers = append(answers, &pb.Answer{Match: ask.Match, Number: ask.Number, Option: uint32(option)})
		} else if over := item.GetOver(); over != nil {
			delete(chances, over.Match)
		}
	}
	return answers
}

// transportFor is TLS for tls:// addresses, with the authority in ARENA_CA_FILE if that is set.
func transportFor(address string) (credentials.TransportCredentials, error) {
	if !strings.HasPrefix(address, "tls://") {
		return insecure.NewCredentials(), nil
	}
	file := os.Getenv("ARENA_CA_FILE")
	if file == "" {
		roots, err := x509.SystemCertPool()
		return credentials.NewClientTLSFromCert(roots, ""), err
	}
	return credentials.NewClientTLSFromFile(file, "")
}
