package scan

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
)

func newDFS(t testing.TB, kind repr.Kind, b *freecell.Board, tests string, prune bool) *dfs {
	g, err := graph.New(kind, graph.Table, b)
	if err != nil {
		t.Fatal(err)
	}
	s := &dfs{bit: 1, tests: tests, prune: prune}
	s.d = deriver{p: freecell.NewPosition(b), g: g, variant: b.Variant}
	return s
}

func (s *dfs) begin(b *freecell.Board) {
	s.d.g.Reset()
	s.d.p = freecell.NewPosition(b)
	s.d.g.Base(s.d.p)
	root, _ := s.d.g.Offer(s.d.p)
	s.start(root)
}

func TestGoldenDFS(t *testing.T) {
	data, err := os.ReadFile("/work/shared/golden/freecell/scans.tsv")
	if err != nil {
		t.Fatal(err)
	}
	v, _ := freecell.VariantByName("freecell")
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, "\t")
		tests, prune := "", false
		switch f[1] {
		case "softdfs":
			tests = "0123456789"
		case "atomic":
			tests = "01ABCDE"
		case "atomic_rtf":
			tests, prune = "01ABCDE", true
		default:
			continue
		}
		var n uint64
		fmt.Sscan(f[0], &n)
		b, err := freecell.Deal(n, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []repr.Kind{repr.Debug, repr.Compact, repr.Indirect} {
			s := newDFS(t, kind, b, tests, prune)
			s.begin(b)
			checked, status := s.run(0, 500000)
			if got := fmt.Sprint(status, checked, s.d.g.Len()); got != f[2]+" "+f[3]+" "+f[4] && got != fmt.Sprint(f[2], f[3], f[4]) && !strings.HasPrefix(status, f[2]) || fmt.Sprint(checked) != f[3] || fmt.Sprint(s.d.g.Len()) != f[4] {
				t.Errorf("%s %s %s: %s %d %d, want %s %s %s", f[0], f[1], kind, status, checked, s.d.g.Len(), f[2], f[3], f[4])
			}
		}
	}
}

func TestRangeSpeed(t *testing.T) {
	v, _ := freecell.VariantByName("freecell")
	for _, cfg := range []struct{ tests string; prune bool }{{"0123456789", false}, {"01ABCDE", true}} {
	for _, kind := range []repr.Kind{repr.Compact, repr.Indirect, repr.Debug} {
		var s *dfs
		total := int64(0)
		start := time.Now()
		for n := uint64(1); n <= 200; n++ {
			b, _ := freecell.Deal(n, v)
			if s == nil {
				s = newDFS(t, kind, b, cfg.tests, cfg.prune)
			}
			s.begin(b)
			c, _ := s.run(0, 100000)
			total += c
		}
		fmt.Println(cfg.tests, kind, total, time.Since(start), float64(total)/time.Since(start).Seconds())
	}
	}
}
