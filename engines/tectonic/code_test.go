package tectonic

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/fixtures"
)

var listed = map[string]Problem{
	"tectonic/lists/L1_H5_M5.tsv": {1, 5, 5},
	"tectonic/lists/L2_H3_M5.tsv": {2, 3, 5},
	"tectonic/lists/L3_H4_M4.tsv": {3, 4, 4},
}

// TestListedGrids holds both text forms of known grids against each other.
func TestListedGrids(t *testing.T) {
	for name, p := range listed {
		for _, row := range fixtures.TSV(fixtures.Tectonic, name) {
			g, err := ParseCode(row[0], p)
			if err != nil {
				t.Fatalf("%s: %v", row[0], err)
			}
			if err := g.Complete(p); err != nil {
				t.Errorf("%s: %v", row[0], err)
			}
			values, regions := g.RegionForm()
			if values != row[1] || regions != row[2] {
				t.Errorf("%s: %s %s, want %s %s", row[0], values, regions, row[1], row[2])
			}
			back, err := ParseRegionForm(values, regions, p)
			if err != nil {
				t.Fatal(err)
			}
			if got := back.Code(p.Max); got != row[0] {
				t.Errorf("%s %s: code %s, want %s", values, regions, got, row[0])
			}
		}
	}
}

// TestTransposedLists transposes all grids of 1×5, 2×3 and 3×4: each one is a valid
// grid of the other shape, and transposed again it is itself.
func TestTransposedLists(t *testing.T) {
	for name, p := range listed {
		seen := map[string]bool{}
		for _, row := range fixtures.TSV(fixtures.Tectonic, name) {
			g, err := ParseCode(row[0], p)
			if err != nil {
				t.Fatal(err)
			}
			turned, err := g.Transpose()
			if err != nil {
				t.Fatal(err)
			}
			if err := turned.Complete(p.Transposed()); err != nil {
				t.Errorf("%s transposed: %v", row[0], err)
			}
			seen[turned.Code(p.Max)] = true
			back, err := turned.Transpose()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(g, back); diff != "" {
				t.Errorf("%s transposed twice (-want +got):\n%s", row[0], diff)
			}
		}
		if rows := fixtures.TSV(fixtures.Tectonic, name); len(seen) != len(rows) {
			t.Errorf("%s: %d different transposed grids, want %d", name, len(seen), len(rows))
		}
	}
}

func TestBadCodes(t *testing.T) {
	tests := []struct {
		code, want string
	}{
		{"1", "code of 1 digits: expected 2"},
		{"111", "code of 3 digits: expected 2"},
		{"11121112111211", "7 cells: expected at most 2×3"},
		{"1a", "digit 1, row 1, column 1: 'a' is no digit"},
		{"01", "w is 0: expected 1 to 4"},
		{"51", "w is 5: expected 1 to 4"},
		{"1112x1", "digit 5, row 2, column 1: 'x' is no digit"},
		{"21", "joins the left of the first column"},
		{"11121322", "value 2 at row 2, column 2 touches the same at row 1, column 2"},
		{"31", "joins the row above the first"},
		{"11122324", "digit 5, row 2, column 1: joins the left"},
		{"1111", "value 1 at row 1, column 2 touches the same at row 1, column 1"},
		{"11121331", "value 1 at row 2, column 2 touches the same at row 1, column 1"},
		{"111233343541", "digit 3, row 1, column 2: w is 1 where the regions ask for 2"},
		{"1122333435", "row 2, column 2: w is 3 where the regions ask for 4"},
		{"112233443541", "the region at row 1, column 1 has 6 cells: expected at most M=5"},
		{"1122334431", "value 1 at row 3, column 1 is in one region with the same at row 1, column 1"},
		{"16", "value 6 at row 1, column 1: expected at most M=5"},
	}
	for _, tt := range tests {
		_, err := ParseCode(tt.code, Problem{2, 3, 5})
		switch {
		case err == nil:
			t.Errorf("%s: no error, want %q", tt.code, tt.want)
		case !strings.Contains(err.Error(), tt.want):
			t.Errorf("%s: %v, want %q", tt.code, err, tt.want)
		}
	}
}

func TestUnknownValuesAndLargeRegions(t *testing.T) {
	g, err := ParseCode("100220031", Problem{3, 1, 12})
	if err == nil {
		t.Errorf("joined above the first row: %+v", g)
	}
	g, err = ParseCode("100212100", Problem{3, 1, 12})
	if err != nil {
		t.Fatal(err)
	}
	want := Grid{Width: 3, Values: []uint8{0, 12, 0}, Regions: []uint16{0, 0, 1}}
	if diff := cmp.Diff(want, g); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := g.Code(12); got != "100212100" {
		t.Errorf("code %s", got)
	}
	values, regions := g.RegionForm()
	if values != "0,12,0" || regions != "aab" {
		t.Errorf("region form %s %s", values, regions)
	}
	if err := g.CheckClosed(1); err == nil || !strings.Contains(err.Error(), "expected at most 2") {
		t.Errorf("12 in a region of two cells: %v", err)
	}
	if err := g.CheckClosed(2); err != nil {
		t.Errorf("a region that may grow: %v", err)
	}
	single, err := ParseRegionForm("12,", "a", Problem{1, 1, 12})
	if err != nil {
		t.Fatal(err)
	}
	if values, _ := single.RegionForm(); values != "12," {
		t.Errorf("one cell of value 12: %s", values)
	}
}

func TestBadRegionForms(t *testing.T) {
	tests := [][3]string{
		{"121", "ab", "3 values and 2 regions"},
		{"1x1", "abc", "'x' at place 2"},
		{"1,2,y", "abc", `"y": expected a number`},
		{"12", "a-", "'-' at place 2"},
		{"1234", "abca", "is not connected with its part at"},
		{"12341", "abcde", "5 cells: expected at most"},
		{"1,200,3,4", "abcd", "value 200"},
		{"1131", "aabb", "touches the same"},
	}
	for _, tt := range tests {
		if _, err := ParseRegionForm(tt[0], tt[1], Problem{2, 2, 4}); err == nil || !strings.Contains(err.Error(), tt[2]) {
			t.Errorf("%s %s: %v, want %q", tt[0], tt[1], err, tt[2])
		}
	}
}

// TestCheckedTier holds the rule of closed regions against the tiers of weak and of
// closure pruning.
func TestCheckedTier(t *testing.T) {
	p := Problem{2, 3, 4}
	want := map[string]string{}
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/tiers.tsv") {
		if slices.Equal(row[:3], []string{"2", "3", "4"}) {
			want[row[3]] = row[5]
		}
	}
	if len(want) == 0 {
		t.Fatal("no counts")
	}
	for tier, count := range want {
		name := "tectonic/tiers/tier_L2_H3_M4_S0_p0" + tier + ".tsv"
		text, err := fixtures.Tectonic.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		closed := 0
		for line := range strings.Lines(string(text)) {
			code, _, _ := strings.Cut(line, "\t")
			g, err := ParseCode(code, p)
			if err != nil {
				t.Fatalf("%s: %v", code, err)
			}
			if g.CheckClosed(p.Height) == nil {
				closed++
			}
		}
		// Closure looks at every tier on the way, and a region that is closed stays so.
		if got := strconv.Itoa(closed); got != count {
			t.Errorf("tier %s: %s of closure, want %s", tier, got, count)
		}
	}
}

func TestProblem(t *testing.T) {
	for _, p := range []Problem{{0, 1, 1}, {65, 1, 1}, {1, 0, 1}, {1, 65, 1}, {1, 1, 0}, {1, 1, 100}} {
		if p.Validate() == nil {
			t.Errorf("%v is valid", p)
		}
		if _, err := ParseCode("", p); err == nil {
			t.Errorf("code of %v read", p)
		}
		if _, err := ParseRegionForm("", "", p); err == nil {
			t.Errorf("region form of %v read", p)
		}
	}
	if got := (Problem{4, 5, 5}).SharedTiers(); got != 17 {
		t.Errorf("4×5 shares %d tiers, want 17", got)
	}
	if got := (Problem{1, 5, 5}).SharedTiers(); got != 4 {
		t.Errorf("1×5 shares %d tiers, want 4", got)
	}
}

// FuzzParseCode checks that every code that is accepted is written back as it was
// and survives the region-id form.
func FuzzParseCode(f *testing.F) {
	f.Add("111213443145", uint8(2), uint8(3), uint8(5))
	f.Add("111223213524152412332233341514", uint8(4), uint8(5), uint8(5))
	f.Add("100212100", uint8(3), uint8(1), uint8(12))
	f.Fuzz(func(t *testing.T, code string, width, height, most uint8) {
		p := Problem{int(width), int(height), int(most)}
		g, err := ParseCode(code, p)
		if err != nil {
			return
		}
		if got := g.Code(p.Max); got != code {
			t.Errorf("%q is written as %q", code, got)
		}
		values, regions := g.RegionForm()
		back, err := ParseRegionForm(values, regions, p)
		if err != nil {
			t.Fatalf("%s %s: %v", values, regions, err)
		}
		if diff := cmp.Diff(g, back); diff != "" {
			t.Errorf("region form (-want +got):\n%s", diff)
		}
	})
}
