package freecell

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTwinMeetsReference holds the slow twin of the search against runs of the
// reference: status, iterations, stored states and the printed solution.
func TestTwinMeetsReference(t *testing.T) {
	for _, row := range table(t, "scans.tsv") {
		name := strings.Join([]string{row["game"], row["cells"], row["deal"], row["tests"], row["prune"]}, "/")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := mustVariant(t, row["game"])
			if row["cells"] != "-" {
				v.FreeCells = atoi(t, row["cells"])
			}
			b := mustDeal(t, uint64(atoi(t, row["deal"])), v)
			r := twinScan(b, row["tests"], row["prune"] == "rtf", atoi(t, row["limit"]), nil)

			got := map[string]string{
				"status":    r.status,
				"checked":   strconv.Itoa(r.checked),
				"generated": strconv.Itoa(r.generated),
				"moves":     "-",
				"sha256":    "-",
			}
			if r.status == "solved" {
				words := make([]string, len(r.moves))
				for i, m := range r.moves {
					words[i] = m.String()
				}
				got["moves"] = strconv.Itoa(len(words))
				got["sha256"] = fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(words, " "))))[:16]
			}
			want := map[string]string{}
			for k := range got {
				want[k] = row[k]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("scan differs from the reference (-want +got):\n%s", diff)
			}
			if r.status != "solved" {
				return
			}
			out, err := Check("", b, Steps(r.moves))
			if err != nil || !out.Board.Solved() {
				t.Errorf("the solution does not pass the check: solved %v, %v", out.Board.Solved(), err)
			}
		})
	}
}

// TestTwinVisitsInOrder holds the states that the twin visits against the first
// 60 of the reference.
func TestTwinVisitsInOrder(t *testing.T) {
	want := strings.Split(strings.TrimSpace(string(fixture(t, "visits-24-rtf.txt"))), "\n\n")
	if len(want) != 60 {
		t.Fatalf("the fixture holds %d states, expected 60", len(want))
	}
	var got []string
	b := mustDeal(t, 24, mustVariant(t, "freecell"))
	twinScan(b, "01ABCDE", true, len(want)-1, func(s *twinState) {
		got = append(got, strings.TrimSpace(s.board.String()))
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("visited states differ from the reference (-want +got):\n%s", diff)
	}
}

func atoi(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
