package sharing

import (
	"fmt"
	"time"

	"puzzlekit/engines/freecell/pdfs"
)

// simClient is a client, which does what a session of `puzzlekit work` does.
type simClient struct {
	sim  *simulation
	id   int64
	walk simWalk

	working bool
	began   time.Duration // when it began with what it works on
	done    int64         // iterations of that
	renewed int64         // iterations of that when the cycle began
	left    int64         // length of the cycle
	cycle   int64         // length of the next one
	inbox   []func()      // what came in since it last looked
	plan    int64         // the number of the stop that counts; it may have planned others before

	lastIn, lastOut time.Duration // when the last message arrived here and at the server

	// What the server remembers of it.

	assigned bool  // it has work
	asked    bool  // it has not answered PLEASE_PROVIDE_COORD_SEQS
	told     int64 // its cycle length
}

// simWalk is the walk of a simulated client. A client plans how far it will walk
// and walks when that time has come; a walk that is blind has to walk ahead to
// know how far it can.
type simWalk interface {
	start(at pdfs.CoordSeq) error
	blind() bool

	// reach returns how many of the next n iterations there are, or, as
	// [pdfs.Walker.Run], a few more.
	reach(n int64) (int64, error)

	// run walks n iterations, of which reach has said that they are there.
	run(n int64)

	// over tells whether nothing is left.
	over() bool

	at() pdfs.CoordSeq
	delegate(count, delta int) []pdfs.CoordSeq
}

// send has the server receive a message.
func (c *simClient) send(receive func()) {
	c.sim.at(c.sim.arrival(c.sim.now, &c.lastOut), receive)
}

// want says WANT_TO_HELP.
func (c *simClient) want() { c.send(func() { c.sim.server.want(c) }) }

// begin is told PLEASE_WORK_ON.
func (c *simClient) begin(at pdfs.CoordSeq) {
	if err := c.walk.start(at); err != nil {
		c.fail(err)
		return
	}
	c.working, c.began = true, c.sim.now
	c.done, c.renewed, c.left = 0, 0, c.cycle
	c.sim.works(1)
	c.proceed()
}

// hear is told anything else, which it does when it looks next, or at once when
// it has no work.
func (c *simClient) hear(do func()) {
	if !c.working {
		do()
		return
	}
	c.inbox = append(c.inbox, do)
	if len(c.inbox) == 1 && !c.walk.blind() {
		c.proceed()
	}
}

// proceed plans where the client stops next: where it looks, if something has
// come in; where its cycle ends; or where its work ends.
func (c *simClient) proceed() {
	stop := c.renewed + c.left
	switch {
	case c.walk.blind():
		stop = min(stop, c.done+c.sim.config.Poll)
	case len(c.inbox) > 0:
		stop = min(stop, c.nextPoll())
	}
	n, err := c.walk.reach(stop - c.done)
	if err != nil {
		c.fail(err)
		return
	}
	c.plan++
	plan := c.plan
	c.sim.at(c.began+time.Duration(c.done+n)*c.sim.config.Iteration, func() {
		if c.plan == plan {
			c.halt(n)
		}
	})
}

// nextPoll returns the number of iterations after which the client looks next.
func (c *simClient) nextPoll() int64 {
	iteration, poll := c.sim.config.Iteration, c.sim.config.Poll
	passed := max(int64((c.sim.now-c.began+iteration-1)/iteration), c.done+1) - c.renewed
	return c.renewed + (passed+poll-1)/poll*poll
}

// halt is where the client stops after n more iterations.
func (c *simClient) halt(n int64) {
	c.sim.result.Iterations += n
	c.walk.run(n)
	c.done += n
	cycleOver := c.done >= c.renewed+c.left
	if cycleOver || c.walk.blind() || (c.done-c.renewed)%c.sim.config.Poll == 0 {
		c.look()
	}
	if cycleOver {
		c.renewed, c.left = c.done, c.cycle
		at := c.walk.at()
		c.send(func() { c.sim.server.report(c, at) })
	}
	if !c.walk.over() {
		c.proceed()
		return
	}
	c.working = false
	c.plan++
	c.sim.works(-1)
	c.want()
	c.look()
}

// look does what has come in.
func (c *simClient) look() {
	for _, do := range c.inbox {
		do()
	}
	clear(c.inbox)
	c.inbox = c.inbox[:0]
}

// provide gives away as many states as it can, at most count.
func (c *simClient) provide(count int) {
	var seqs []pdfs.CoordSeq
	if c.working {
		seqs = c.walk.delegate(count, c.sim.config.Delta)
	}
	c.send(func() { c.sim.server.delegated(c, seqs) })
}

// setCycle changes the cycle length; what is left of the cycle it can only
// shorten.
func (c *simClient) setCycle(n int64) {
	c.cycle = n
	c.left = min(c.left, c.done-c.renewed+n)
}

func (c *simClient) fail(err error) {
	c.sim.err = fmt.Errorf("sharing: simulated client %d: %w", c.id, err)
}
