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

// ParseScan reads a scan text, which is words with an argument each:
//
//	--game G             the variant, freecell by default (-g)
//	--freecells-num N    the number of free cells, the variant's by default
//	--method soft-dfs    the only method there is (-me)
//	-to TESTS            atomic move tests, 01ABCDE by default (--tests-order)
//	-sp r:tf             pruning (--set-pruning)
//
// A long word may be joined to its argument, as in --game=freecell. Of words that
// are there twice the last one counts. Every other word of the scan language is an
// error that names it.
func ParseScan(text string) (Scan, error) {
	s := scanText{game: standardGame, cells: -1, tests: freecell.AllAtomic}
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		word, arg, joined := strings.Cut(words[i], "=")
		if !strings.HasPrefix(word, "--") {
			word, joined = words[i], false
		}
		set := scanWords[word]
		if set == nil {
			return Scan{}, fmt.Errorf("%w: word %d, %q, has no meaning here: expected --game, --freecells-num, --method, -to or -sp",
				ErrScan, i+1, words[i])
		}
		if !joined {
			i++
			if i == len(words) {
				return Scan{}, fmt.Errorf("%w: %s, the last word, needs an argument", ErrScan, word)
			}
			arg = words[i]
		}
		if err := set(&s, arg); err != nil {
			return Scan{}, fmt.Errorf("%w: %s %q: %w", ErrScan, word, arg, err)
		}
	}
	return s.scan()
}

// scanText is what the words of a scan text have set.
type scanText struct {
	game  string
	cells int // -1 for the game's own
	tests string
	prune bool
}

// scanWords is what each word does with its argument.
var scanWords = map[string]func(s *scanText, arg string) error{
	"--game": (*scanText).setGame, "-g": (*scanText).setGame,
	"--freecells-num": (*scanText).setCells,
	"--method":        (*scanText).setMethod, "-me": (*scanText).setMethod,
	"--tests-order": (*scanText).setTests, "-to": (*scanText).setTests,
	"--set-pruning": (*scanText).setPruning, "-sp": (*scanText).setPruning,
}

func (s *scanText) setGame(arg string) error {
	v, err := freecell.VariantByName(arg)
	if err == nil && v.WholeSuits {
		err = errors.New("its moves are not atomic, so this walk cannot play it")
	}
	s.game = arg
	return err
}

func (s *scanText) setCells(arg string) error {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n > freecell.MaxFreeCells {
		return fmt.Errorf("expected a number from 0 to %d", freecell.MaxFreeCells)
	}
	s.cells = n
	return nil
}

func (s *scanText) setMethod(arg string) error {
	if arg != "soft-dfs" {
		return errors.New("this walk is soft-dfs")
	}
	return nil
}

func (s *scanText) setTests(arg string) error {
	s.tests = arg
	return freecell.CheckAtomicTests(arg)
}

func (s *scanText) setPruning(arg string) error {
	if arg != "r:tf" {
		return errors.New("expected r:tf")
	}
	s.prune = true
	return nil
}

func (s *scanText) scan() (Scan, error) {
	v, err := freecell.VariantByName(s.game)
	if s.cells >= 0 {
		v.FreeCells = s.cells
	}
	return Scan{Variant: v, Tests: s.tests, Prune: s.prune}, err
}

// FreeCell's own game and number of free cells, which a scan text leaves out.
const (
	standardGame  = "freecell"
	standardCells = 4
)

// String returns the scan text that a client needs besides the board. The game
// and the number of free cells are in it when they are not FreeCell's own, so
// that a client need not know how many cells a game has.
func (s Scan) String() string {
	var words []string
	if s.Variant.Name != standardGame {
		words = append(words, "--game", s.Variant.Name)
	}
	own, err := freecell.VariantByName(s.Variant.Name)
	if err != nil || own.FreeCells != s.Variant.FreeCells || s.Variant.FreeCells != standardCells {
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
