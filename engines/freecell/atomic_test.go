package freecell

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckAtomicTests(t *testing.T) {
	for _, tests := range []string{"0", "01ABCDE", "EDCBA10", "AA"} {
		if err := CheckAtomicTests(tests); err != nil {
			t.Errorf("%q: %v", tests, err)
		}
	}
	for tests, want := range map[string]string{
		"":        "none given",
		"012":     `'2' at 3 of "012"`,
		"01abc":   `'a' at 3 of "01abc"`,
		"[01]":    `'[' at 1 of "[01]"`,
		"01ABCDF": `'F' at 7 of "01ABCDF"`,
	} {
		err := CheckAtomicTests(tests)
		if !errors.Is(err, ErrTest) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "expected some of 01ABCDE") {
			t.Errorf("%q: %v, want %s", tests, err, want)
		}
	}
}

// TestAppendMoves shows what each test derives, and in which order.
func TestAppendMoves(t *testing.T) {
	v := mustVariant(t, "freecell")
	v.Columns, v.FreeCells = 6, 3
	// In canonical order the columns are 3 2 6 5 4 1.
	b := mustRead(t, v, `
Foundations: H-9 C-9 D-9 S-9
Freecells: QH - TH
KD QS
TS TC
:
KC JH
KH KS QD JC
QC JS JD TD
`[1:])
	for test, want := range map[string]string{
		"0":  "TC:2h TD:6h",
		"1":  "TH:ch",
		"A":  "TC:23 TD:63 JC:53 JH:43 QS:13",
		"B":  "TC:24 TD:65 JH:41",
		"C":  "TC:2c TD:6c JC:5c JH:4c QS:1c",
		"D":  "TH:c5",
		"E":  "TH:c3 QH:c3",
		"1B": "TH:ch TC:24 TD:65 JH:41",
	} {
		var got []string
		for _, m := range NewPosition(b).AppendMoves(nil, test) {
			got = append(got, fmt.Sprintf("%v:%s%s", m.Card, placeText(m.From), placeText(m.To)))
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test, diff)
		}
	}
}

// placeText writes a column as the player counts it, a cell as c, home as h.
func placeText(p Place) string {
	switch p {
	case InCell:
		return "c"
	case AtHome:
		return "h"
	default:
		return strconv.Itoa(int(p) + 1)
	}
}
