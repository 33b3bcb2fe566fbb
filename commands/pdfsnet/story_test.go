package pdfsnet

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A story is a conversation between a server and its clients, a text file in
// testdata/transcripts. Those in the directory server are told to our server by
// a scripted client, those in client to our worker by a scripted server, and
// those in both are told both ways: then either side must say, word by word,
// what the other side is scripted to say.
//
//	# A comment.
//	scan -to 01ABCDE                  what is searched; the board is at the end
//	limits cycle=10 delta=100         for the server's Config; spread=N too
//	retry 1m                          for the worker's, 0 if not given
//	client 1 connects
//	client 1 > CLIENT_INIT            the client says; messages as in wire_test.go
//	client 1 < GIVE_ID_TO_CLIENT 1    the server says; $board is the board, quoted
//	client 1 dies                     its connection is gone
//	client 1 is cut off               by the server
//	client 1 stops reading
//	client 1 stops                    its process is told to, and does
//	client 1 is left                  the scripted server closes its end
//	client 2 calls after 1            the process of client 1 has connected anew
//	client 1 gives up: no more        the error of Work
//	after 31s                         nobody says anything for so long
//	operator cycle=5 delta=0          changes the limits
//	log client dropped client=1       what the tested side logs as a warning
//	worker does the rest              our own, with nobody in its way
//	verdict unsolvable                of Server.Run
//	-- board --
//	4C 2C 9C 8C QS 4S 2H
//
// Whatever the tested side says must be in the story, before the next thing that
// happens to it. With -update its lines are replaced by what it did say.
type story struct {
	file  string
	scan  string
	board string
	retry time.Duration

	// The limits, as in Config.
	cycle  int64
	delta  int32
	spread int64

	lines []string // of the file
	steps []step
}

// step is a line of a story.
type step struct {
	at     int // index of the line
	client int // 0 for none
	verb   string
	text   string
}

var stepForm = regexp.MustCompile(`^(?:client ([0-9]+) )?(>|<|connects|dies|is cut off|stops reading|stops|is left|calls after|gives up:|after|operator|log|worker|verdict)(?: (.*))?$`)

func readStory(t *testing.T, file string) *story {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &story{file: file, cycle: 10, delta: 1000}
	text, board, found := strings.Cut(string(data), "\n-- board --\n")
	if !found {
		t.Fatalf("%s: no board", file)
	}
	s.board, s.lines = board, strings.Split(text, "\n")
	for i, l := range s.lines {
		if l == "" || l[0] == '#' {
			continue
		}
		if scan, ok := strings.CutPrefix(l, "scan "); ok {
			s.scan = scan
			continue
		}
		if limits, ok := strings.CutPrefix(l, "limits "); ok {
			limits, spread, given := strings.Cut(limits, " spread=")
			if given {
				s.spread, err = strconv.ParseInt(spread, 10, 64)
			}
			if err != nil {
				t.Fatal(err)
			}
			s.cycle, s.delta = readLimits(t, limits)
			continue
		}
		if retry, ok := strings.CutPrefix(l, "retry "); ok {
			if s.retry, err = time.ParseDuration(retry); err != nil {
				t.Fatal(err)
			}
			continue
		}
		m := stepForm.FindStringSubmatch(l)
		if m == nil {
			t.Fatalf("%s:%d: not a step: %s", file, i+1, l)
		}
		client, _ := strconv.Atoi(m[1])
		s.steps = append(s.steps, step{i, client, m[2], m[3]})
	}
	return s
}

func readLimits(t *testing.T, text string) (cycle int64, delta int32) {
	t.Helper()
	if _, err := fmt.Sscanf(text, "cycle=%d delta=%d", &cycle, &delta); err != nil {
		t.Fatalf("limits %s: %v", text, err)
	}
	return cycle, delta
}

// stories calls play with every story in directories of testdata/transcripts.
func stories(t *testing.T, play func(t *testing.T, s *story), directories ...string) {
	for _, dir := range directories {
		files, err := filepath.Glob(filepath.Join("testdata", "transcripts", dir, "*.txt"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no stories in %s: %v", dir, err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txt")
			t.Run(dir+"/"+name, func(t *testing.T) { play(t, readStory(t, file)) })
		}
	}
}

// message returns the message of a step with the board filled in.
func (s *story) message(text string) string {
	return strings.ReplaceAll(text, "$board", strconv.Quote(s.board))
}

// said checks what the tested side says in a step.
func (s *story) said(t *testing.T, st step, got string) {
	t.Helper()
	if got == s.message(st.text) {
		return
	}
	if !*update || got == "" {
		t.Fatalf("%s:%d: %s\n got: %s", s.file, st.at+1, s.lines[st.at], got)
	}
	head := strings.TrimSuffix(s.lines[st.at], st.text)
	s.lines[st.at] = strings.TrimRight(head, " ") + " " + strings.ReplaceAll(got, strconv.Quote(s.board), "$board")
}

// keep writes the story back for -update.
func (s *story) keep(t *testing.T) {
	t.Helper()
	if !*update {
		return
	}
	text := strings.Join(s.lines, "\n") + "\n-- board --\n" + s.board
	if err := os.WriteFile(s.file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// wait is a step "after".
func (s *story) wait(t *testing.T, st step) {
	t.Helper()
	d, err := time.ParseDuration(st.text)
	if err != nil {
		t.Fatalf("%s:%d: %v", s.file, st.at+1, err)
	}
	time.Sleep(d) // in the false time of a synctest bubble
}
