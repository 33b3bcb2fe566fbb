package alloc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

type walkTree struct{ w *pdfs.Walker }

func (t walkTree) Widths(at pdfs.CoordSeq) ([]int32, error) {
	if err := t.w.Start(at); err != nil {
		return nil, err
	}
	return t.w.Widths(nil), nil
}

type hclient struct {
	id, proc int64
	w        *pdfs.Walker
	working  bool
	cycle    int
	out      []any
	in       []any
}
type hAt struct{ at pdfs.CoordSeq }
type hProv struct{ seqs []pdfs.CoordSeq }
type hWant struct{}
type hWork struct{ at pdfs.CoordSeq }
type hAsk struct{ n int }

func TestHole(t *testing.T) {
	bad, total := 0, 0
	for seed := uint64(0); seed < 6000; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		v, _ := freecell.VariantByName("freecell")
		b := pdfstest.Endgame(r, v, 3+r.IntN(2), r.IntN(2)+0, 6+r.IntN(4))
		s := pdfstest.Search{Board: b, Tests: "01ABCDE"}
		nodes, done := s.Walk(20000)
		if !done || len(nodes) < 300 {
			continue
		}
		states := map[string]string{}
		for _, n := range nodes {
			states[fmt.Sprint(n.At)] = n.State
		}
		scan := pdfs.Scan{Variant: b.Variant, Tests: "01ABCDE"}
		reach := s.Reachable()
		for rep := 0; rep < 20; rep++ {
			total++
			entered := map[string]bool{}
			a := alloc.New(walkTree{pdfs.NewWalker(b, scan, nil)}, nil)
			const procs, per = 2, 2
			dead := make([]*pdfs.DeadEnds, procs)
			byID := map[int64]*hclient{}
			var cl []*hclient
			next := int64(0)
			grant := func(gs []alloc.Grant) {
				for _, g := range gs {
					c := byID[g.Client]
					c.in = append(c.in, hWork{g.At})
				}
			}
			fresh := func(proc int64) *hclient {
				next++
				c := &hclient{id: next, proc: proc, w: pdfs.NewWalker(b, scan, dead[proc])}
				c.out = append(c.out, hWant{})
				byID[next] = c
				return c
			}
			for p := range procs {
				dead[p] = pdfs.NewDeadEnds(1<<16, 1)
				for range per {
					cl = append(cl, fresh(int64(p)))
				}
			}
			serve := func(c *hclient) {
				m := c.out[0]
				c.out = c.out[1:]
				switch m := m.(type) {
				case hWant:
					grant(a.Want(c.id))
				case hAt:
					if err := a.Report(c.id, m.at); err != nil {
						t.Fatal(err)
					}
					if n := a.Waiting(); n > 0 {
						c.in = append(c.in, hAsk{n})
					}
				case hProv:
					g, err := a.Delegated(c.id, m.seqs)
					if err != nil {
						t.Fatal(err)
					}
					grant(g)
				}
			}
			steps := 0
			for !a.Exhausted() {
				steps++
				if steps > 2000000 {
					t.Fatal("endless")
				}
				i := r.IntN(len(cl))
				c := cl[i]
				switch k := r.IntN(200); {
				case k == 0 && steps < 5000:
					// connection dies
					for len(c.out) > 0 && r.IntN(2) == 0 {
						serve(c)
					}
					dead[c.proc].Forget()
					delete(byID, c.id)
					grant(a.Leave(c.id))
					cl[i] = fresh(c.proc)
				case k < 80:
					if len(c.out) > 0 {
						serve(c)
					}
				default:
					if len(c.in) > 0 {
						m := c.in[0]
						c.in = c.in[1:]
						switch m := m.(type) {
						case hWork:
							if err := c.w.Start(m.at); err != nil {
								t.Fatal(err)
							}
							c.working = true
							c.cycle = 0
						case hAsk:
							if c.working {
								c.out = append(c.out, hProv{c.w.Delegate(m.n, 1000)})
							} else {
								c.out = append(c.out, hProv{})
							}
						}
						continue
					}
					if !c.working {
						continue
					}
					e := c.w.Expanded()
					n, st, err := c.w.Run(1)
					if err != nil {
						t.Fatal(err)
					}
					if c.w.Expanded() > e {
						entered[states[fmt.Sprint([]int32(c.w.At(nil)))]] = true
					}
					c.cycle += int(n)
					if st == pdfs.Exhausted {
						c.working = false
						c.out = append(c.out, hWant{})
					} else if c.cycle >= 20 {
						c.cycle = 0
						c.out = append(c.out, hAt{c.w.At(nil)})
					}
				}
			}
			for k := range reach {
				if !entered[k] {
					bad++
					t.Logf("seed %d rep %d: %d of %d states not entered", seed, rep, len(reach)-len(entered), len(reach))
					break
				}
			}
		}
	}
	t.Logf("%d of %d", bad, total)
}
