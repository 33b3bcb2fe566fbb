package searchpage

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestStateGolden(t *testing.T) {
	want, err := os.ReadFile("testdata/state.json")
	if err != nil {
		t.Fatal(err)
	}
	p := New(sampleState, Options{Loopback: true})
	var got bytes.Buffer
	if err := json.Indent(&got, []byte(text(t, ask(p, "GET", "/state", ""))), "", "  "); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(strings.TrimSpace(string(want)), got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestStateBound gives the page far more than fits.
func TestStateBound(t *testing.T) {
	s := sampleState()
	s.Clients, s.Works = nil, nil
	for i := range int32(3000) {
		deep := make([]int32, 1000+i)
		s.Clients = append(s.Clients, Client{ID: int64(3000 - i), Working: i < 2000, Initial: deep, Current: deep})
		s.Works = append(s.Works, Work{ID: int64(i + 1), Client: int64(i % 3), Start: deep, At: deep})
	}
	s.Solution = strings.Repeat("12 ", 100_000)
	s.Verdict = "solved"
	body := text(t, ask(New(func() State { return s }, Options{}), "GET", "/state", "", "Host", "localhost"))
	if len(body) > 400_000 {
		t.Errorf("/state has %d bytes", len(body))
	}
	var got view
	got.History = nil
	if err := json.Unmarshal([]byte(strings.Replace(body, `"history"`, `"-"`, 1)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Clients) != 500 || got.ClientsLeftOut != 2500 || got.Clients[0].ID != 1 || got.Clients[499].ID != 500 {
		t.Errorf("%d clients, %d left out", len(got.Clients), got.ClientsLeftOut)
	}
	if len(got.Works) != 500 || got.WorksLeftOut != 2500 || got.Works[0].ID != 1 || got.Works[499].StartDepth != 1499 {
		t.Errorf("%d works, %d left out", len(got.Works), got.WorksLeftOut)
	}
	if got.Working != 2000 || got.Waiting != 1000 || got.Queued != 1000 {
		t.Errorf("%d working, %d waiting, %d queued", got.Working, got.Waiting, got.Queued)
	}
	if w := got.Works[0]; len(w.Start) != maxCoords || len(w.At) != maxCoords || !w.Truncated || w.AtDepth != 1000 {
		t.Errorf("a work is %+v", w)
	}
	if c, want := got.Clients[0], "[0 0 0 0 0 0 … 0 0 0 0 0 0]"; c.Initial != want || c.Current != want || c.Depth != 3999 {
		t.Errorf("a client is %+v", c)
	}
	if got.SolutionBytes != 300_000 || len(got.Solution) > maxSolution || !strings.HasSuffix(got.Solution, "12") {
		t.Errorf("the solution has %d of %d bytes and ends with %q", len(got.Solution), got.SolutionBytes, got.Solution[len(got.Solution)-5:])
	}
}

// TestStateNonsense has numbers that JSON cannot express and shares that are none.
func TestStateNonsense(t *testing.T) {
	s := State{
		Share: math.NaN(), Rate: math.Inf(1), Board: "\xff<script>",
		Clients: []Client{{ID: 1, Rate: math.NaN()}},
		Works:   []Work{{ID: 1, Weight: math.Inf(-1), Left: 1.0000001}, {ID: 2, Start: []int32{0}, Weight: -1e-9}},
	}
	var got view
	body := text(t, ask(New(func() State { return s }, Options{}), "GET", "/state", ""))
	if err := json.Unmarshal([]byte(strings.Replace(body, `"history"`, `"-"`, 1)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Share != 0 || got.Rate != 0 || got.Clients[0].Rate != 0 {
		t.Errorf("share %v, rates %v and %v", got.Share, got.Rate, got.Clients[0].Rate)
	}
	if w := got.Works; w[0].Weight != 0 || w[0].Left != 1 || w[1].Weight != 0 {
		t.Errorf("works %+v", w)
	}
	if strings.Contains(body, "<script>") {
		t.Errorf("markup in the state: %s", body)
	}
}

func TestEmptyState(t *testing.T) {
	body := text(t, ask(New(func() State { return State{} }, Options{}), "GET", "/state", ""))
	for _, want := range []string{`"clients":[]`, `"works":[]`, `"history":[[0,0,0]]`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
}

func TestShorten(t *testing.T) {
	for want, seq := range map[string][]int32{
		"":                                   {},
		"7":                                  {7},
		"0 1 2 3 4 5 6 7 8 9 10 11":          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
		"0 1 2 3 4 5 … 7 8 9 10 11 12":       {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
		"0 0 0 0 0 0 … 2147483647 0 0 0 0 5": {0, 0, 0, 0, 0, 0, 0, 0, 2147483647, 0, 0, 0, 0, 5},
	} {
		if got := shorten(seq); got != want {
			t.Errorf("%v: got %q, want %q", seq, got, want)
		}
	}
}
