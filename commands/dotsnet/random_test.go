package dotsnet

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/dots"
	"puzzlekit/internal/dotswire"
)

// Whatever clients do, in whatever order, each of them is told a story that fits
// together: after every step what a client has gathered from the messages is what
// the server knows.
func TestRandomClients(t *testing.T) {
	var moves, games int64
	for seed := range uint64(40) {
		d := dotswire.Dialect(seed % 2)
		config := Config{Tables: 2}
		if seed%5 == 4 {
			config.Opponent = "random"
		}
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			inBubble(t, config, d, func(b *bubble) {
				r := &rabble{b, rand.New(rand.NewPCG(seed, 0)), map[string]*listener{}, 0}
				for range 1000 {
					r.step()
				}
				moves += b.hall.stats.Moves.Load()
				games += b.hall.stats.Games.Load()
			})
		})
	}
	if moves < 2000 || games < 50 {
		t.Errorf("only %d moves in %d games", moves, games)
	}
}

// rabble is a number of clients without a plan.
type rabble struct {
	*bubble
	random *rand.Rand
	here   map[string]*listener
	last   int
}

// listener is a client that knows what it has heard.
type listener struct {
	*peer
	in     bytes.Buffer
	reader *dotswire.Reader
	view   *View
}

func (r *rabble) step() {
	names := slices.Sorted(maps.Keys(r.here))
	switch n := r.random.IntN(40); {
	case len(names) == 0 || n == 0 && len(names) < 6:
		r.last++
		l := &listener{peer: r.connect(fmt.Sprint(r.last)), view: NewView()}
		l.reader = dotswire.NewReader(&l.in, r.dialect)
		r.here[fmt.Sprint(r.last)] = l
	case n == 1:
		name := names[r.random.IntN(len(names))]
		r.here[name].conn.Close()
		delete(r.here, name)
	default:
		l := r.here[names[r.random.IntN(len(names))]]
		// Who is closed meanwhile notices below.
		_, _ = l.conn.Write(dotswire.AppendClient(nil, r.words(l)))
	}
	synctest.Wait()
	r.check()
}

// words are what a client says: mostly what is in order.
func (r *rabble) words(l *listener) dotswire.ClientMessage {
	switch n := r.random.IntN(12); {
	case n == 0:
		return dotswire.RequestNewGame{}
	case n == 1:
		return dotswire.RequestSync{}
	case n == 2 || l.view.Asked:
		return dotswire.SendOptions{Width: uint8(1 + r.random.IntN(3)), Height: uint8(1 + r.random.IntN(3))}
	case l.view.Over && n < 9:
		return dotswire.RequestNewGame{}
	case l.view.sent != nil:
		return dotswire.RequestSync{}
	}
	size := l.view.Size
	if size.Width == 0 || r.random.IntN(9) == 0 {
		size = dots.Size{Width: 256, Height: 256}
	}
	line := dots.Line{Kind: dots.Kind(r.random.IntN(2)), X: r.random.IntN(size.Width), Y: r.random.IntN(size.Height)}
	return l.view.Send(line)
}

// check compares what everybody has heard with what the tables know.
func (r *rabble) check() {
	for name, l := range r.here {
		in, closed := l.heard()
		l.in.Write(in)
		for l.in.Len() > 0 || len(in) > 0 {
			m, err := l.reader.Server()
			if err != nil {
				break
			}
			if m, ok := m.(dotswire.Move); ok && r.dialect == dotswire.GGZ4 {
				before := l.view.Scores
				l.view.Apply(m)
				if got := l.view.Scores[0] + l.view.Scores[1] - before[0] - before[1]; got != int(m.Score.Count) {
					r.t.Fatalf("client %s: %v completes %d boxes, the server says %d", name, m.Line, got, m.Score.Count)
				}
				continue
			}
			l.view.Apply(m)
		}
		if closed {
			delete(r.here, name)
			continue
		}
		t := r.tableOf(l)
		if t == nil {
			r.t.Fatalf("client %s is at no table", name)
		}
		r.compare(name, l, t)
	}
}

func (r *rabble) tableOf(l *listener) *table {
	for _, t := range r.hall.all("") {
		t.mu.Lock()
		guests := append([]guest{t.seats[0].guest, t.seats[1].guest}, t.watchers...)
		t.mu.Unlock()
		for _, g := range guests {
			if link, ok := g.(*link); ok && r.dialed[link.conn] == l.conn {
				return t
			}
		}
	}
	return nil
}

func (r *rabble) compare(name string, l *listener, t *table) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := l.view
	if diff := cmp.Diff(t.players().Seats, v.Seats); diff != "" {
		r.t.Fatalf("client %s: seats %s", name, diff)
	}
	if t.position == nil || v.Size != t.position.Size() {
		if t.position != nil && t.phase != over && t.phase != options {
			r.t.Fatalf("client %s has the board %v, the table %v", name, v.Size, t.position.Size())
		}
		return
	}
	if t.phase == playing || t.phase == wait {
		for x := range v.Size.Width {
			for y := range v.Size.Height {
				for _, kind := range []dots.Kind{dots.Horizontal, dots.Vertical} {
					line := dots.Line{Kind: kind, X: x, Y: y}
					if v.Size.Has(line) && v.drawn[line] != t.position.Drawn(line) {
						r.t.Fatalf("client %s: %v is drawn: %v", name, line, v.drawn[line])
					}
				}
			}
		}
		if v.Scores != [2]int{t.position.Score(0), t.position.Score(1)} {
			r.t.Fatalf("client %s has the score %v", name, v.Scores)
		}
	}
	if mine := t.phase == playing && t.position.Turn() == v.Seat; v.Seat >= 0 && t.phase == playing && v.sent == nil && v.MayMove != mine {
		r.t.Fatalf("client %s may move: %v, want %v", name, v.MayMove, mine)
	}
}
