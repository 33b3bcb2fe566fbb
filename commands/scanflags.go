package commands

import (
	"errors"
	"io"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/beam"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/preset"
	"puzzlekit/engines/freecell/repr"
	"puzzlekit/engines/freecell/scan"
)

// ScanFlags say which scans run.
type ScanFlags struct {
	Preset   string `placeholder:"NAME" help:"Scans that come with the program: quick, short, complete, simon, or auto, which is the scans of quick for a while, then complete. Without scans it is simon for Simple Simon and auto for all other games."`
	Scan     string `placeholder:"TEXT" help:"Scans in Freecell Solver's words, instead of --preset."`
	ScanFile string `placeholder:"FILE" help:"File with scans, or with several stages of them separated by lines that say \"then\", instead of --preset."`
}

// Plan returns the scans that the flags ask for in a game, or a usage error.
func (f *ScanFlags) Plan(env *Env, v freecell.Variant) (preset.Plan, error) {
	given := 0
	for _, s := range []string{f.Preset, f.Scan, f.ScanFile} {
		if s != "" {
			given++
		}
	}
	switch {
	case given > 1:
		return nil, usageErrorf("two kinds of scans: expected one of --preset, --scan and --scan-file")
	case f.ScanFile != "":
		return readPlan(env, f.ScanFile)
	case f.Scan != "":
		plan, err := preset.Parse("--scan", f.Scan)
		if err != nil {
			err = usageErrorf("%w", err)
		}
		return plan, err
	}
	name := f.Preset
	switch {
	case name != "":
	case v.WholeSuits:
		name = "simon"
	default:
		name = "auto"
	}
	text, err := preset.Text(name)
	if err != nil {
		return nil, usageErrorf("--preset: %w", err)
	}
	return preset.Parse(name, text)
}

// PlanFor returns the scans that the flags ask for on a board, or a usage error,
// also when they name another game than the board's.
func (f *ScanFlags) PlanFor(env *Env, b *freecell.Board) (preset.Plan, error) {
	plan, err := f.Plan(env, b.Variant)
	if err != nil {
		return nil, err
	}
	v, err := plan.Variant(b.Variant)
	if err != nil {
		return nil, usageErrorf("%w", err)
	}
	if v != b.Variant {
		return nil, usageErrorf("the scans name another game than the flags: expected --game and --freecells-num outside of them")
	}
	return plan, nil
}

// readPlan reads a file with scans, - for standard input.
func readPlan(env *Env, file string) (preset.Plan, error) {
	return readText(env, file, func(name string, r io.Reader) (preset.Plan, error) {
		text, err := io.ReadAll(io.LimitReader(r, freecell.MaxBoardBytes))
		if err != nil {
			return nil, err
		}
		return preset.Parse(name, string(text))
	})
}

// ReprFlags choose how states are kept.
type ReprFlags struct {
	Repr      string `default:"compact" enum:"debug,compact,indirect" placeholder:"KIND" help:"Representation of states: debug, compact or indirect."`
	Dedup     string `default:"table" enum:"table,fingerprint,map,keys,disk" placeholder:"KIND" help:"How states are found again: table, fingerprint (128 bits a state: two states are taken for one with a tiny probability), map; or, breadth first, keys (exact keys and nothing else, 15 bytes a state of FreeCell) and disk (the same in sorted files), both of solve only."`
	MaxMemory int64  `default:"0" placeholder:"BYTES" help:"Give up when states take more memory; 0 never."`
}

// options returns the flags for a runner of scans.
func (f *ReprFlags) options() scan.Options {
	return scan.Options{Repr: repr.Kind(f.Repr), Dedup: graph.Dedup(f.Dedup), MaxMemory: f.MaxMemory}
}

// breadthFirst tells whether states are kept in a way that only solve has, by a
// breadth-first search.
func (f *ReprFlags) breadthFirst() bool { return f.Dedup == "keys" || f.Dedup == "disk" }

// planError makes a usage error of what NewSolver says of a plan that does not fit
// the game or the flags.
func planError(err error) error {
	for _, misfit := range []error{scan.ErrTests, scan.ErrBeam, beam.ErrGame, preset.ErrExhaust} {
		if errors.Is(err, misfit) {
			return usageErrorf("%w", err)
		}
	}
	return err
}
