package pdfsnet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// endgame is solved at [0 0 0] and at [0 1 0], and has six states in all.
const endgame = `Foundations: H-J C-J D-J S-J
QH KS
QS KH
KD QC
KC QD
:
:
:
:
`

func endgameTree(t testing.TB) *tree {
	t.Helper()
	scan := mustScan(t, "--freecells-num 0 "+pdfs.DefaultScan)
	board, err := freecell.ReadBoard("endgame", strings.NewReader(endgame), scan.Variant)
	if err != nil {
		t.Fatal(err)
	}
	return newTreeOf(t, board, scan)
}

func TestRevoked(t *testing.T) {
	p := &part{start: pdfs.CoordSeq{0}, delegated: []pdfs.CoordSeq{{0, 1}, {0, 2, 1}}}
	for _, c := range []struct {
		start   pdfs.CoordSeq
		revoked bool
	}{
		{pdfs.CoordSeq{}, true}, // a server that begins anew
		{pdfs.CoordSeq{0}, true},
		{pdfs.CoordSeq{0, 0}, true},
		{pdfs.CoordSeq{0, 0, 7}, true},
		{pdfs.CoordSeq{0, 1}, false},
		{pdfs.CoordSeq{0, 1, 5}, false},
		{pdfs.CoordSeq{0, 2}, true},
		{pdfs.CoordSeq{0, 2, 0}, true},
		{pdfs.CoordSeq{0, 2, 1}, false},
		{pdfs.CoordSeq{0, 2, 1, 0}, false},
		{pdfs.CoordSeq{1}, false},
		{pdfs.CoordSeq{1, 0}, false},
	} {
		if got := p.revoked(c.start); got != c.revoked {
			t.Errorf("%v handed out: revoked %v, want %v", c.start, got, c.revoked)
		}
	}
}

// groupTest is a group and whether its cache still has the root in it.
type groupTest struct {
	*group
	*tree
}

func newGroupTest(t *testing.T) groupTest {
	g := groupTest{newGroup(1 << 20), endgameTree(t)}
	g.cache("a search", 1)
	return g
}

// session returns a session that ends when it is revoked.
func (g groupTest) session(t *testing.T) (s *session, ctx context.Context) {
	near, far := net.Pipe()
	s = newSession(near, g.group, &WorkStats{}, nil)
	ctx, s.revoke = context.WithCancelCause(t.Context())
	ended := context.AfterFunc(ctx, func() {
		g.end(s)
		close(s.gone)
	})
	t.Cleanup(func() {
		ended()
		near.Close()
		far.Close()
	})
	return s, ctx
}

// enter puts the root into the cache and tells whether it was there.
func (g groupTest) enter(t *testing.T) bool {
	t.Helper()
	w := pdfs.NewWalker(g.board, g.scan, g.dead)
	if err := w.Start(nil); err != nil {
		t.Fatal(err)
	}
	_, status, err := w.Run(1)
	if err != nil {
		t.Fatal(err)
	}
	return status == pdfs.Exhausted
}

// The cache is emptied when, and only when, work was lost.
func TestGroupForgets(t *testing.T) {
	seqs := func(s ...pdfs.CoordSeq) []pdfs.CoordSeq { return s }
	for _, c := range []struct {
		name   string
		events func(g groupTest, one, two *session, ctx context.Context) error
		kept   bool
	}{
		{"neighbors", func(g groupTest, one, two *session, ctx context.Context) error {
			return errors.Join(g.begin(ctx, one, pdfs.CoordSeq{0}), g.begin(ctx, two, pdfs.CoordSeq{1}))
		}, true},
		{"given away", func(g groupTest, one, two *session, ctx context.Context) error {
			err := g.begin(ctx, one, pdfs.CoordSeq{0})
			g.delegate(one, seqs(pdfs.CoordSeq{0, 3}))
			return errors.Join(err, g.begin(ctx, two, pdfs.CoordSeq{0, 3}))
		}, true},
		{"given away and on", func(g groupTest, one, two *session, ctx context.Context) error {
			err := g.begin(ctx, one, pdfs.CoordSeq{0})
			g.delegate(one, seqs(pdfs.CoordSeq{0, 3}))
			return errors.Join(err, g.begin(ctx, two, pdfs.CoordSeq{0, 3, 1}))
		}, true},
		{"the next piece", func(g groupTest, one, _ *session, ctx context.Context) error {
			return errors.Join(g.begin(ctx, one, pdfs.CoordSeq{0}), g.begin(ctx, one, pdfs.CoordSeq{0, 1}))
		}, true},
		{"finished by one, given to two", func(g groupTest, one, two *session, ctx context.Context) error {
			return errors.Join(g.begin(ctx, one, pdfs.CoordSeq{0}), g.begin(ctx, one, pdfs.CoordSeq{1}), g.begin(ctx, two, pdfs.CoordSeq{0, 1}))
		}, true},
		{"what is left of one's", func(g groupTest, one, two *session, ctx context.Context) error {
			return errors.Join(g.begin(ctx, one, pdfs.CoordSeq{0}), g.begin(ctx, two, pdfs.CoordSeq{0, 1}))
		}, false},
		{"all of one's", func(g groupTest, one, two *session, ctx context.Context) error {
			return errors.Join(g.begin(ctx, one, pdfs.CoordSeq{0}), g.begin(ctx, two, pdfs.CoordSeq{0}))
		}, false},
		{"more than one's", func(g groupTest, one, two *session, ctx context.Context) error {
			return errors.Join(g.begin(ctx, one, pdfs.CoordSeq{0}), g.begin(ctx, two, nil))
		}, false},
		{"beside what was given away", func(g groupTest, one, two *session, ctx context.Context) error {
			err := g.begin(ctx, one, pdfs.CoordSeq{0})
			g.delegate(one, seqs(pdfs.CoordSeq{0, 3}))
			return errors.Join(err, g.begin(ctx, two, pdfs.CoordSeq{0, 2}))
		}, false},
		{"connection lost at work", func(g groupTest, one, _ *session, ctx context.Context) error {
			err := g.begin(ctx, one, pdfs.CoordSeq{0})
			g.end(one)
			return err
		}, false},
		{"connection lost before work", func(g groupTest, one, _ *session, _ context.Context) error {
			g.end(one)
			return nil
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGroupTest(t)
			one, ctx := g.session(t)
			two, _ := g.session(t)
			if g.enter(t) {
				t.Fatal("a new cache knows the root")
			}
			// The sessions begin with the context of the first: when it is
			// revoked, so is the wait of the second.
			if err := c.events(g, one, two, context.WithoutCancel(ctx)); err != nil {
				t.Fatal(err)
			}
			if kept := g.enter(t); kept != c.kept {
				t.Errorf("the cache was kept: %v, want %v", kept, c.kept)
			}
		})
	}
}

// A session that waits for another one to end can itself be revoked: nobody waits
// for ever.
func TestGroupRevokedWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGroupTest(t)
		one, oneCtx := g.session(t)
		two, twoCtx := g.session(t)
		three := newSession(one.conn, g.group, &WorkStats{}, nil)
		three.revoke = func(error) {} // it does not hear of it, and never ends
		if err := errors.Join(g.begin(oneCtx, one, pdfs.CoordSeq{0}), g.begin(oneCtx, three, pdfs.CoordSeq{1})); err != nil {
			t.Fatal(err)
		}
		g.delegate(three, []pdfs.CoordSeq{{1, 4, 2}})
		waiting := errors.New("it waits")
		errOne, errTwo := waiting, waiting
		go func() { errTwo = g.begin(twoCtx, two, pdfs.CoordSeq{1, 4}) }()
		synctest.Wait()
		if !errors.Is(errTwo, waiting) {
			t.Fatalf("before it is revoked: %v", errTwo)
		}
		go func() { errOne = g.begin(oneCtx, one, pdfs.CoordSeq{1, 4, 2}) }()
		synctest.Wait()
		if !errors.Is(errTwo, errRevoked) || errOne != nil {
			t.Errorf("the one revoked ends with %v, the other one with %v", errTwo, errOne)
		}
	})
}

// A part does not remember more than its share of what it gave away, and takes
// what it forgot for its own.
func TestGroupForgetsDelegated(t *testing.T) {
	g := newGroupTest(t)
	s, ctx := g.session(t)
	if err := g.begin(ctx, s, nil); err != nil {
		t.Fatal(err)
	}
	deep := func(i int) pdfs.CoordSeq {
		seq := make(pdfs.CoordSeq, maxDelegated/8)
		seq[0] = int32(i)
		return seq
	}
	for i := range 10 {
		g.delegate(s, []pdfs.CoordSeq{deep(i)})
	}
	p := g.active[s]
	if n := len(slices.Concat(p.delegated...)); n > maxDelegated || p.coords != n+len(p.delegated) {
		t.Errorf("%d coordinates are kept, counted as %d: expected at most %d", n, p.coords, maxDelegated)
	}
	if !p.revoked(deep(0)) || p.revoked(deep(9)) {
		t.Errorf("the oldest are to be forgotten, not the latest")
	}
}

// A server drops one client of a process, which does not notice, and hands what
// it had to do to another client of that process. Both share a cache of dead
// ends, and the first has entered states in it that nobody will finish for it.
// The second has to find the solution behind them all the same, however far the
// first one goes on.
func TestZombie(t *testing.T) {
	for steps := range 3 {
		t.Run(fmt.Sprintf("steps=%d", steps), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { zombie(t, steps) })
		})
	}
}

// zombie lets the first client go on for so many steps before the second is
// given its work, and then for one step whenever the second has done one.
func zombie(t *testing.T, steps int) {
	lines := &logged{}
	p := startProcess(t, WorkConfig{Log: lines.logger(), Parallel: 2, DeadEnds: 1 << 20})
	synctest.Wait()
	first, second := <-p.dialed, <-p.dialed
	defer second.stop()
	defer first.stop()
	for i, c := range []*testedClient{first, second} {
		tell(t, c,
			fmt.Sprintf("GIVE_ID_TO_CLIENT %d", i+1),
			fmt.Sprintf("GIVE_SCAN_TO_CLIENT %q %q", "--freecells-num 0 "+pdfs.DefaultScan, endgame),
			"SET_CYCLE_LEN 1", "SET_DEPTH_ALLOC_DELTA 9")
		for range 3 { // CLIENT_INIT, I_AM, WANT_TO_HELP
			c.next(t)
		}
	}
	tell(t, first, "PLEASE_WORK_ON []")
	for range 2 * steps { // I_AM and NEEDHELP, which the server takes no notice of
		first.next(t)
	}
	tell(t, second, "PLEASE_WORK_ON []")
	for {
		first.next(t)
		switch m := second.next(t); m {
		case "SOLVED [0 0 0]":
			return
		case "WANT_TO_HELP", "":
			t.Fatalf("the second client says %q: the solution is lost", m)
		}
	}
}

// tell says messages to a client.
func tell(t *testing.T, c *testedClient, lines ...string) {
	t.Helper()
	synctest.Wait()
	if _, err := c.far.Write(mustEncode(t, lines...)); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}
