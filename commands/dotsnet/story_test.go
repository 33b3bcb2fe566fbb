package dotsnet

import (
	"bytes"
	"flag"
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
)

var update = flag.Bool("update", false, "write the stories as they went")

// TestStories plays the stories in testdata/stories. Each is a script and its
// golden result in one: the lines that begin with S are what the clients hear.
//
//	= dialect ggz4    configuration: dialect, bot LEVEL, tables N, timeout TIME
//	# text            comment
//	+ 0               client 0 connects
//	- 0               client 0 closes its connection
//	~ 5s              time passes
//	C0 MOVE_H 1 2     client 0 speaks: MOVE_H, MOVE_V, SYNC, OPTIONS, NEWGAME
//	C0 00000005       or any bytes
//	S0 REQ_MOVE       client 0 hears
//	S0 closed         the server has closed the connection
func TestStories(t *testing.T) {
	files, err := filepath.Glob("testdata/stories/*.txt")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d stories, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(t, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(text), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// tell plays a story and returns it with what was heard.
func tell(t *testing.T, text string) string {
	config, dialect := Config{}, dotswire.Seed
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) != 3 || words[0] != "=" {
			continue
		}
		var err error
		switch words[1] {
		case "dialect":
			dialect, err = dotswire.ParseDialect(words[2])
		case "bot":
			config.Opponent = words[2]
		case "tables":
			_, err = fmt.Sscan(words[2], &config.Tables)
		case "timeout":
			config.MoveTimeout, err = time.ParseDuration(words[2])
		default:
			err = fmt.Errorf("unknown setting %s", words[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	inBubble(t, config, dialect, func(b *bubble) {
		s := &story{bubble: b, out: &out, inputs: map[string]*bytes.Buffer{}, readers: map[string]*dotswire.Reader{}}
		for line := range strings.Lines(text) {
			if line[0] != 'S' {
				out.WriteString(line)
				s.step(strings.Fields(line))
			}
		}
	})
	return out.String()
}

// story is a story that is being told.
type story struct {
	*bubble
	out     *strings.Builder
	inputs  map[string]*bytes.Buffer
	readers map[string]*dotswire.Reader
}

func (s *story) step(words []string) {
	t := s.t
	if len(words) < 2 {
		return
	}
	switch verb, name := words[0], words[1]; verb {
	case "+":
		s.connect(name)
		s.inputs[name] = &bytes.Buffer{}
		s.readers[name] = dotswire.NewReader(s.inputs[name], s.dialect)
	case "-":
		s.peers[name].conn.Close()
		delete(s.peers, name)
	case "~":
		d, err := time.ParseDuration(name)
		if err != nil {
			t.Fatal(err)
		}
		s.after(d)
	case "#", "=":
		return
	default:
		if _, err := s.peers[verb[1:]].conn.Write(s.words(words[1:])); err != nil {
			t.Fatal(words, err)
		}
	}
	synctest.Wait()
	for _, name := range slices.Sorted(maps.Keys(s.peers)) {
		in, closed := s.peers[name].heard()
		s.inputs[name].Write(in)
		said, err := show(s.readers[name])
		for _, message := range said {
			fmt.Fprintf(s.out, "S%s %s\n", name, message)
		}
		if err != nil {
			t.Errorf("client %s cannot read %x: %v", name, in, err)
		}
		if closed {
			fmt.Fprintf(s.out, "S%s closed\n", name)
			delete(s.peers, name)
		}
	}
}

// words returns the bytes of what a client says.
func (s *story) words(words []string) []byte {
	var x, y uint8
	if len(words) == 3 {
		if _, err := fmt.Sscan(words[1]+" "+words[2], &x, &y); err != nil {
			s.t.Fatal(words, err)
		}
	}
	var m dotswire.ClientMessage
	switch words[0] {
	case "MOVE_H", "MOVE_V":
		m = dotswire.SendMove{Line: dotswire.Line{Vertical: words[0] == "MOVE_V", X: x, Y: y}}
	case "SYNC":
		m = dotswire.RequestSync{}
	case "OPTIONS":
		m = dotswire.SendOptions{Width: x, Height: y}
	case "NEWGAME":
		m = dotswire.RequestNewGame{}
	default:
		return decodeHex(s.t, words[0])
	}
	return dotswire.AppendClient(nil, m)
}
