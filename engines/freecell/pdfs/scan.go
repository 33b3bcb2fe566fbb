package pdfs

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"puzzlekit/engines/freecell"
)

// DefaultScan is the scan that a search runs when none is given.
const DefaultScan = "-to 01ABCDE -sp r:tf"

// Scan is a search in the part of the scan language that this walk
// understands: one depth-first scan of atomic move tests.
type Scan struct {
	Variant freecell.Variant
	Tests   string // move tests in order, of freecell.AllAtomic
	Prune   bool   // -sp r:tf: safe cards go home at once
}

// ErrScan reports a scan text that this walk does not understand.
var ErrScan = errors.New("pdfs: scan")

// ParseScan reads a scan text:
//
//	--game G             the variant, freecell by default
//	--freecells-num N    the number of free cells, the variant's by default
//	--method soft-dfs    the only method there is
//	-to TESTS            atomic move tests; 01ABCDE by default (--tests-order)
//	-sp r:tf             pruning (--set-pruning)
//
// Every other word of the scan language is an error that names it.
func ParseScan(text string) (Scan, error) {
	game, cells := "freecell", -1
	s := Scan{Tests: freecell.AllAtomic}
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		word, arg, given := strings.Cut(words[i], "=")
		if !given || !strings.HasPrefix(word, "--") {
			word = words[i]
			if known[word] && i+1 == len(words) {
				return Scan{}, fmt.Errorf("%w: %s, the last word, needs an argument", ErrScan, word)
			}
			if known[word] {
				i++
				arg = words[i]
			}
		}
		switch word {
		case "--game", "-g":
			game = arg
		case "--freecells-num":
			n, err := strconv.Atoi(arg)
			if err != nil || n < 0 || n > freecell.MaxFreeCells {
				return Scan{}, fmt.Errorf("%w: %s %q: expected a number from 0 to %d", ErrScan, word, arg, freecell.MaxFreeCells)
			}
			cells = n
		case "--method", "-me":
			if arg != "soft-dfs" {
				return Scan{}, fmt.Errorf("%w: %s %q: this walk is soft-dfs", ErrScan, word, arg)
			}
		case "--tests-order", "-to":
			if err := freecell.CheckAtomicTests(arg); err != nil {
				return Scan{}, fmt.Errorf("%w: %s: %w", ErrScan, word, err)
			}
			s.Tests = arg
		case "--set-pruning", "-sp":
			if arg != "r:tf" {
				return Scan{}, fmt.Errorf("%w: %s %q: expected r:tf", ErrScan, word, arg)
			}
			s.Prune = true
		default:
			return Scan{}, fmt.Errorf("%w: word %d, %q, has no meaning here: expected --game, --freecells-num, --method, -to or -sp",
				ErrScan, i+1, words[i])
		}
	}
	v, err := freecell.VariantByName(game)
	if err != nil {
		return Scan{}, fmt.Errorf("%w: --game: %w", ErrScan, err)
	}
	if v.WholeSuits {
		return Scan{}, fmt.Errorf("%w: --game %s: its moves are not atomic, so this walk cannot play it", ErrScan, game)
	}
	if cells >= 0 {
		v.FreeCells = cells
	}
	s.Variant = v
	return s, nil
}

// known is the words that take an argument.
var known = map[string]bool{
	"--game": true, "-g": true, "--freecells-num": true, "--method": true, "-me": true,
	"--tests-order": true, "-to": true, "--set-pruning": true, "-sp": true,
}

// String returns the scan text that a client needs besides the board: game and
// free cells are named when they are not FreeCell's own.
func (s Scan) String() string {
	var words []string
	standard := s.Variant.FreeCells
	if v, err := freecell.VariantByName(s.Variant.Name); err == nil {
		standard = v.FreeCells
	}
	if s.Variant.Name != "freecell" {
		words = append(words, "--game", s.Variant.Name)
	}
	if s.Variant.FreeCells != standard {
		words = append(words, "--freecells-num", strconv.Itoa(s.Variant.FreeCells))
	}
	words = append(words, "-to", s.Tests)
	if s.Prune {
		words = append(words, "-sp", "r:tf")
	}
	return strings.Join(words, " ")
}

// Complete tells whether the scan's tests derive every legal move, so that
// running dry proves a board unsolvable.
func (s Scan) Complete() bool {
	for _, t := range freecell.AllAtomic {
		if !strings.ContainsRune(s.Tests, t) {
			return false
		}
	}
	return true
}
