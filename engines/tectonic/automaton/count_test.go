package automaton

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/fixtures"
)

// problem reads the leading fields of a row.
func problem(t testing.TB, row []string) tectonic.Problem {
	t.Helper()
	var n [3]int
	for i := range n {
		v, err := strconv.Atoi(row[i])
		if err != nil {
			t.Fatal(err)
		}
		n[i] = v
	}
	return tectonic.Problem{Width: n[0], Height: n[1], Max: n[2]}
}

// TestKnownCounts compares all counts of known value that do not take long.
func TestKnownCounts(t *testing.T) {
	compared, wide := 0, 0
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/counts.tsv") {
		p := problem(t, row)
		short := min(p.Width, p.Height)
		if short == 2 && p.Max > 5 && p.Cells() > 12 || short == 3 && (p.Max > 5 || p.Max > 4 && p.Cells() > 12 || p.Cells() > 36) || short > 3 && p.Cells() > 12 {
			continue
		}
		n, err := Count(t.Context(), p, Options{Workers: 2})
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		if n.String() != row[3] {
			t.Errorf("%v: %v grids, want %s", p, n, row[3])
		}
		compared++
		if !Reaches(p) {
			wide++
		}
	}
	if compared < 110 || wide < 2 {
		t.Errorf("%d counts compared, %d of them of grids that are wide", compared, wide)
	}
}

// TestTwins counts with packed states, with whole grids, and by rows, for problems of
// all small sizes.
func TestTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := tectonic.Problem{
			Width:  rapid.IntRange(1, 3).Draw(t, "L"),
			Height: rapid.IntRange(1, 3).Draw(t, "H"),
			Max:    rapid.IntRange(1, 4).Draw(t, "M"),
		}
		wide, err := countWide(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		byCells, err := Count(context.Background(), p, Options{ByCells: true})
		if err != nil {
			t.Fatal(err)
		}
		packed, err := Count(context.Background(), p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := Build(context.Background(), p, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if wide.Cmp(byCells) != 0 || wide.Cmp(packed) != 0 || wide.Cmp(a.Count()) != 0 {
			t.Errorf("%v: %v grids by cells, %v by whole grids, %v by rows, %v by the automaton", p, byCells, wide, packed, a.Count())
		}
	})
}

// TestLargeCounts counts what takes more than one word.
func TestLargeCounts(t *testing.T) {
	p := tectonic.Problem{Width: 1, Height: 40, Max: 7}
	n, err := Count(t.Context(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	wide, err := countWide(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if n.Cmp(wide) != 0 || n.IsUint64() {
		t.Errorf("%v: %v, want %v, more than a word", p, n, wide)
	}
}

// stream returns all grids, and what search finds.
func stream(t testing.TB, p tectonic.Problem) (automaton, searched []byte, a *Automaton) {
	t.Helper()
	a, err := Build(t.Context(), p, Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	g, err := a.Graph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Stream(t.Context(), func(lines []byte) error { automaton = append(automaton, lines...); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := Search(t.Context(), p, func(lines []byte) error { searched = append(searched, lines...); return nil }); err != nil {
		t.Fatal(err)
	}
	return automaton, searched, a
}

// TestLists streams complete lists of known SHA-256.
func TestLists(t *testing.T) {
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/lists/index.tsv") {
		if len(row[3]) > 5 {
			continue
		}
		got, searched, _ := stream(t, problem(t, row))
		for name, list := range map[string][]byte{"automaton": got, "search": searched} {
			sum := sha256.Sum256(list)
			if hex.EncodeToString(sum[:]) != row[4] {
				t.Errorf("%s by %s: SHA-256 %x, want %s", row[:3], name, sum, row[4])
			}
		}
	}
}

// TestWideSearch lists grids whose states do not pack.
func TestWideSearch(t *testing.T) {
	var list []byte
	p := tectonic.Problem{Width: 1, Height: 4, Max: 12}
	if err := Search(t.Context(), p, func(lines []byte) error { list = append(list, lines...); return nil }); err != nil {
		t.Fatal(err)
	}
	n, err := Count(t.Context(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(list, []byte("\n")); int64(lines) != n.Int64() || len(list) != lines*13 {
		t.Errorf("%d lines in %d bytes, want %v of 13", lines, len(list), n)
	}
}

// TestRanks goes from each place of a list to its grid and back.
func TestRanks(t *testing.T) {
	for _, p := range []tectonic.Problem{{Width: 2, Height: 3, Max: 5}, {Width: 4, Height: 3, Max: 4}, {Width: 1, Height: 5, Max: 5}, {Width: 1, Height: 1, Max: 3}} {
		list, _, a := stream(t, p)
		lines := strings.Split(strings.TrimSuffix(string(list), "\n"), "\n")
		for i, line := range lines {
			rank := big.NewInt(int64(i))
			code, err := a.Unrank(rank)
			if err != nil {
				t.Fatal(err)
			}
			if code != line {
				t.Errorf("%v: grid %d is %s, want %s", p, i, code, line)
			}
			g, err := tectonic.ParseCode(line, p)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := a.Rank(g); err != nil || got.Cmp(rank) != 0 {
				t.Errorf("%v: rank of %s is %v (%v), want %d", p, line, got, err, i)
			}
		}
		for _, bad := range []int64{-1, int64(len(lines))} {
			if _, err := a.Unrank(big.NewInt(bad)); err == nil {
				t.Errorf("%v: a grid of rank %d", p, bad)
			}
		}
		if _, err := a.Rank(tectonic.Grid{Width: p.Width}); err == nil {
			t.Error("the empty grid has a rank")
		}
	}
}

// TestSample draws grids and compares how often each came with chance: chi-squared of
// 207 degrees of freedom is above 290 once in ten thousand times; the seed is fixed.
func TestSample(t *testing.T) {
	p := tectonic.Problem{Width: 2, Height: 3, Max: 5}
	a, err := Build(t.Context(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	const each = 100
	counts := map[string]int{}
	for range 208 * each {
		code, _, err := a.Sample(random)
		if err != nil {
			t.Fatal(err)
		}
		counts[code]++
	}
	chi := 0.0
	for _, n := range counts {
		chi += float64((n-each)*(n-each)) / each
	}
	if len(counts) != 208 || chi > 290 {
		t.Errorf("%d of 208 grids drawn, chi-squared %.1f", len(counts), chi)
	}
	empty, err := Build(t.Context(), tectonic.Problem{Width: 2, Height: 2, Max: 3}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := empty.Sample(random); err == nil {
		t.Error("a grid of 2×2 with M=3")
	}
}

// TestStates compares the number of states after each cell with known ones.
func TestStates(t *testing.T) {
	want := map[string][]int64{}
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/tiers.tsv") {
		n, err := strconv.ParseInt(row[7], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		key := strings.Join(row[:3], " ")
		tier, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		for len(want[key]) <= tier {
			want[key] = append(want[key], -1)
		}
		want[key][tier] = n
	}
	for key, states := range want {
		p := problem(t, strings.Fields(key))
		if p.Cells() > 12 || p.Width > p.Height {
			continue
		}
		_, err := Count(t.Context(), p, Options{ByCells: true, Progress: func(done, _ int, got int64) {
			// States that mirror each other are one at the end of a row.
			if done%p.Width != 0 && done < len(states) && states[done] >= 0 && got > states[done] {
				t.Errorf("%v: %d states after %d cells, want at most %d", p, got, done, states[done])
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestLimits(t *testing.T) {
	p := tectonic.Problem{Width: 4, Height: 4, Max: 5}
	if _, err := Count(t.Context(), p, Options{Memory: 1 << 20}); !errors.Is(err, ErrMemory) {
		t.Errorf("count within 1 MB: %v", err)
	}
	if _, err := Build(t.Context(), p, Options{Memory: 1 << 20}); !errors.Is(err, ErrMemory) {
		t.Errorf("build within 1 MB: %v", err)
	}
	if _, err := Build(t.Context(), tectonic.Problem{Width: 12, Height: 12, Max: 5}, Options{}); !errors.Is(err, ErrTooWide) {
		t.Errorf("build of 12×12: %v", err)
	}
	if _, err := Count(t.Context(), tectonic.Problem{Width: 40, Height: 40, Max: 40}, Options{}); err == nil {
		t.Error("a count of 40×40 grids with M=40")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Count(ctx, p, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled count: %v", err)
	}
	if _, err := Build(ctx, p, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled build: %v", err)
	}
}

// TestLive compares which partial grids are live with a list.
func TestLive(t *testing.T) {
	list, _, a := stream(t, tectonic.Problem{Width: 2, Height: 3, Max: 4})
	for cells := range 7 {
		prefixes := map[string]bool{}
		for _, line := range strings.Fields(string(list)) {
			prefixes[line[:2*cells]] = true
		}
		if got := livePrefixes(a, cells); !slices.Equal(got, sorted(prefixes)) {
			t.Errorf("%d cells: live are %v, want %v", cells, got, sorted(prefixes))
		}
	}
}

// livePrefixes returns the codes of all live partial grids of a tier.
func livePrefixes(a *Automaton, cells int) []string {
	var live []string
	s := a.m.Start()
	var walk func(s grow.State, cell int, code string)
	walk = func(s grow.State, cell int, code string) {
		if cell == cells {
			if a.Live(&s, cells) {
				live = append(live, code)
			}
			return
		}
		successors(a.m, &s, cell, func(join uint8, v grow.Values, next *grow.State) {
			walk(*next, cell+1, code+string([]byte{'1' + join, '0' + byte(bits.Len32(uint32(v)))}))
		})
	}
	walk(s, 0, "")
	return live
}

func sorted(set map[string]bool) []string {
	var list []string
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

// TestViableTiers counts the beginnings of complete grids.
func TestViableTiers(t *testing.T) {
	built := map[tectonic.Problem]*Automaton{}
	compared := 0
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/tiers.tsv") {
		p := problem(t, row)
		if p.Cells() > 10 || p.Max > 5 {
			continue
		}
		if built[p] == nil {
			a, err := Build(t.Context(), p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			built[p] = a
		}
		cells, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		if got := strconv.Itoa(len(livePrefixes(built[p], cells))); got != row[6] {
			t.Errorf("%v, tier %d: %s viable grids, want %s", p, cells, got, row[6])
		}
		compared++
	}
	if compared < 10 {
		t.Errorf("only %d tiers compared", compared)
	}
}

// TestShort checks that no beginning of a complete grid lacks more than is left.
func TestShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := tectonic.Problem{
			Width:  rapid.IntRange(1, 3).Draw(t, "L"),
			Height: rapid.IntRange(2, 4).Draw(t, "H"),
			Max:    rapid.IntRange(1, 4).Draw(t, "M"),
		}
		a, err := Build(context.Background(), p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Count().Sign() == 0 {
			return
		}
		code, _, err := a.Sample(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		if err != nil {
			t.Fatal(err)
		}
		s := a.m.Start()
		for cell := range p.Cells() {
			if a.m.Short(&s, p.Cells()-cell) {
				t.Fatalf("%v: the first %d cells of %s are said to lack too much", p, cell, code)
			}
			s = a.m.Step(&s, cell, code[2*cell]-'1', 1<<(code[2*cell+1]-'1'))
		}
	})
}
