package exhaust

import "puzzlekit/engines/freecell"

// deal is what is to be searched, and how its states are coded.
type deal[K words] struct {
	board *freecell.Board
	prune bool
	bits  int // of a key
	codec func() codec[K]
	start K // after pruning
	goal  K // all cards at home
}

func newDeal[K words](b *freecell.Board, bits int, prune bool, newCodec func() codec[K]) deal[K] {
	d := deal[K]{board: b, prune: prune, bits: bits, codec: newCodec}
	p := freecell.NewPosition(b)
	if prune {
		p.Prune(nil)
	}
	d.start = newCodec().encode(p)
	end := b.Clone()
	for i := range end.Foundations {
		end.Foundations[i] = freecell.King
	}
	clear(end.FreeCells)
	clear(end.Columns)
	d.goal = newCodec().encode(freecell.NewPosition(end))
	return d
}

func (d *deal[K]) expander() *expander[K] {
	return &expander[K]{codec: d.codec(), prune: d.prune, p: *freecell.NewPosition(d.board)}
}

// replay makes the moves of a way to the goal. The goal comes first; the start is
// not in it.
func (d *deal[K]) replay(way []K) ([]freecell.Move, error) {
	p, x := freecell.NewPosition(d.board), d.codec()
	var made []freecell.Atomic
	if d.prune {
		made = p.Prune(made)
	}
	for i := len(way) - 1; i >= 0; i-- {
		made = d.step(p, x, way[i], made)
	}
	return d.board.Play(made)
}

// step makes the first move that leads to the state of k, and the safe moves after
// it, and appends them to made.
func (d *deal[K]) step(p *freecell.Position, x codec[K], k K, made []freecell.Atomic) []freecell.Atomic {
	n := len(made)
	for _, m := range p.AppendMoves(nil, freecell.AllAtomic) {
		p.Make(m)
		made = append(made, m)
		if d.prune {
			made = p.Prune(made)
		}
		if x.encode(p) == k {
			break
		}
		for ; len(made) > n; made = made[:len(made)-1] {
			p.Unmake(made[len(made)-1])
		}
	}
	return made
}
