package pdfsnet

import (
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

// tree is a whole search, as a plain recursive walk finds it. States are known
// by their number in the order of that walk; those below a state follow it.
type tree struct {
	board *freecell.Board
	scan  pdfs.Scan
	nodes []pdfstest.Node
	named map[string]int // by CoordSeq as text
	after []int          // the number after the last state below
	next  [][]int        // the next states
}

var trees sync.Map // of *tree, by deal and free cells

// newTree returns the search of a Microsoft deal with so many free cells.
func newTree(t testing.TB, deal uint64, freeCells int) *tree {
	t.Helper()
	key := fmt.Sprint(deal, freeCells)
	if known, ok := trees.Load(key); ok {
		return known.(*tree)
	}
	scan := mustScan(t, fmt.Sprintf("--freecells-num %d %s", freeCells, pdfs.DefaultScan))
	board, err := freecell.Deal(deal, scan.Variant)
	if err != nil {
		t.Fatal(err)
	}
	tr := newTreeOf(t, board, scan)
	trees.Store(key, tr)
	return tr
}

func newTreeOf(t testing.TB, board *freecell.Board, scan pdfs.Scan) *tree {
	t.Helper()
	nodes, done := pdfstest.Search{Board: board, Tests: scan.Tests, Prune: scan.Prune}.Walk(100_000)
	if !done {
		t.Fatal("the search is too large to be written down")
	}
	tr := &tree{board: board, scan: scan, nodes: nodes, named: map[string]int{}}
	tr.after, tr.next = make([]int, len(nodes)), make([][]int, len(nodes))
	var path []int
	for i, n := range nodes {
		tr.named[fmt.Sprint(n.At)] = i
		for _, done := range path[len(n.At):] {
			tr.after[done] = i
		}
		path = append(path[:len(n.At)], i)
		if len(n.At) > 0 {
			above := path[len(n.At)-1]
			tr.next[above] = append(tr.next[above], i)
		}
	}
	for _, done := range path {
		tr.after[done] = len(nodes)
	}
	return tr
}

func mustScan(t testing.TB, text string) pdfs.Scan {
	t.Helper()
	scan, err := pdfs.ParseScan(text)
	if err != nil {
		t.Fatal(err)
	}
	return scan
}

// config is for a server of the search.
func (tr *tree) config() Config {
	return Config{
		Board: tr.board, Scan: tr.scan, Log: slog.New(slog.DiscardHandler),
		CycleLen: 50, DepthAllocDelta: 1000,
	}
}

// path returns the states from the root to state i, i included.
func (tr *tree) path(i int) []int {
	path := []int{0}
	for _, c := range tr.nodes[i].At {
		path = append(path, tr.next[path[len(path)-1]][c])
	}
	return path
}

// part is a piece of work: the states from start on that lie below it, without
// those that were given away.
type treePart struct {
	*tree
	start int
	given map[int]bool
}

// following returns the state that is entered after i, and false when there is
// none.
func (p treePart) following(i int) (int, bool) {
	i++
	for p.given[i] {
		i = p.after[i]
	}
	return i, i < p.after[p.start]
}

// give gives away up to count states as a client at state i does it.
func (p treePart) give(i, count, delta int) []int {
	path := p.path(i)
	depth := len(path) - 1
	var out []int
	for found := true; found; {
		found = false
		for d := max(len(p.nodes[p.start].At), depth-delta); d <= depth; d++ {
			if len(out) == count {
				return out
			}
			next := p.next[path[d]]
			for k := len(next) - 1; k >= 0 && next[k] > i; k-- {
				if !p.given[next[k]] {
					p.given[next[k]] = true
					out = append(out, next[k])
					found = true
					break
				}
			}
		}
	}
	return out
}

// name returns the CoordSeq of state i as text.
func (tr *tree) name(i int) string { return fmt.Sprint(tr.nodes[i].At) }
