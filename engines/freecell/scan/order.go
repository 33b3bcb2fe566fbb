package scan

import (
	"strings"

	"puzzlekit/engines/freecell"
)

// Order is the move tests of a scan from a depth on. The start has depth 0.
type Order struct {
	Depth  int
	Groups []Group // at least one, no two of kind Plain next to each other
}

// Group is move tests that belong together.
type Group struct {
	Kind    Kind
	Tests   string  // at least one
	Weights Weights // of kind Sorted
}

// Kind says what RandomDFS does with the states that the tests of a group
// derive. Other methods take every group as Plain.
type Kind uint8

// The kinds of groups.
const (
	Plain  Kind = iota // one test at a time: the next one when the first has led nowhere
	Rand               // all tests, then shuffle the states
	Sorted             // all tests, then sort the states by rating, the lowest first
	All                // all tests, the states in the order in which they came
)

// simonTests are the move tests of Simple Simon, otherTests those of all other
// games.
const (
	simonTests = "abcdefghi"
	otherTests = "0123456789jABCDE"
)

func isSimon(test byte) bool { return strings.IndexByte(simonTests, test) >= 0 }

// OrdersIn returns the orders of s for a search in v, the first one from depth 0
// on. A scan that has no tests at depth 0 there takes the default: 0123456789,
// in groups [01][23456789] for RandomDFS, and abcdefgh for Simple Simon.
func (s *Scan) OrdersIn(v freecell.Variant) []Order {
	if len(s.Orders) > 0 && s.Orders[0].Depth == 0 {
		return s.Orders
	}
	groups := []Group{{Tests: "0123456789"}}
	switch {
	case v.WholeSuits:
		groups = []Group{{Tests: "abcdefgh"}}
	case s.Method == RandomDFS:
		groups = []Group{{Kind: Rand, Tests: "01"}, {Kind: Rand, Tests: "23456789"}}
	}
	return append([]Order{{Groups: groups}}, s.Orders...)
}

// text returns the groups of o as in a scan text.
func (o Order) text() string {
	var sb strings.Builder
	for _, g := range o.Groups {
		sb.WriteString(g.text())
	}
	return sb.String()
}

func (g Group) text() string {
	switch g.Kind {
	case Plain:
		return g.Tests
	case Rand:
		return "[" + g.Tests + "]"
	case Sorted:
		return "[" + g.Tests + "]=asw(" + g.Weights.String() + ")"
	default:
		return "[" + g.Tests + "]=all()"
	}
}

// tests returns the tests as a set of bits.
func (o Order) tests() uint64 {
	var set uint64
	for _, g := range o.Groups {
		for _, t := range []byte(g.Tests) {
			set |= testBit(t)
		}
	}
	return set
}

// testBit returns a bit of a set of tests. Tests 7 and E are the same.
func testBit(test byte) uint64 {
	if test == 'E' {
		test = '7'
	}
	return 1 << (test - '0')
}

// allAtomic is the tests that together make every move of a single card.
var allAtomic = Order{Groups: []Group{{Tests: freecell.AllAtomic}}}.tests()
