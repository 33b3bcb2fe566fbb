package bench

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"puzzlekit/fixtures"
)

// Signature is a number that fixed work of one engine comes to, on every machine.
type Signature struct {
	Engine string // its package below engines
	Work   string // what is counted, a phrase

	// Compute does the work, in a second or two.
	Compute func(ctx context.Context) (int64, error)
}

// signatures is all signatures, in the order in which they are listed.
var signatures = []Signature{
	{"freecell", "checksum of deals of all games", dealSignature},
	{"freecell/scan", "iterations of four scans over deals 1 to 30", scanSignature},
	{"freecell/graph", "states and moves of one scan in all representations", reprSignature},
	{"freecell/pdfs", "states entered by the walk of deal 46 with one free cell", walkSignature},
	{"freecell/fcc", "states, components, entries and derived states of three deals", fccSignature},
	{"freecell/exhaust", "states of five deals without a solution", exhaustSignature},
	{"dots/solve", "positions searched for the values of 3x3, 2x4 and 5x2 boxes", dotsSolveSignature},
	{"dots/players", "checksum of games between random, greedy and chains", dotsPlayersSignature},
}

// Signatures returns all signatures.
func Signatures() []Signature { return signatures }

// ReadSignatures reads numbers by engine, a line each: the engine, a tab, the
// number. Lines that begin with # are comments.
func ReadSignatures(name, text string) (map[string]int64, error) {
	known := map[string]int64{}
	line := 0
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimSpace(l)
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		engine, number, ok := strings.Cut(l, "\t")
		n, err := strconv.ParseInt(number, 10, 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("bench: %s:%d: %q: expected an engine, a tab and a number", name, line, l)
		}
		if _, twice := known[engine]; twice {
			return nil, fmt.Errorf("bench: %s:%d: %s is there twice", name, line, engine)
		}
		known[engine] = n
	}
	return known, nil
}

// KnownSignatures returns the numbers that are kept in package fixtures.
func KnownSignatures() (map[string]int64, error) {
	return ReadSignatures("signatures.tsv", fixtures.Signatures)
}
