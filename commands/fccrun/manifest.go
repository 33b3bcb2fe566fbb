package fccrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/zeebo/xxh3"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster"
)

// errDamaged reports a JSON file that is not as it was written.
var errDamaged = errors.New("fccrun: damaged file")

// format names the layout of the directory.
const format = "puzzlekit split-fcc 1"

// Settings are what a run explores.
type Settings struct {
	Format    string `json:"format"`
	Board     string `json:"board"`
	Columns   int    `json:"columns"`
	FreeCells int    `json:"freecells"`
	Prune     bool   `json:"prune"`
	Moves     bool   `json:"moves"` // the moves to every entry are stored
}

// settingsOf says what makes the game.
func settingsOf(g *fcc.Game, moves bool) Settings {
	b := g.Board()
	return Settings{
		Format: format, Board: b.String(), Columns: b.Variant.Columns, FreeCells: b.Variant.FreeCells,
		Prune: g.Prune, Moves: moves,
	}
}

// game makes the game that was explored.
func (s Settings) game() (*fcc.Game, error) {
	if s.Format != format {
		return nil, fmt.Errorf("the format is %q, expected %q", s.Format, format)
	}
	v, err := freecell.VariantByName("freecell")
	if err != nil {
		return nil, err
	}
	v.Columns, v.FreeCells = s.Columns, s.FreeCells
	b, err := freecell.ReadBoard("run.json", strings.NewReader(s.Board), v)
	if err != nil {
		return nil, err
	}
	return fcc.NewGame(b, s.Prune)
}

// Seal closes a depth.
type Seal struct {
	Depth   int       `json:"depth"` // relative to the start
	Stats   fcc.Stats `json:"stats"`
	Targets []int     `json:"targets"` // depths that derived states lead to
	Solved  bool      `json:"solved"`  // the solved state is among them
	Bytes   int64     `json:"bytes"`   // of groups.run
	SHA256  string    `json:"sha256"`  // of groups.run
}

// plan is how a depth is cut into shards.
type plan struct {
	ID     string   `json:"id"`
	Repeat bool     `json:"repeat"` // derive again from groups.run; write no groups
	Inputs []string `json:"inputs"`
	Bounds []string `json:"bounds"` // first fingerprint of each shard but the first
}

// output is a file of derived states.
type output struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// shardDone says what a shard has found.
type shardDone struct {
	Stats   fcc.Stats `json:"stats"`
	Targets []int     `json:"targets"`
	Solved  bool      `json:"solved"`
	Outputs []output  `json:"outputs"`
}

// writeJSON writes a JSON file.
func writeJSON(ctx context.Context, blobs cluster.Blobs, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	data = fmt.Appendf(data, "\n# xxh3 %016x\n", xxh3.Hash(data))
	w, err := blobs.Create(ctx, name)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Commit()
}

// readJSON reads a JSON file. The error is fs.ErrNotExist when there is none and
// errDamaged when it is not as it was written.
func readJSON(ctx context.Context, blobs cluster.Blobs, name string, v any) error {
	b, err := blobs.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }() // only read from
	data, err := io.ReadAll(b)
	if err != nil {
		return err
	}
	line, sum, _ := bytes.Cut(data, []byte{'\n'})
	if string(sum) != fmt.Sprintf("# xxh3 %016x\n", xxh3.Hash(line)) {
		return fmt.Errorf("%w: %s does not have its checksum", errDamaged, name)
	}
	if err := json.Unmarshal(line, v); err != nil {
		return fmt.Errorf("%w: %s: %w", errDamaged, name, err)
	}
	return nil
}

// missing tells whether a file has to be made, because there is none or it is
// damaged.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged) }

// The files of a depth.
func dirOf(depth int) string     { return fmt.Sprintf("depth-%03d/", depth) }
func groupsOf(depth int) string  { return dirOf(depth) + "groups.run" }
func sealOf(depth int) string    { return dirOf(depth) + "seal.json" }
func planOf(depth int) string    { return dirOf(depth) + "plan.json" }
func outputOf(depth int) string  { return dirOf(depth) + "out.json" }
func workOf(depth int) string    { return dirOf(depth) + "work/" }
func (p *plan) shards() int      { return len(p.Bounds) + 1 }
func shardName(shard int) string { return fmt.Sprintf("%05d", shard) }
