package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBoardFlags(t *testing.T) {
	const solved = "Foundations: H-K C-K D-K S-K\n"
	file := filepath.Join(t.TempDir(), "a.board")
	if err := os.WriteFile(file, []byte(solved), 0o600); err != nil {
		t.Fatal(err)
	}
	six := 6
	for _, test := range []struct {
		name  string
		flags BoardFlags
		file  string
		cells int
		want  string // the beginning of the board or of the error
		code  int
	}{
		{"file", BoardFlags{}, file, 4, solved, exitDone},
		{"standard input", BoardFlags{}, "-", 4, solved, exitDone},
		{"deal", BoardFlags{Deal: 24}, "", 4, "4C 2C 9C 8C QS 4S 2H\n", exitDone},
		{"cells", BoardFlags{GameFlags: GameFlags{FreecellsNum: &six}, Deal: 24}, "", 6, "4C 2C 9C 8C QS 4S 2H\n", exitDone},
		{"neither", BoardFlags{}, "", 0, "no board: expected a file, - for standard input, or --deal N", exitUsage},
		{"both", BoardFlags{Deal: 24}, "-", 0, "two boards, - and --deal 24: expected one of them", exitUsage},
		{"game", BoardFlags{GameFlags: GameFlags{Game: "whist"}, Deal: 24}, "", 0, `--game: freecell: unknown game "whist"`, exitUsage},
		{"number", BoardFlags{Deal: 1 << 33}, "", 0, "freecell: deal 8589934592: expected", exitUsage},
		{"no file", BoardFlags{}, file + ".txt", 0, "open ", exitFailed},
	} {
		if test.flags.Game == "" {
			test.flags.Game = "freecell"
		}
		env := &Env{Stdin: strings.NewReader(solved), Stdout: &bytes.Buffer{}}
		b, err := test.flags.Read(env, test.file)
		if err != nil {
			if code := exitCode(t.Context(), err); code != test.code || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%s: exit code %d, %v, want %d, %s", test.name, code, err, test.code, test.want)
			}
			continue
		}
		if test.code != exitDone || b.Variant.FreeCells != test.cells || !strings.HasPrefix(b.String(), test.want) {
			t.Errorf("%s: %d free cells\n%vwant %d\n%s", test.name, b.Variant.FreeCells, b, test.cells, test.want)
		}
	}
}
