package preset

import (
	"errors"
	"strings"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/exhaust"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
	"puzzlekit/engines/freecell/scan"
)

var compact = scan.Options{Repr: repr.Compact, Dedup: graph.Table}

func mustParse(t *testing.T, text string) Plan {
	t.Helper()
	plan, err := Parse("text", text)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func mustDeal(t *testing.T, n uint64, cells int) *freecell.Board {
	t.Helper()
	v, err := freecell.VariantByName("freecell")
	if err != nil {
		t.Fatal(err)
	}
	v.FreeCells = cells
	b, err := freecell.Deal(n, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// run runs a plan on a board and plays the solution.
func run(t *testing.T, plan Plan, b *freecell.Board, opts Options) scan.Result {
	t.Helper()
	s, err := NewSolver(plan, b.Variant, opts)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Solve(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == scan.Solved {
		if out, err := freecell.Check("", b, freecell.Steps(r.Moves)); err != nil || !out.Board.Solved() {
			t.Errorf("the solution is none: %v", err)
		}
	}
	return r
}

func TestParse(t *testing.T) {
	plan := mustParse(t, "# one\n--method bfs\n\n  then  \n--method a-star -nst\n--method soft-dfs\nthen\n# three\n-mi 7\n")
	if len(plan) != 3 || plan[0].Scans[0].Method != scan.BFS || len(plan[1].Scans) != 2 || plan[2].Limit != 7 {
		t.Errorf("read as %+v", plan)
	}
	if plan := mustParse(t, ""); len(plan) != 1 || plan[0].String() != (scan.Set{FreeCells: -1, Scans: []scan.Scan{scan.DefaultScan()}}).String() {
		t.Errorf("an empty text is read as %+v", plan)
	}
	for text, want := range map[string]string{
		"then\n--method bfs":              "text:1:1: a stage without a word",
		"--method bfs\nthen\n# nothing\n": "text:4:1: a stage without a word",
		"-mi 1\nthen\nthen\n-mi 1":        "text:3:1: a stage without a word",
		"-mi 1\nthen\n  -mi x":            "text:3:7: ",
		"-mi 1 then -mi 2":                "text:1:7: ",
	} {
		_, err := Parse("text", text)
		var where *freecell.TextError
		if !errors.As(err, &where) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, err := Text(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add("then\nthen\n")
	f.Fuzz(func(t *testing.T, text string) {
		plan, err := Parse("fuzz", text)
		if err != nil {
			return
		}
		var stages []string
		for i := range plan {
			stages = append(stages, plan[i].String())
		}
		again, err := Parse("again", strings.Join(stages, "\nthen\n"))
		if err != nil || len(again) != len(plan) {
			t.Errorf("%q is written as %q, which is read as %d stages: %v", text, stages, len(again), err)
		}
	})
}

// TestPresets runs what comes with the program on deals with known answers.
func TestPresets(t *testing.T) {
	if _, err := Text("none"); err == nil || !strings.Contains(err.Error(), "auto, complete, quick, short, simon") {
		t.Errorf("an unknown name: %v", err)
	}
	for _, name := range []string{"auto", "complete", "quick", "short"} {
		text, err := Text(name)
		if err != nil {
			t.Fatal(err)
		}
		plan := mustParse(t, text)
		if name != "complete" { // which takes its time
			for _, deal := range []uint64{1, 5, 24} {
				if r := run(t, plan, mustDeal(t, deal, 4), Options{Options: compact}); r.Verdict != scan.Solved {
					t.Errorf("%s: deal %d is %s", name, deal, r.Verdict)
				}
			}
		}
		want := scan.Unsolvable
		if name == "quick" {
			want = scan.Limit
		}
		if name == "short" {
			continue // the same stage at the end, after two long ones
		}
		if r := run(t, plan, mustDeal(t, 11982, 4), Options{Options: compact}); r.Verdict != want && name != "quick" || r.Verdict == scan.Solved {
			t.Errorf("%s: deal 11982 is %s, expected %s", name, r.Verdict, want)
		}
	}
}

// TestStages adds up stages and keeps to the limit of all of them.
func TestStages(t *testing.T) {
	b := mustDeal(t, 11982, 4)
	plan := mustParse(t, "--method soft-dfs -mi 100\nthen\n--method a-star -mi 200\nthen\n--method soft-dfs -to 01ABCDE -sp r:tf")
	if r := run(t, plan, b, Options{Options: compact}); r.Verdict != scan.Unsolvable || r.Checked != 100+200+61809 || r.Stored != 61809 {
		t.Errorf("%+v", r)
	}
	limited := compact
	limited.Limit = 250
	if r := run(t, plan, b, Options{Options: limited}); r.Verdict != scan.Limit || r.Checked != 250 || r.Reason != "250 iterations" {
		t.Errorf("%+v", r)
	}
	limited.Limit = 100
	if r := run(t, plan, b, Options{Options: limited}); r.Verdict != scan.Limit || r.Checked != 100 {
		t.Errorf("%+v", r)
	}
	beam := mustParse(t, "--method beam --beam-width 3\nthen\n--method soft-dfs -to 01ABCDE -sp r:tf")
	if r := run(t, beam, b, Options{Options: compact}); r.Verdict != scan.Unsolvable {
		t.Errorf("%+v", r)
	}
}

// TestExhaust searches the last stage by keys.
func TestExhaust(t *testing.T) {
	b := mustDeal(t, 11982, 4)
	for _, workers := range []int{1, 3} {
		opts := Options{Options: compact, Exhaust: &exhaust.Options{Workers: workers}}
		if r := run(t, mustParse(t, "-mi 10\nthen\n--method soft-dfs -to 01ABCDE -sp r:tf"), b, opts); r.Verdict != scan.Unsolvable || r.Checked != 10+61643 {
			t.Errorf("%d threads: %+v", workers, r)
		}
		if r := run(t, mustParse(t, "--method bfs -to 01ABCDE"), b, opts); r.Verdict != scan.Unsolvable || r.Checked != 83239 {
			t.Errorf("%d threads: %+v", workers, r)
		}
		opts.Limit = 5000
		if r := run(t, mustParse(t, "-mi 10\nthen\n--method bfs -to 01ABCDE"), b, opts); r.Verdict != scan.Limit {
			t.Errorf("%d threads: %+v", workers, r)
		}
	}
	for _, text := range []string{"--method soft-dfs", "--method bfs -to 01ABCD", "--method bfs -to 01ABCDE -nst --method bfs -to 01ABCDE", "--method soft-dfs -to 01ABCDE -dto2 5,01"} {
		if _, err := NewSolver(mustParse(t, text), b.Variant, Options{Options: compact, Exhaust: &exhaust.Options{}}); !errors.Is(err, ErrExhaust) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
