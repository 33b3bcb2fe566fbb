package pdfs_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

func mustScan(t testing.TB, text string) pdfs.Scan {
	t.Helper()
	s, err := pdfs.ParseScan(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParseScan(t *testing.T) {
	game := func(name string, cells int) freecell.Variant {
		v, err := freecell.VariantByName(name)
		if err != nil {
			t.Fatal(err)
		}
		v.FreeCells = cells
		return v
	}
	for _, test := range []struct {
		text string
		want pdfs.Scan
		back string // String of the scan
	}{
		{"", pdfs.Scan{Variant: game("freecell", 4), Tests: "01ABCDE"}, "-to 01ABCDE"},
		{pdfs.DefaultScan, pdfs.Scan{Variant: game("freecell", 4), Tests: "01ABCDE", Prune: true}, "-to 01ABCDE -sp r:tf"},
		{"--freecells-num 2 -to 01ABCDE -sp r:tf", pdfs.Scan{Variant: game("freecell", 2), Tests: "01ABCDE", Prune: true},
			"--freecells-num 2 -to 01ABCDE -sp r:tf"},
		{"\t--method  soft-dfs\n-to EB0 ", pdfs.Scan{Variant: game("freecell", 4), Tests: "EB0"}, "-to EB0"},
		{"--game=bakers_game --tests-order=01 --set-pruning=r:tf", pdfs.Scan{Variant: game("bakers_game", 4), Tests: "01", Prune: true},
			"--game bakers_game -to 01 -sp r:tf"},
		{"-g eight_off -me soft-dfs", pdfs.Scan{Variant: game("eight_off", 8), Tests: "01ABCDE"}, "--game eight_off --freecells-num 8 -to 01ABCDE"},
		{"--freecells-num 4 -g eight_off", pdfs.Scan{Variant: game("eight_off", 4), Tests: "01ABCDE"}, "--game eight_off --freecells-num 4 -to 01ABCDE"},
		{"-g citadel", pdfs.Scan{Variant: game("citadel", 0), Tests: "01ABCDE"}, "--game citadel --freecells-num 0 -to 01ABCDE"},
		{"-g kings_only_bakers_game", pdfs.Scan{Variant: game("ko_bakers_game", 4), Tests: "01ABCDE"}, "--game ko_bakers_game -to 01ABCDE"},
		{"--freecells-num 20 --freecells-num=0", pdfs.Scan{Variant: game("freecell", 0), Tests: "01ABCDE"}, "--freecells-num 0 -to 01ABCDE"},
	} {
		got, err := pdfs.ParseScan(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
		if got.String() != test.back {
			t.Errorf("%q reads back as %q, want %q", test.text, got, test.back)
		}
	}
}

func TestParseScanRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"-to 01ABCDE -nst":          `word 3, "-nst", has no meaning here`,
		"--preset=lg":               `word 1, "--preset=lg", has no meaning here`,
		"-step 500 -to 01":          `word 1, "-step", has no meaning here`,
		"-to=01":                    `word 1, "-to=01", has no meaning here`,
		"=":                         `word 1, "=", has no meaning here`,
		"-sp r:tf -to":              "-to, the last word, needs an argument",
		"--game":                    "--game, the last word, needs an argument",
		"--game=":                   `--game "": freecell: unknown game ""`,
		"-g klondike":               `-g "klondike": freecell: unknown game "klondike", expected one of bakers_dozen,`,
		"--game simple_simon":       `--game "simple_simon": its moves are not atomic`,
		"--freecells-num two":       `--freecells-num "two": expected a number from 0 to 20`,
		"--freecells-num -1":        `--freecells-num "-1": expected a number from 0 to 20`,
		"--freecells-num=21":        `--freecells-num "21": expected a number from 0 to 20`,
		"--method a-star":           `--method "a-star": this walk is soft-dfs`,
		"-me random-dfs":            `-me "random-dfs": this walk is soft-dfs`,
		"-to 0123456789":            `-to "0123456789": freecell: unknown move test '2' at 3`,
		"--tests-order [01][ABCDE]": `--tests-order "[01][ABCDE]": freecell: unknown move test '[' at 1`,
		"-sp r:none":                `-sp "r:none": expected r:tf`,
	} {
		got, err := pdfs.ParseScan(text)
		if !errors.Is(err, pdfs.ErrScan) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestScanComplete(t *testing.T) {
	for text, want := range map[string]bool{
		"":             true,
		"-to 01ABCDE":  true,
		"-to EDCBA10":  true,
		"-to 0011ABCC": false,
		"-to 1ABCDE":   false,
		"-to 01ABCD":   false,
	} {
		if got := mustScan(t, text).Complete(); got != want {
			t.Errorf("%q: complete is %v, want %v", text, got, want)
		}
	}
}

func FuzzParseScan(f *testing.F) {
	for _, text := range []string{"", pdfs.DefaultScan, "--freecells-num 2", "--game=eight_off -to 01", "-g fan", "--game simple_simon", "-sp", "-nst"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := pdfs.ParseScan(text)
		if err != nil {
			if !errors.Is(err, pdfs.ErrScan) || s != (pdfs.Scan{}) {
				t.Fatalf("%q: %+v, %v", text, s, err)
			}
			return
		}
		if again, err := pdfs.ParseScan(s.String()); err != nil || again != s {
			t.Errorf("%q is %+v; its text %q is %+v, %v", text, s, s, again, err)
		}
	})
}
