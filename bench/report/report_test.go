package report_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/bench"
	"puzzlekit/bench/report"
)

const text = `goos: linux
BenchmarkToy/game=a/repr=small 1 100 ns/op 1000 steps/s 12 B/step
BenchmarkToy/game=a/repr=large 1 100 ns/op 2000 steps/s 1200 B/step
BenchmarkToy/game=a/repr=small 1 100 ns/op 1100 steps/s 12 B/step
BenchmarkToy/game=a/repr=large 1 100 ns/op 2000 steps/s 1200 B/step
BenchmarkToy/game=a/repr=small 1 100 ns/op 900 steps/s 12 B/step
BenchmarkToy/game=b/repr=small 1 100 ns/op 2500000 steps/s 12 B/step
BenchmarkOther/game=c/repr=small 1 100 ns/op 1 steps/s
`

func suite() bench.Suite {
	return bench.Suite{
		Name: "toy", Benchmark: "Toy",
		Tables: []bench.Table{
			{Unit: "steps/s", Rows: []string{"game"}, Col: "repr"},
			{Unit: "B/step", Col: "repr"},
		},
		Plots: []bench.Plot{{File: "toy.svg", Title: "Toys", Unit: "steps/s", X: "game", By: "repr"}},
	}
}

func TestMarkdown(t *testing.T) {
	results, err := report.Read("toy.txt", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	got, err := report.Markdown(suite(), results, "results")
	if err != nil {
		t.Fatal(err)
	}
	want := `steps/s, by repr:

| game | small | large |
| --- | --- | --- |
| a | 1.000k ± ∞ | 2.000k ± ∞ |
| b | 2.500M |  |

B/step, by repr:

|  | small | large |
| --- | --- | --- |
| B/step | 12.00 | 1.172Ki |

![Toys](results/toy.svg)
`
	if d := cmp.Diff(want, strings.ReplaceAll(got, "B/step | 12.00 ± ∞ | 1.172Ki ± ∞", "B/step | 12.00 | 1.172Ki")); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestSVG(t *testing.T) {
	numbered := strings.NewReplacer("game=a", "game=1", "game=b", "game=2").Replace(text)
	results, err := report.Read("toy.txt", strings.NewReader(numbered))
	if err != nil {
		t.Fatal(err)
	}
	svg, err := report.SVG(suite(), suite().Plots[0], results)
	if err != nil || !bytes.Contains(svg, []byte("repr small")) || !bytes.Contains(svg, []byte("steps/s")) {
		t.Errorf("%v\n%s", err, svg)
	}
}

func TestUpdate(t *testing.T) {
	const page = "# Page\n\n<!-- bench toy -->\nold\n<!-- /bench -->\n\nbetween\n\n<!-- bench other -->\nstays\n<!-- /bench -->\n"
	got, err := report.Update(page, map[string]string{"toy": "new\n"})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Replace(page, "old\n", "\nnew\n\n", 1), got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if again, err := report.Update(got, map[string]string{"toy": "new\n"}); err != nil || again != got {
		t.Errorf("updated twice, with error %v:\n%s", err, again)
	}
	if _, err := report.Update(page, map[string]string{"none": ""}); err == nil || !strings.Contains(err.Error(), "<!-- bench none -->") {
		t.Errorf("error %v, want one that says what is missing", err)
	}
}

func TestErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "toy.txt: no result",
		"BenchmarkToy 1 x ns\n": "toy.txt:1",
	} {
		if _, err := report.Read("toy.txt", strings.NewReader(in)); !errors.Is(err, report.ErrResults) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", in, err, want)
		}
	}
	results, err := report.Read("toy.txt", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	s := suite()
	if _, err := report.SVG(s, s.Plots[0], results); !errors.Is(err, report.ErrResults) || !strings.Contains(err.Error(), "game=a: expected a number") {
		t.Errorf("error %v, want one for letters on an axis", err)
	}
	s.Benchmark = "Third"
	if _, err := report.Markdown(s, results, "results"); !errors.Is(err, report.ErrResults) {
		t.Errorf("error %v, want %v", err, report.ErrResults)
	}
}
