package alloc_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
)

// weights returns the weight of each node of a simulation's search.
func weights(s *simulation) []float64 {
	weight := make([]float64, len(s.sample.Nodes))
	var path []float64 // what each state on the path passes on to each next state
	for i, n := range s.sample.Nodes {
		weight[i] = 1
		if d := len(n.At); d > 0 {
			weight[i] = path[d-1]
			path = path[:d]
		}
		path = append(path, weight[i]/float64(n.Width))
	}
	return weight
}

// TestGauge asks a gauge again and again during a search. All weight is passed on
// to the states that have no next states, so what is left is the weight of those
// that are left of some work.
func TestGauge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, drawSample(t), rapid.IntRange(1, 5).Draw(t, "clients"), noCache)
		s.deaths = rapid.IntRange(0, 20).Draw(t, "deaths")
		s.crashes = rapid.IntRange(0, 1).Draw(t, "crashes")
		weight := weights(s)
		gauge := alloc.NewGauge(newTree(s.sample.Search))
		s.steps = rapid.IntRange(1, 200).Draw(t, "steps between")
		for last := 0.0; ; s.run() {
			works := s.server.Works()
			left := 0.0
			part := make([]float64, len(works))
			for i, n := range s.sample.Nodes {
				if n.Width > 0 {
					continue
				}
				for j := range works {
					if holds(&works[j], n.At) {
						left += weight[i]
						part[j] += weight[i]
					}
				}
			}
			done := gauge.Done(works)
			if done < 0 || done > 1 || math.Abs(1-left-done) > 1e-9 {
				t.Fatalf("%v is done, want %v, of %+v", done, 1-left, works)
			}
			for j, w := range works {
				start, left := gauge.Part(w.ID)
				if want := weight[s.node[text(w.Start)]]; math.Abs(start-want) > 1e-9 || math.Abs(left-part[j]) > 1e-9 {
					t.Fatalf("work %+v weighs %v, %v of it left; want %v and %v", w, start, left, want, part[j])
				}
			}
			// What is lost was never counted as done.
			if done < last-1e-9 {
				t.Fatalf("%v was done, and now %v", last, done)
			}
			last = done
			if s.server.Exhausted() {
				if done < 1-1e-9 {
					t.Fatalf("all is done, not %v", done)
				}
				return
			}
		}
	})
}

// TestGaugeAmongLiars checks that states which do not exist do not upset a gauge.
func TestGaugeAmongLiars(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, drawSample(t), 3, noCache)
		s.lies, s.deaths, s.steps = true, 20, 50
		gauge := alloc.NewGauge(newTree(s.sample.Search))
		for ; !s.server.Exhausted(); s.run() {
			if done := gauge.Done(s.server.Works()); !(done >= 0 && done <= 1) {
				t.Fatalf("%v is done of %+v", done, s.server.Works())
			}
		}
		if done := gauge.Done(s.server.Works()); done != 1 {
			t.Fatalf("all is done, not %v", done)
		}
	})
}

// counting counts the questions to a tree.
type counting struct {
	alloc.Tree
	asked *int
}

func (c counting) Widths(at pdfs.CoordSeq) ([]int32, error) {
	*c.asked++
	return c.Tree.Widths(at)
}

// TestGaugeKnows checks that a gauge asks about what has changed only.
func TestGaugeKnows(t *testing.T) {
	a := alloc.New(regular{4}, nil)
	asked := 0
	gauge := alloc.NewGauge(counting{regular{4}, &asked})
	for _, test := range []struct {
		story string
		done  float64
		asked bool
	}{
		{"1 wants", 0, true},
		{"2 wants", 0, false},
		{"1 reports 1.0", 1. / 3, true},
		{"1 gives 2", 1. / 3, true},
		{"2 reports 2.1", 1./3 + 1./9, true},
		{"", 1./3 + 1./9, false},
		{"1 leaves\n 2 wants", 1./3 + 1./9 + 2./9, true}, // and gets [1 2]
		{"3 wants", 1./3 + 1./9 + 2./9, true},            // and gets [1 1]
		{"3 wants", 1./3 + 1./9 + 2./9 + 1./9, true},     // and gets [1 0], the last one
		{"2 wants", 1./3 + 1./9 + 2./9 + 1./9 + 1./9, false},
		{"3 wants", 1, false},
	} {
		story(t, a, test.story)
		asked = 0
		done := gauge.Done(a.Works())
		if math.Abs(done-test.done) > 1e-9 || (asked > 0) != test.asked {
			t.Errorf("%q: %v is done and the gauge asked %d times, want %v and to ask: %v", test.story, done, asked, test.done, test.asked)
		}
	}
}

// TestGaugeBetweenPieces asks while the next states of the state that a client
// had come to are being handed out one by one.
func TestGaugeBetweenPieces(t *testing.T) {
	a := alloc.New(regular{4}, nil)
	story(t, a, "1 wants\n 1 reports 1\n 1 gives 1.2\n 2 wants\n 1 leaves\n 3 wants\n 4 wants")
	if got := a.Works()[0]; got.Cuts[1] != 1 {
		t.Fatalf("the first work is %+v", got)
	}
	if done := alloc.NewGauge(regular{4}).Done(a.Works()); math.Abs(done-1./3) > 1e-9 {
		t.Errorf("%v is done, want a third", done)
	}
}

// shallow is a tree that does not want to be asked about deep states.
type shallow struct {
	alloc.Tree
	t *testing.T
}

func (s shallow) Widths(at pdfs.CoordSeq) ([]int32, error) {
	if len(at) > 512 {
		s.t.Errorf("asked for a state at depth %d", len(at))
	}
	return s.Tree.Widths(at)
}

// TestGaugeDeepDown gives away work deeper than a gauge looks.
func TestGaugeDeepDown(t *testing.T) {
	const depth = 2000
	at := make(pdfs.CoordSeq, depth-1)
	at[0] = 1
	a := alloc.New(regular{depth}, nil)
	gauge := alloc.NewGauge(shallow{regular{depth}, t})
	a.Want(1)
	if err := a.Report(1, at); err != nil {
		t.Fatal(err)
	}
	before := gauge.Done(a.Works())
	if math.Abs(before-1./3) > 1e-9 {
		t.Errorf("%v is done, want a third", before)
	}
	if _, err := a.Delegated(1, []pdfs.CoordSeq{at.Next(1), at[:1000].Next(2), at[:1].Next(2)}); err != nil {
		t.Fatal(err)
	}
	if after := gauge.Done(a.Works()); math.Abs(after-before) > 1e-9 {
		t.Errorf("%v is done before giving work away and %v after it", before, after)
	}
	a.Leave(1)
	for client := int64(2); client < 10; client++ {
		a.Want(client)
		if after := gauge.Done(a.Works()); math.Abs(after-before) > 1e-9 {
			t.Errorf("%v is done before a client died and %v when its work is handed out", before, after)
		}
	}
}
