package dotsnet

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzxml"
)

// TestGGZStories plays the stories in testdata/ggz, in the manner of TestStories:
//
//   - alice           a control connection, + alice# a channel
//   - alice           it is closed
//     > alice text      what the client sends, with a newline behind it; after # in
//     the name also the messages of the game, or bytes
//     < alice text      what it hears
func TestGGZStories(t *testing.T) {
	files, err := filepath.Glob("testdata/ggz/*.txt")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d stories, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			inBubble(t, Config{Bot: "greedy"}, dotswire.Seed, func(b *bubble) {
				s := &ggzStory{story: story{bubble: b, out: &out}, clients: map[string]*ggzClient{}}
				for line := range strings.Lines(string(text)) {
					if line[0] != '<' {
						out.WriteString(line)
						s.step(strings.TrimSuffix(line, "\n"))
					}
				}
			})
			if *update {
				if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(text), out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

type ggzStory struct {
	story
	clients map[string]*ggzClient
}

// ggzClient is one connection: text, and after that a game if it is a channel.
type ggzClient struct {
	*peer
	game  *dotswire.Reader // nil while it is text
	bytes bytes.Buffer
}

func (s *ggzStory) step(line string) {
	t := s.t
	verb, rest, _ := strings.Cut(line, " ")
	name, text, _ := strings.Cut(rest, " ")
	if (verb == "-" || verb == ">") && s.clients[name] == nil {
		t.Fatalf("%s: the connection is closed", line)
	}
	switch verb {
	case "+":
		s.clients[name] = &ggzClient{peer: s.connectTo(s.login, name)}
	case "-":
		s.clients[name].conn.Close()
		delete(s.clients, name)
	case "~":
		d, err := time.ParseDuration(name)
		if err != nil {
			t.Fatal(err)
		}
		s.after(d)
	case ">":
		b := []byte(text + "\n")
		if c := s.clients[name]; c.game != nil {
			b = s.words(strings.Fields(text))
		}
		b = bytes.ReplaceAll(b, []byte("BEGIN\n"), []byte(ggzxml.Begin))
		if _, err := s.clients[name].conn.Write(b); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	default:
		return
	}
	synctest.Wait()
	for _, name := range slices.Sorted(maps.Keys(s.clients)) {
		s.hear(name, s.clients[name])
	}
}

// hear writes down what a client hears.
func (s *ggzStory) hear(name string, c *ggzClient) {
	in, closed := c.heard()
	if c.game == nil {
		text, game, isGame := bytes.Cut(in, []byte(ggzxml.End))
		isGame = isGame && strings.HasSuffix(name, "#")
		if isGame {
			text = append(text, ggzxml.End...)
			c.game = dotswire.NewReader(&c.bytes, dotswire.GGZ4)
			in = game
		} else {
			text, in = in, nil
		}
		for line := range strings.Lines(string(text)) {
			fmt.Fprintf(s.out, "< %s %s\n", name, strings.TrimSuffix(line, "\n"))
		}
	}
	if c.game != nil {
		c.bytes.Write(in)
		messages, err := show(c.game)
		if err != nil {
			s.t.Errorf("%s cannot read %x: %v", name, in, err)
		}
		for _, m := range messages {
			fmt.Fprintf(s.out, "< %s %s\n", name, m)
		}
	}
	if closed {
		fmt.Fprintf(s.out, "< %s closed\n", name)
		delete(s.clients, name)
	}
}
