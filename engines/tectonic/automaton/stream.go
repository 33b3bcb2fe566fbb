package automaton

import (
	"context"

	"puzzlekit/engines/tectonic/grow"
)

// node is a live state before a row. Its edges are the rows that lead to live states.
type node struct {
	from, to int32 // of its edges
}

// Graph is an automaton with its edges spelled out, from which all grids can be
// written as fast as memory is copied. It does not change and is safe for concurrent
// use.
type Graph struct {
	width  int
	nodes  [][]node  // by row
	target [][]int32 // by row: node of the next row that an edge leads to
	text   [][]byte  // by row: digits of each edge
}

// Graph spells out the automaton.
func (a *Automaton) Graph(ctx context.Context) (*Graph, error) {
	g := &Graph{width: a.m.Problem().Width}
	keys := []grow.Key{}
	if start := a.m.Start(); a.Count().Sign() > 0 {
		keys = append(keys, a.m.Key(&start))
	}
	w := &rowWalker{m: a.m}
	for row := range a.rows {
		var (
			nodes  []node
			target []int32
			text   []byte
			next   []grow.Key
		)
		ids := map[grow.Key]int32{}
		for _, k := range keys {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s := a.m.Unpack(k)
			from := int32(len(target))
			w.walk(&s, row, func(s *grow.State, code rowCode) {
				if row+1 < len(a.rows) && a.rows[row+1].sum(rowKey(a.m, s)) == nil {
					return
				}
				k := a.m.Key(s)
				id, ok := ids[k]
				if !ok {
					id = int32(len(next))
					ids[k] = id
					next = append(next, k)
				}
				target = append(target, id)
				text = code.appendTo(text, g.width)
			})
			nodes = append(nodes, node{from, int32(len(target))})
		}
		g.nodes, g.target, g.text = append(g.nodes, nodes), append(g.target, target), append(g.text, text)
		keys = next
	}
	return g, nil
}

// blockSize is how much text Stream collects.
const blockSize = 1 << 18

// Stream calls emit with all grids in order, as codes with a line feed behind each, in
// blocks of whole lines that are valid during the call.
func (g *Graph) Stream(ctx context.Context, emit func(lines []byte) error) error {
	if len(g.nodes[0]) == 0 {
		return nil
	}
	s := streamer{g: g, ctx: ctx, emit: emit, line: make([]byte, 2*g.width*len(g.nodes)+1)}
	s.line[len(s.line)-1] = '\n'
	s.block = make([]byte, 0, blockSize+len(s.line))
	if err := s.row(0, 0); err != nil {
		return err
	}
	return emit(s.block)
}

// streamer is one call of Stream.
type streamer struct {
	g     *Graph
	ctx   context.Context // of one call
	emit  func([]byte) error
	line  []byte // the grid being built
	block []byte // lines that wait
}

func (s *streamer) row(row int, id int32) error {
	size := 2 * s.g.width
	n := s.g.nodes[row][id]
	text := s.g.text[row][int(n.from)*size : int(n.to)*size]
	if row == len(s.g.nodes)-1 {
		return s.last(row*size, text, size)
	}
	place := s.line[row*size : (row+1)*size]
	for edge, id := range s.g.target[row][n.from:n.to] {
		copy(place, text[edge*size:])
		if err := s.row(row+1, id); err != nil {
			return err
		}
	}
	return nil
}

// last writes the lines that end with each of the rows in text.
func (s *streamer) last(at int, text []byte, size int) error {
	for ; len(text) > 0; text = text[size:] {
		copy(s.line[at:], text[:size])
		s.block = append(s.block, s.line...)
	}
	if len(s.block) < blockSize {
		return nil
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	err := s.emit(s.block)
	s.block = s.block[:0]
	return err
}
