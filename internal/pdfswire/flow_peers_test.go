package pdfswire

import (
	"testing"

	"pgregory.net/rapid"
)

// A client and a server that know only what has reached them, with messages
// that take any time. Neither side's Flow may find fault with either side.
func TestFlowOfHonestPeers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := peers{T: t, flows: map[Side]*Flow{Client: {}, Server: {}}, underWay: map[Side][]Message{}}
		p.say(Client, ClientInit{})
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			steps := p.possible()
			if len(steps) == 0 {
				break
			}
			rapid.SampledFrom(steps).Draw(t, "step")()
		}
	})
}

// peers is a connection with what each end knows.
type peers struct {
	*rapid.T
	flows    map[Side]*Flow
	underWay map[Side][]Message // by sender

	client struct {
		id    int64
		works bool
		waits bool
		owes  []int64 // questions heard and not answered
		ended bool
	}
	server struct {
		waiting bool // the client wants work
		needs   bool // the client could delegate
		ended   bool
	}
}

// possible returns what can happen next.
func (p *peers) possible() []func() {
	var steps []func()
	add := func(can bool, step func()) {
		if can {
			steps = append(steps, step)
		}
	}
	c, s := &p.client, &p.server
	add(len(p.underWay[Client]) > 0, p.serverHears)
	add(len(p.underWay[Server]) > 0, p.clientHears)
	if !c.ended {
		add(c.id != 0 && !c.waits, func() {
			c.waits, c.works = true, false
			p.say(Client, WantToHelp{})
		})
		add(c.works, func() { p.say(Client, IAm{ID: c.id, At: CoordSeq{1}}, NeedHelp{}) })
		add(c.works, func() {
			c.waits, c.works = true, false // for the end
			p.say(Client, Solved{})
		})
		add(len(c.owes) > 0, p.clientProvides)
	}
	if !s.ended {
		add(s.waiting, func() {
			s.waiting = false
			p.say(Server, PleaseWorkOn{})
		})
		add(s.needs, func() {
			s.needs = false
			p.say(Server, PleaseProvide{Count: rapid.Int64Range(1, 3).Draw(p.T, "count")})
		})
	}
	return steps
}

func (p *peers) clientProvides() {
	n := int64(0)
	if p.client.works {
		n = rapid.Int64Range(0, p.client.owes[0]).Draw(p.T, "provided")
	}
	p.client.owes = p.client.owes[1:]
	p.say(Client, Providing{Seqs: make([]CoordSeq, n)})
}

func (p *peers) say(from Side, messages ...Message) {
	for _, m := range messages {
		if err := p.flows[from].Observe(from, m); err != nil {
			p.Fatalf("the %v says: %v", from, err)
		}
	}
	p.underWay[from] = append(p.underWay[from], messages...)
}

// hear takes the message of a side that has been longest under way.
func (p *peers) hear(from Side) Message {
	m := p.underWay[from][0]
	p.underWay[from] = p.underWay[from][1:]
	if err := p.flows[Client+Server-from].Observe(from, m); err != nil {
		p.Fatalf("heard from the %v: %v", from, err)
	}
	return m
}

func (p *peers) serverHears() {
	switch p.hear(Client).(type) {
	case ClientInit:
		p.say(Server, GiveID{ID: 7}, GiveScan{}, SetCycleLen{Len: 1}, SetDepthAllocDelta{})
	case WantToHelp:
		p.server.waiting = true
	case NeedHelp:
		p.server.needs = true
	case Solved:
		p.say(Server, Quit{}, EndConn{})
		p.server.ended = true
	}
}

func (p *peers) clientHears() {
	switch m := p.hear(Server).(type) {
	case GiveID:
		p.client.id = m.ID
		p.say(Client, IAm{ID: m.ID})
	case PleaseProvide:
		p.client.owes = append(p.client.owes, m.Count)
	case PleaseWorkOn:
		p.client.waits, p.client.works = false, true
	case EndConn:
		p.say(Client, EndConn{})
		p.client.ended = true
	}
}
