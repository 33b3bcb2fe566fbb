package scan

import (
	"errors"
	"fmt"

	"puzzlekit/engines/freecell"
)

// MaxScans is the most scans that may share a collection of states: each state
// has one bit for each.
const MaxScans = 32

// Set is what a scan text means: one or more scans over one collection of
// states.
type Set struct {
	// Game is the name of the variant, empty when the text does not say, and
	// FreeCells the number of free cells, -1 when it does not say.
	Game      string
	FreeCells int

	Scans   []Scan // 1 to MaxScans
	Prelude []Turn // the first turns; afterwards each scan has its step in turn
	Synergy Synergy

	Reparent bool // a state reached at a smaller depth gets the new parent
	Optimize bool // shorten the solution by a search over the states on its path
	Limit    int  // most iterations of all scans together, 0 for no limit
}

// Scan is one search.
type Scan struct {
	Name   string // unique within a Set, or empty
	Method Method

	// Orders holds the tests from a depth on, in ascending order of depth. Where
	// there is none for depth 0 the default applies; see [Scan.OrdersIn].
	Orders []Order

	Prune   bool    // safe cards go home at once
	Seed    uint32  // of RandomDFS
	Weights Weights // of AStar
	Width   int     // of Beam, at least 1
	Step    int     // iterations of a turn after the prelude, at least 1
}

// Turn is a number of iterations that a prelude gives to a scan.
type Turn struct {
	Iterations int // at least 1
	Scan       int // index in Set.Scans
}

// The values of a scan that says nothing about them.
const (
	DefaultSeed = 24
	DefaultStep = 50

	DefaultWidth = 1000
)

// Method is the way in which a scan chooses the next state.
type Method uint8

// The methods.
const (
	SoftDFS   Method = iota // depth first, one test after the other
	RandomDFS               // depth first, the states of a group shuffled or sorted
	BFS                     // breadth first
	AStar                   // best first, by a weighted rating
	Beam                    // short solutions; a search of package beam, not of this one
)

var methods = []string{"soft-dfs", "random-dfs", "bfs", "a-star", "beam"}

// String returns the method's name in scan texts.
func (m Method) String() string { return methods[m] }

// Synergy is what the scans of a Set tell each other.
type Synergy uint8

// The kinds of synergy.
const (
	DeadEndMarks Synergy = iota // states that lead nowhere new are marked for all scans
	NoSynergy
)

var synergies = []string{"dead-end-marks", "none"}

// String returns the name of s in scan texts.
func (s Synergy) String() string { return synergies[s] }

// DefaultScan returns the scan of an empty text.
func DefaultScan() Scan {
	return Scan{Seed: DefaultSeed, Weights: DefaultWeights, Step: DefaultStep, Width: DefaultWidth}
}

// Variant returns the variant that s is for: what the text says of game and free
// cells, and for the rest the given one.
func (s *Set) Variant(v freecell.Variant) (freecell.Variant, error) {
	if s.Game != "" {
		named, err := freecell.VariantByName(s.Game)
		if err != nil {
			return v, fmt.Errorf("scan: %w", err)
		}
		v = named
	}
	if s.FreeCells >= 0 {
		v.FreeCells = s.FreeCells
	}
	return v, s.checkTests(v)
}

// ErrTests reports move tests that the game of the search does not have.
var ErrTests = errors.New("scan: move tests")

// checkTests refuses Simple Simon's tests in other games and the others' in
// Simple Simon.
func (s *Set) checkTests(v freecell.Variant) error {
	for _, sc := range s.Scans {
		for _, o := range sc.Orders {
			for _, g := range o.Groups {
				for _, t := range []byte(g.Tests) {
					if isSimon(t) != v.WholeSuits {
						return fmt.Errorf("%w: %c in %q is not a test for %s", ErrTests, t, o.text(), v.Name)
					}
				}
			}
		}
	}
	return nil
}

// Atomic tells whether s is one scan that makes every move of a single card from
// every state and no others, whichever way it takes.
func (s *Set) Atomic(v freecell.Variant) bool {
	if len(s.Scans) != 1 {
		return false
	}
	for _, o := range s.Scans[0].OrdersIn(v) {
		if o.tests() != allAtomic {
			return false
		}
	}
	return true
}
