package pdfsnet

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync/atomic"
)

// plainClient is a client of the tests, written from the protocol's page and
// sharing nothing with the one that it describes. It works on a search that it
// knows in full, and counts which states it enters.
type plainClient struct {
	tree   *tree
	visits []atomic.Int32 // of each state, by all clients
	before func(i int)    // if not nil, called before a state is entered

	// fate, if it is not nil, is asked at every step: true is sudden death.
	fate *rand.Rand
	risk float64

	conn   net.Conn
	heard  chan string
	id     string
	cycle  int
	delta  int
	deaths int
}

var (
	errDead     = errors.New("died")
	errFinished = errors.New("heard QUIT")
)

// work connects, and again after every death, until the server says QUIT.
func (c *plainClient) work(dial func() (net.Conn, error)) error {
	for {
		conn, err := dial()
		if err != nil {
			return err
		}
		c.conn, c.heard = conn, make(chan string, 100)
		go c.listen()
		err = c.talk()
		conn.Close()
		for range c.heard {
			// Until listen is done.
		}
		switch {
		case errors.Is(err, errFinished):
			return nil
		case !errors.Is(err, errDead):
			return err
		}
		c.deaths++
	}
}

func (c *plainClient) listen() {
	defer close(c.heard)
	for {
		m, err := decode(c.conn)
		if err != nil {
			return
		}
		c.heard <- m
	}
}

// say says messages in one write. A client may die in the middle of it.
func (c *plainClient) say(lines ...string) error {
	var data []byte
	for _, line := range lines {
		b, err := encode(line)
		if err != nil {
			return err
		}
		data = append(data, b...)
	}
	if c.dies() {
		_, _ = c.conn.Write(data[:c.fate.IntN(len(data))])
		return errDead
	}
	if _, err := c.conn.Write(data); err != nil {
		return c.ended(err)
	}
	return nil
}

func (c *plainClient) dies() bool { return c.fate != nil && c.fate.Float64() < c.risk }

// ended looks why the connection ended: QUIT is as good as any reason.
func (c *plainClient) ended(err error) error {
	for m := range c.heard {
		if m == "QUIT" {
			return errFinished
		}
	}
	return fmt.Errorf("connection lost: %w", err)
}

// hear waits for a message.
func (c *plainClient) hear() (name, rest string, err error) {
	m, ok := <-c.heard
	if !ok {
		return "", "", c.ended(io.EOF)
	}
	name, rest, _ = strings.Cut(m, " ")
	return name, rest, c.obey(name, rest)
}

// obey does what is to be done at once.
func (c *plainClient) obey(name, rest string) error {
	switch name {
	case "QUIT":
		return errFinished
	case "END_CONN":
		return errors.New("the server finds fault with the client")
	case "GIVE_ID_TO_CLIENT":
		c.id = rest
	case "SET_CYCLE_LEN":
		_, err := fmt.Sscan(rest, &c.cycle)
		return err
	case "SET_DEPTH_ALLOC_DELTA":
		_, err := fmt.Sscan(rest, &c.delta)
		return err
	}
	return nil
}

func (c *plainClient) talk() error {
	err := c.say("CLIENT_INIT")
	for range 4 {
		if err == nil {
			_, _, err = c.hear()
		}
	}
	if err == nil {
		err = c.say("I_AM " + c.id + " []")
	}
	for err == nil {
		if err = c.say("WANT_TO_HELP"); err == nil {
			err = c.workOnce()
		}
	}
	return err
}

// workOnce waits for a piece of work and does it.
func (c *plainClient) workOnce() error {
	for {
		name, rest, err := c.hear()
		if err != nil {
			return err
		}
		switch name {
		case "PLEASE_PROVIDE_COORD_SEQS":
			if err := c.say("PROVIDING_COORD_SEQS"); err != nil {
				return err
			}
		case "PLEASE_WORK_ON":
			start, ok := c.tree.named[rest]
			if !ok {
				return fmt.Errorf("told to work on %s, which does not exist", rest)
			}
			return c.walk(treePart{c.tree, start, map[int]bool{}})
		}
	}
}

func (c *plainClient) walk(p treePart) error {
	i := p.start
	for entered, more := 1, true; more; entered++ {
		if c.dies() {
			return errDead
		}
		if c.before != nil {
			c.before(i)
		}
		c.visits[i].Add(1)
		if p.nodes[i].Solved {
			return c.solved(p.name(i))
		}
		if err := c.poll(p, i); err != nil {
			return err
		}
		if entered%c.cycle == 0 {
			if err := c.say("I_AM "+c.id+" "+p.name(i), "NEEDHELP"); err != nil {
				return err
			}
		}
		i, more = p.following(i)
	}
	return nil
}

// poll answers what was asked meanwhile.
func (c *plainClient) poll(p treePart, i int) error {
	for {
		select {
		case m, ok := <-c.heard:
			if !ok {
				return c.ended(io.EOF)
			}
			name, rest, _ := strings.Cut(m, " ")
			if err := c.obey(name, rest); err != nil {
				return err
			}
			if name == "PLEASE_PROVIDE_COORD_SEQS" {
				var count int
				if _, err := fmt.Sscan(rest, &count); err != nil {
					return err
				}
				answer := []string{"PROVIDING_COORD_SEQS"}
				for _, given := range p.give(i, count, c.delta) {
					answer = append(answer, p.name(given))
				}
				if err := c.say(strings.Join(answer, " ")); err != nil {
					return err
				}
			}
		default:
			return nil
		}
	}
}

// solved claims a solution and waits for QUIT.
func (c *plainClient) solved(at string) error {
	err := c.say("SOLVED " + at)
	for err == nil {
		var name string
		if name, _, err = c.hear(); err == nil && name == "PLEASE_PROVIDE_COORD_SEQS" {
			err = c.say("PROVIDING_COORD_SEQS")
		}
	}
	return err
}
