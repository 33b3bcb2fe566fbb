package fcc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
)

// twin explores a board slowly and obviously: on boards, by the plain rules, with
// maps of strings, and with the definitions taken word by word.
type twin struct {
	start *freecell.Board
	prune bool
	under map[freecell.Card]freecell.Card // of locked cards
	nodes map[string]*twinNode
}

type twinNode struct {
	print        string // a digit for each card
	depth        int
	reversible   []string
	irreversible []string
}

// name is a canonical state as text.
func name(b *freecell.Board) string {
	var columns []string
	for _, c := range b.Columns {
		columns = append(columns, fmt.Sprintf("%v", c))
	}
	cells := slices.Sorted(slices.Values(b.FreeCells))
	slices.Sort(columns)
	return fmt.Sprintf("%v %v %v", columns, cells, b.Foundations)
}

func newTwin(b *freecell.Board, prune bool) *twin {
	t := &twin{start: b, prune: prune, under: map[freecell.Card]freecell.Card{}, nodes: map[string]*twinNode{}}
	for _, c := range b.Columns {
		for i := 1; i < len(c); i++ {
			if !b.Variant.CanStack(c[i], c[i-1]) {
				t.under[c[i]] = c[i-1]
			}
		}
	}
	return t
}

// print returns the digits of all cards and their sum.
func (t *twin) print(b *freecell.Board) (string, int) {
	var digits [52]byte
	depth := 0
	for i := range digits {
		digits[i] = 1
	}
	for _, col := range b.Columns {
		for i, c := range col {
			if below, locked := t.under[c]; locked && i > 0 && col[i-1] == below {
				digits[indexOf(c)] = 0
			}
		}
	}
	for s, r := range b.Foundations {
		for i := range int(r) {
			digits[i*4+s] = 2
		}
	}
	for _, d := range digits {
		depth += int(d)
	}
	return fmt.Sprint(digits), depth
}

// settle plays safe cards and tells whether there were any.
func (t *twin) settle(b *freecell.Board) bool {
	played := false
	for again := t.prune; again; {
		again = false
		for _, pile := range piles(b) {
			c, _ := top(b, pile)
			if c == freecell.NoCard || b.Foundations[c.Suit()]+1 != c.Rank() {
				continue
			}
			safe := true
			for s, r := range b.Foundations {
				same := freecell.Suit(s).Red() == c.Suit().Red()
				if !same && int(r) < int(c.Rank())-2 || same && s != int(c.Suit()) && int(r) < int(c.Rank())-3 {
					safe = false
				}
			}
			if safe {
				take(b, pile)
				b.Foundations[c.Suit()]++
				again, played = true, true
			}
		}
	}
	return played
}

func piles(b *freecell.Board) []freecell.Pile {
	var all []freecell.Pile
	for i := range b.Columns {
		all = append(all, freecell.Column(i))
	}
	for i := range b.FreeCells {
		all = append(all, freecell.FreeCell(i))
	}
	return all
}

func top(b *freecell.Board, p freecell.Pile) (freecell.Card, bool) {
	if i, ok := p.FreeCell(); ok {
		return b.FreeCells[i], false
	}
	i, _ := p.Column()
	if len(b.Columns[i]) == 0 {
		return freecell.NoCard, true
	}
	return b.Columns[i][len(b.Columns[i])-1], true
}

func take(b *freecell.Board, p freecell.Pile) {
	if i, ok := p.FreeCell(); ok {
		b.FreeCells[i] = freecell.NoCard
		return
	}
	i, _ := p.Column()
	b.Columns[i] = b.Columns[i][:len(b.Columns[i])-1]
}

// visit adds a state and all that can be reached from it.
func (t *twin) visit(b *freecell.Board) string {
	id := name(b)
	if t.nodes[id] != nil {
		return id
	}
	n := &twinNode{}
	t.nodes[id] = n
	n.print, n.depth = t.print(b)
	for _, from := range piles(b) {
		c, _ := top(b, from)
		if c == freecell.NoCard {
			continue
		}
		for _, to := range append(piles(b), freecell.Foundation) {
			next := b.Clone()
			take(next, from)
			irreversible := false
			if to == freecell.Foundation {
				if b.Foundations[c.Suit()]+1 != c.Rank() {
					continue
				}
				next.Foundations[c.Suit()]++
				irreversible = true
			} else if i, ok := to.FreeCell(); ok {
				if b.FreeCells[i] != freecell.NoCard {
					continue
				}
				next.FreeCells[i] = c
			} else {
				i, _ := to.Column()
				on, _ := top(b, to)
				if to == from || on != freecell.NoCard && !b.Variant.CanStack(c, on) {
					continue
				}
				next.Columns[i] = append(next.Columns[i], c)
			}
			if j, ok := from.Column(); ok && len(b.Columns[j]) > 1 && t.under[c] == b.Columns[j][len(b.Columns[j])-2] && t.under[c] != 0 {
				irreversible = true // c was home
			}
			irreversible = t.settle(next) || irreversible
			child := t.visit(next)
			switch {
			case child == id: // to another free cell, or a whole column
			case irreversible:
				n.irreversible = append(n.irreversible, child)
			default:
				n.reversible = append(n.reversible, child)
			}
		}
	}
	return id
}

// distances returns how many reversible moves away the states of a component are.
func (t *twin) distances(from string) map[string]int {
	at := map[string]int{from: 0}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range t.nodes[queue[0]].reversible {
			if _, ok := at[next]; !ok {
				at[next] = at[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return at
}

// solve returns what has been found at each depth.
func (t *twin) solve() map[int]Stats {
	b := t.start.Clone()
	t.settle(b)
	start := t.visit(b)
	counts := map[string]int{start: 0} // of entries
	byDepth := map[int]map[string][]string{}
	for id, n := range t.nodes {
		if byDepth[n.depth] == nil {
			byDepth[n.depth] = map[string][]string{}
		}
		byDepth[n.depth][n.print] = append(byDepth[n.depth][n.print], id)
	}
	result := map[int]Stats{}
	for depth := range 2*cards + 1 {
		var total Stats
		for _, states := range byDepth[depth] {
			total.Add(t.group(states, counts))
		}
		if total.States > 0 {
			result[depth-t.nodes[start].depth] = total
		}
	}
	return result
}

// group explores one fingerprint and notes the counts of what it leads to.
func (t *twin) group(states []string, counts map[string]int) Stats {
	s := Stats{Fingerprints: 1, States: int64(len(states)), Largest: int64(len(states)), MinCount: 1 << 30}
	away := map[string]map[string]int{}
	for _, e := range states {
		if _, ok := counts[e]; ok {
			away[e] = t.distances(e)
			s.Entries++
			s.CountSum += int64(counts[e])
		}
	}
	leads := map[string]bool{}
	derived := map[string]bool{}
	for _, u := range states {
		least := 1 << 30 // distance from the start
		lead := ""
		consumed := false
		for e, at := range away {
			d, ok := at[u]
			if !ok {
				continue
			}
			least = min(least, counts[e]+d)
			if e != u && away[u] != nil && counts[e]+d <= counts[u] {
				consumed = true
			}
			if lead == "" || counts[e] < counts[lead] || counts[e] == counts[lead] && e < lead {
				lead = e
			}
		}
		leads[lead] = true
		if consumed {
			s.Consumed++
		}
		s.MinCount, s.MaxCount = min(s.MinCount, least), max(s.MaxCount, least)
		for _, w := range t.nodes[u].irreversible {
			derived[w] = true
			if old, ok := counts[w]; !ok || least+1 < old {
				counts[w] = least + 1
			}
		}
	}
	s.FCCs = int64(len(leads))
	s.Reachable = s.Entries - s.FCCs - s.Consumed
	s.Derived = int64(len(derived))
	return s
}

// smallBoards draws end-games of few cards.
func smallBoards(t *rapid.T) *freecell.Board {
	v, err := freecell.VariantByName("freecell")
	if err != nil {
		t.Fatal(err)
	}
	v.Columns = rapid.IntRange(2, 4).Draw(t, "columns")
	v.FreeCells = rapid.IntRange(0, 2).Draw(t, "free cells")
	var sb strings.Builder
	sb.WriteString("Foundations:")
	var deck []freecell.Card
	for s := range freecell.Suit(4) {
		above := freecell.King - freecell.Rank(rapid.IntRange(0, min(3, 8-len(deck))).Draw(t, "cards of a suit"))
		fmt.Fprintf(&sb, " %v-%v", s, above)
		for r := above + 1; r <= freecell.King; r++ {
			deck = append(deck, freecell.NewCard(r, s))
		}
	}
	sb.WriteByte('\n')
	columns := make([][]string, v.Columns)
	for _, c := range rapid.Permutation(deck).Draw(t, "cards") {
		i := rapid.IntRange(0, v.Columns-1).Draw(t, "column")
		columns[i] = append(columns[i], c.String())
	}
	for _, c := range columns {
		sb.WriteString(": " + strings.Join(c, " ") + "\n")
	}
	b, err := freecell.ReadBoard("board", strings.NewReader(sb.String()), v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTwin holds the exploration against its slow twin.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smallBoards(t)
		prune := rapid.Bool().Draw(t, "prune")
		g, err := NewGame(b, prune)
		if err != nil {
			t.Fatal(err)
		}
		res, err := g.Solve(t.Context(), Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]Stats{}
		for _, d := range res.Depths {
			got[d.Depth] = d.Stats
		}
		if diff := cmp.Diff(newTwin(b, prune).solve(), got); diff != "" {
			t.Fatalf("%s\nprune %v (-twin +got):\n%s", b, prune, diff)
		}
	})
}
