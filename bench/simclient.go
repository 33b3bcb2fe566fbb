package bench

import (
	"time"

	"puzzlekit/engines/freecell/pdfs"
)

// simClient is a client: a walk that looks at what came in every now and then,
// as the client of `puzzlekit work` does.
type simClient struct {
	sim  *simulation
	id   int
	walk *treeWalk

	working bool
	began   time.Duration // when it began with what it works on
	done    int64         // iterations of that so far
	renewed int64         // iterations of that at the last report
	cycle   int64
	left    int64 // length of the cycle that it is in

	inbox   []func()      // what came in since the last look
	plan    int64         // number of the event at which it goes on; others are out of date
	told    int64         // cycle length that the server last sent
	lastIn  time.Duration // when the last message came
	lastOut time.Duration // when the last message got to the server
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
		c.sim.err = err
	}
	c.working, c.began = true, c.sim.now
	c.done, c.renewed, c.left = 0, 0, c.cycle
	c.sim.works(1)
	c.proceed()
}

// take is told something that it does when it looks, at once if it has nothing
// else to do.
func (c *simClient) take(do func()) {
	if !c.working {
		do()
		return
	}
	c.inbox = append(c.inbox, do)
	if len(c.inbox) == 1 {
		c.proceed()
	}
}

// proceed plans when the client will stop walking next: where it looks at what
// came in, if something did, where its cycle ends, or where its work does.
func (c *simClient) proceed() {
	now := int64((c.sim.now - c.began + c.sim.config.Iteration - 1) / c.sim.config.Iteration)
	poll, end := c.sim.config.Poll, c.renewed+c.left
	stop := end
	if len(c.inbox) > 0 {
		polls := (max(now, c.done) - c.renewed + poll - 1) / poll
		stop = min(stop, c.renewed+polls*poll)
	}
	stop = min(stop, c.done+c.walk.left)
	c.plan = c.sim.count + 1
	plan := c.plan
	c.sim.at(c.began+time.Duration(stop)*c.sim.config.Iteration, func() {
		if c.plan == plan {
			c.halt(stop)
		}
	})
}

// halt is what the client does after so many iterations.
func (c *simClient) halt(done int64) {
	c.sim.result.Iterations += done - c.done
	c.walk.run(done - c.done)
	c.done = done
	cycleOver := done == c.renewed+c.left
	if cycleOver || (done-c.renewed)%c.sim.config.Poll == 0 {
		for _, do := range c.inbox {
			do()
		}
		c.inbox = c.inbox[:0]
	}
	if cycleOver {
		c.renewed, c.left = done, c.cycle
		at := c.walk.stack.At(nil)
		c.send(func() { c.sim.server.report(c, at) })
	}
	if c.walk.left > 0 {
		c.proceed()
		return
	}
	c.working = false
	c.plan = 0
	c.sim.works(-1)
	c.want()
	for _, do := range c.inbox {
		do()
	}
	c.inbox = c.inbox[:0]
}

// provide gives away as many states as it can, at most count.
func (c *simClient) provide(count int64) {
	var seqs []pdfs.CoordSeq
	if c.working {
		seqs = c.walk.delegate(int(count), c.sim.config.Delta)
	}
	c.send(func() { c.sim.server.delegated(c, seqs) })
}

// setCycle changes the cycle length from the next cycle on.
func (c *simClient) setCycle(n int64) { c.cycle = n }
