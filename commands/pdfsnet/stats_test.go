package pdfsnet

import (
	"sync"
	"sync/atomic"
	"testing"

	"puzzlekit/engines/freecell/pdfs/alloc"
)

// What Stats returns is the caller's: it can be measured while the search goes
// on. The share that is done never falls when nobody dies.
func TestStatsWhileWorking(t *testing.T) {
	tr := newTree(t, 57, 2)
	for name, risk := range map[string]float64{"peaceful": 0, "dying": 0.005} {
		t.Run(name, func(t *testing.T) {
			visits := make([]atomic.Int32, len(tr.nodes))
			clients := plainClients(tr, visits, 4, risk)
			// A step of a client is followed by a look at the server, so that
			// there are some whatever the machine does.
			look := make(chan struct{})
			for _, c := range clients {
				c.before = func(i int) {
					switch {
					case i == 0:
						look <- struct{}{}
					case i%50 == 0:
						select {
						case look <- struct{}{}:
						default:
						}
					}
				}
			}
			s := serve(t, tr.config(), overPipe)
			var looking sync.WaitGroup
			looks, last := 0, 0.0
			looking.Go(func() {
				gauge := alloc.NewGauge(NewTree(tr.board, tr.scan))
				for range look {
					done := gauge.Done(s.Stats().Works)
					if risk == 0 && done < last-1e-9 {
						t.Errorf("the share fell from %v to %v", last, done)
					}
					looks, last = looks+1, done
				}
			})
			s.plainClients(t, clients)
			close(look)
			looking.Wait()
			s.end(t)
			if done := alloc.NewGauge(NewTree(tr.board, tr.scan)).Done(s.Stats().Works); done != 1 {
				t.Errorf("at the end the share is %v", done)
			}
			if looks == 0 {
				t.Error("nobody looked")
			}
		})
	}
}

// Every number in the statistics is one that the clients know too.
func TestStatsAddUp(t *testing.T) {
	tr := newTree(t, 57, 2)
	visits := make([]atomic.Int32, len(tr.nodes))
	s := serve(t, tr.config(), overPipe)
	s.plainClients(t, plainClients(tr, visits, 4, 0.002))
	s.end(t)
	st := s.Stats()
	if len(st.Clients) != 0 || len(st.Works) != 0 || st.Waiting < 0 {
		t.Errorf("after the end there are %d clients and %d works", len(st.Clients), len(st.Works))
	}
	var sum Counters
	for _, c := range st.Past {
		sum.Messages += c.Messages
		sum.Reports += c.Reports
		sum.Iterations += c.Iterations
		sum.Assigned += c.Assigned
		sum.Finished += c.Finished
		sum.Delegated += c.Delegated
	}
	sum.Clients, sum.Dropped, sum.MaxDepth = int64(len(st.Past)+st.Forgotten), st.Total.Dropped, st.Total.MaxDepth
	if sum != st.Total {
		t.Errorf("the clients' numbers add up to\n%+v\nthe total is\n%+v", sum, st.Total)
	}
	if st.Total.Iterations != st.Total.Reports*s.config.CycleLen || st.Total.Iterations > int64(countVisits(visits)) {
		t.Errorf("%d iterations in %d reports, of %d", st.Total.Iterations, st.Total.Reports, countVisits(visits))
	}
}
