package pdfswire

import "fmt"

// Flow follows one connection's conversation and tells which messages are in
// order. Either end can keep one: it tells it, in the order in which they
// happen there, of the messages that it reads and of those that it hands to be
// sent. The rules allow for messages that cross on their way.
//
// The zero value is ready for a new connection. A Flow is not safe for
// concurrent use.
type Flow struct {
	phase    phase
	id       int64   // given to the client; 0 before that
	greeted  int     // messages of the greeting that the server has said
	reported bool    // whether I_AM is the last thing a working client said
	needs    int     // NEEDHELPs that the server has not answered
	asked    []int64 // counts of the PLEASE_PROVIDE_COORD_SEQS not answered
	gone     Side    // the sides that have said END_CONN
	over     bool    // whether the server has said QUIT
}

// phase is how far the client has come.
type phase int

const (
	connected phase = iota
	started         // has said CLIENT_INIT
	named           // has answered GIVE_ID_TO_CLIENT with I_AM
	waiting         // has said WANT_TO_HELP
	working         // has been given work
	solved          // has said SOLVED
)

// greeting is what the server says first.
var greeting = [...]messageID{idGiveID, idGiveScan, idSetCycleLen, idSetDepthAllocDelta}

// Observe takes note that a side says a message. When the message is out of
// order it returns an error matching [ErrOrder], or [ErrList] when it provides
// more than was asked for, and takes no note. It does not check what a [Reader]
// checks.
func (f *Flow) Observe(from Side, m Message) error {
	err := f.allow(from, m)
	if err != nil {
		return fmt.Errorf("%s: %w", Name(m), err)
	}
	if from == Client {
		f.noteClient(m)
	} else {
		f.noteServer(m)
	}
	return nil
}

func (f *Flow) allow(from Side, m Message) error {
	switch {
	case table[m.id()].saidBy&from == 0:
		return outOfOrder("not for the %v to say", from)
	case f.gone&from != 0:
		return outOfOrder("the %v has said END_CONN", from)
	case m.id() == idEndConn:
		return nil
	case from == Client:
		return f.allowClient(m)
	default:
		return f.allowServer(m)
	}
}

func outOfOrder(format string, args ...any) error {
	return violated(ErrOrder, "out of order: "+format, args...)
}

func (f *Flow) allowClient(m Message) error {
	switch m := m.(type) {
	case ClientInit:
		if f.phase != connected {
			return outOfOrder("said before")
		}
	case IAm:
		return f.allowIAm(m)
	case WantToHelp:
		switch f.phase {
		case connected, started:
			return outOfOrder("the client has not said who it is")
		case waiting:
			return outOfOrder("the client waits already")
		case solved:
			return outOfOrder("the client has said SOLVED")
		}
	case NeedHelp:
		if !f.reported {
			return outOfOrder("expected directly after a working client's I_AM")
		}
	case Solved:
		if f.phase != working {
			return outOfOrder("the client has no work")
		}
	case Providing:
		return f.allowProviding(m)
	}
	return nil
}

func (f *Flow) allowIAm(m IAm) error {
	switch {
	case f.id == 0:
		return outOfOrder("the client has not been given an id")
	case m.ID != f.id:
		return outOfOrder("id %d: the client was given %d", m.ID, f.id)
	case f.phase == started && len(m.At) > 0:
		return outOfOrder("the first one has depth %d: expected 0", len(m.At))
	case f.phase != started && f.phase != working:
		return outOfOrder("the client has no work to report on")
	}
	return nil
}

func (f *Flow) allowProviding(m Providing) error {
	if len(f.asked) == 0 {
		return outOfOrder("not asked for")
	}
	if n := len(m.Seqs); int64(n) > f.asked[0] {
		return violated(ErrList, "%d sequences: only %d asked for", n, f.asked[0])
	}
	// The question may have crossed WANT_TO_HELP on its way.
	if len(m.Seqs) > 0 && f.phase < working {
		return outOfOrder("%d sequences from a client without work", len(m.Seqs))
	}
	return nil
}

func (f *Flow) allowServer(m Message) error {
	if f.over {
		return outOfOrder("the server has said QUIT")
	}
	if m.id() == idQuit {
		return nil
	}
	if f.phase == connected {
		return outOfOrder("the client has not said CLIENT_INIT")
	}
	if f.greeted < len(greeting) {
		if next := greeting[f.greeted]; m.id() != next {
			return outOfOrder("expected %s", table[next].name)
		}
		return nil
	}
	switch m.(type) {
	case GiveID, GiveScan:
		return outOfOrder("said before")
	case PleaseWorkOn:
		if f.phase != waiting {
			return outOfOrder("the client does not wait")
		}
	case PleaseProvide:
		if f.needs == 0 {
			return outOfOrder("no NEEDHELP to answer")
		}
	}
	return nil
}

func (f *Flow) noteClient(m Message) {
	f.reported = false
	switch m.(type) {
	case EndConn:
		f.gone |= Client
	case ClientInit:
		f.phase = started
	case IAm:
		if f.phase == started {
			f.phase = named
		} else {
			f.reported = true
		}
	case WantToHelp:
		f.phase = waiting
	case NeedHelp:
		f.needs++
	case Solved:
		f.phase = solved
	case Providing:
		f.asked = f.asked[1:]
	}
}

func (f *Flow) noteServer(m Message) {
	if f.greeted < len(greeting) && m.id() == greeting[f.greeted] {
		f.greeted++
	}
	switch m := m.(type) {
	case EndConn:
		f.gone |= Server
	case Quit:
		f.over = true
	case GiveID:
		f.id = m.ID
	case PleaseWorkOn:
		f.phase = working
	case PleaseProvide:
		f.needs--
		f.asked = append(f.asked, m.Count)
	}
}
