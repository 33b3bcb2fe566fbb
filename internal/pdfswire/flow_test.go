package pdfswire

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// said is a message and who says it.
type said struct {
	from Side
	m    Message
}

var (
	init1      = said{Client, ClientInit{}}
	id7        = said{Server, GiveID{ID: 7}}
	scan       = said{Server, GiveScan{Scan: "-to 01"}}
	cycle      = said{Server, SetCycleLen{Len: 5}}
	delta      = said{Server, SetDepthAllocDelta{Delta: 5}}
	iAmRoot    = said{Client, IAm{ID: 7, At: CoordSeq{}}}
	iAmDeep    = said{Client, IAm{ID: 7, At: CoordSeq{1, 2}}}
	want       = said{Client, WantToHelp{}}
	work       = said{Server, PleaseWorkOn{}}
	need       = said{Client, NeedHelp{}}
	ask2       = said{Server, PleaseProvide{Count: 2}}
	ask1       = said{Server, PleaseProvide{Count: 1}}
	provide0   = said{Client, Providing{}}
	provide1   = said{Client, Providing{Seqs: []CoordSeq{{1}}}}
	provide2   = said{Client, Providing{Seqs: []CoordSeq{{1}, {2}}}}
	provide3   = said{Client, Providing{Seqs: []CoordSeq{{1}, {2}, {3}}}}
	solvedHere = said{Client, Solved{At: CoordSeq{1}}}
	quit       = said{Server, Quit{}}
	clientEnd  = said{Client, EndConn{}}
	serverEnd  = said{Server, EndConn{}}
)

// moments are the columns of testdata/flow.txt: what was said until then.
var moments = func() map[string][]said {
	started := []said{init1}
	greeted := then(started, id7, scan, cycle, delta)
	named := then(greeted, iAmRoot)
	waiting := then(named, want)
	working := then(waiting, work)
	reported := then(working, iAmDeep)
	needy := then(reported, need)
	asked := then(needy, ask2)
	return map[string][]said{
		"new":      nil,
		"started":  started,
		"greeted":  greeted,
		"named":    named,
		"waiting":  waiting,
		"working":  working,
		"reported": reported,
		"needy":    needy,
		"asked":    asked,
		"crossed":  then(asked, want),
		"provided": then(asked, provide2),
		"solved":   then(working, solvedHere),
		"quit":     then(needy, quit),
		"left":     then(needy, clientEnd),
		"closed":   then(needy, serverEnd),
	}
}()

func then(before []said, more ...said) []said {
	return append(before[:len(before):len(before)], more...)
}

// follow returns a Flow that has seen a conversation that is in order.
func follow(t testing.TB, conversation []said) *Flow {
	t.Helper()
	var f Flow
	for i, s := range conversation {
		if err := f.Observe(s.from, s.m); err != nil {
			t.Fatalf("message %d of the %v: %v", i, s.from, err)
		}
	}
	return &f
}

func TestFlowTable(t *testing.T) {
	rows := map[string]said{
		"CLIENT_INIT": init1, "I_AM root": iAmRoot, "I_AM deep": iAmDeep, "WANT_TO_HELP": want,
		"NEEDHELP": need, "SOLVED": solvedHere, "provide none": provide0, "provide one": provide1,
		"client END_CONN": clientEnd, "GIVE_ID": id7, "GIVE_SCAN": scan, "SET_CYCLE_LEN": cycle,
		"SET_DEPTH": delta, "PLEASE_WORK_ON": work, "PLEASE_PROVIDE": ask2, "QUIT": quit,
		"server END_CONN": serverEnd,
	}
	text, err := os.ReadFile("testdata/flow.txt")
	if err != nil {
		t.Fatal(err)
	}
	var columns []string
	cells := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || strings.HasPrefix(line, "#"):
			continue
		case columns == nil:
			columns = fields
			continue
		}
		split := len(fields) - len(columns)
		name := strings.Join(fields[:split], " ")
		next, ok := rows[name]
		if !ok {
			t.Fatalf("row %q: unknown message", name)
		}
		for i, cell := range fields[split:] {
			before, ok := moments[columns[i]]
			if !ok {
				t.Fatalf("column %q: unknown moment", columns[i])
			}
			err := follow(t, before).Observe(next.from, next.m)
			if (err == nil) != (cell == "yes") {
				t.Errorf("%s when %s: %v, the table says %q", name, columns[i], err, cell)
			}
			if err != nil && (!errors.Is(err, ErrOrder) || !errors.Is(err, ErrProtocol) || !strings.HasPrefix(err.Error(), Name(next.m)+": out of order: ")) {
				t.Errorf("%s when %s: error %q", name, columns[i], err)
			}
			cells++
		}
	}
	if cells != len(rows)*len(moments) {
		t.Errorf("the table has %d cells, want %d", cells, len(rows)*len(moments))
	}
}

func TestFlowRefuses(t *testing.T) {
	working := moments["working"]
	tests := []struct {
		name   string
		before []said
		next   said
		kind   error
		text   string
	}{
		{
			"a client's word from the server", nil, said{Server, NeedHelp{}},
			ErrOrder, "NEEDHELP: out of order: not for the server to say",
		}, {
			"a server's word from the client", moments["started"], said{Client, GiveID{ID: 1}},
			ErrOrder, "GIVE_ID_TO_CLIENT: out of order: not for the client to say",
		}, {
			"another client's id", moments["greeted"], said{Client, IAm{ID: 8}},
			ErrOrder, "I_AM: out of order: id 8: the client was given 7",
		}, {
			"another client's id while working", working, said{Client, IAm{ID: 8}},
			ErrOrder, "I_AM: out of order: id 8: the client was given 7",
		}, {
			"a first report from somewhere", moments["greeted"], iAmDeep,
			ErrOrder, "I_AM: out of order: the first one has depth 2: expected 0",
		}, {
			"a greeting that begins with the scan", moments["started"], scan,
			ErrOrder, "GIVE_SCAN_TO_CLIENT: out of order: expected GIVE_ID_TO_CLIENT",
		}, {
			"a greeting without a scan", then(moments["started"], id7), cycle,
			ErrOrder, "SET_CYCLE_LEN: out of order: expected GIVE_SCAN_TO_CLIENT",
		}, {
			"a greeting with the cycle length last", then(moments["started"], id7, scan), delta,
			ErrOrder, "SET_DEPTH_ALLOC_DELTA: out of order: expected SET_CYCLE_LEN",
		}, {
			"work before the greeting is over", then(moments["started"], id7, iAmRoot, want), work,
			ErrOrder, "PLEASE_WORK_ON: out of order: expected GIVE_SCAN_TO_CLIENT",
		}, {
			"a wait while waiting", moments["waiting"], want,
			ErrOrder, "WANT_TO_HELP: out of order: the client waits already",
		}, {
			"a need that is not directly behind the report", then(moments["asked"], iAmDeep, provide2), need,
			ErrOrder, "NEEDHELP: out of order: expected directly after a working client's I_AM",
		}, {
			"a need behind the first I_AM", moments["named"], need,
			ErrOrder, "NEEDHELP: out of order: expected directly after a working client's I_AM",
		}, {
			"more than asked for", moments["asked"], provide3,
			ErrList, "PROVIDING_COORD_SEQS: 3 sequences: only 2 asked for",
		}, {
			"more than the first of two questions asked for",
			then(working, iAmDeep, need, iAmDeep, need, ask1, ask2), provide2,
			ErrList, "PROVIDING_COORD_SEQS: 2 sequences: only 1 asked for",
		}, {
			"a second answer", then(moments["asked"], provide0), provide0,
			ErrOrder, "PROVIDING_COORD_SEQS: out of order: not asked for",
		}, {
			"a gift from a client without work", moments["crossed"], provide1,
			ErrOrder, "PROVIDING_COORD_SEQS: out of order: 1 sequences from a client without work",
		}, {
			"a second question", moments["asked"], ask1,
			ErrOrder, "PLEASE_PROVIDE_COORD_SEQS: out of order: no NEEDHELP to answer",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := follow(t, tt.before)
			err := f.Observe(tt.next.from, tt.next.m)
			if err == nil || err.Error() != tt.text || !errors.Is(err, tt.kind) || !errors.Is(err, ErrProtocol) {
				t.Errorf("Observe = %v\nwant      %s", err, tt.text)
			}
		})
	}
}

// Conversations that a careless rule would refuse.
func TestFlowAllows(t *testing.T) {
	working := moments["working"]
	tests := map[string][]said{
		"the client answers its id before the greeting is over": {init1, id7, iAmRoot, want, scan, cycle, delta, work},
		"an answer for each of two questions": then(working,
			iAmDeep, need, iAmDeep, need, ask1, ask2, provide1, provide2),
		"the question crosses the end of the work": then(moments["crossed"], provide0, work, iAmDeep, need, ask1, provide1),
		"and the answer crosses the next work":     then(moments["crossed"], work, provide0, want),
		"and is given from the next work":          then(moments["crossed"], work, iAmDeep, provide1, want),
		"the question crosses the solution":        then(working, iAmDeep, need, solvedHere, ask1, provide0, quit),
		"a question late":                          then(moments["needy"], want, ask1, provide0, work),
		"a report without a need":                  then(working, iAmDeep, iAmDeep, iAmDeep, need),
		"a need after a refused one is answered":   then(moments["needy"], iAmDeep, need, ask1, provide1),
		"the operator changes his mind":            then(working, cycle, delta, delta, cycle),
		"a server that is full":                    {init1, quit, serverEnd, clientEnd},
		"messages under way when the server quits": then(moments["needy"], quit, iAmDeep, need, want, serverEnd, clientEnd),
	}
	for name, conversation := range tests {
		t.Run(name, func(t *testing.T) { follow(t, conversation) })
	}
}

// A refused message changes nothing.
func TestFlowTakesNoNoteOfWhatItRefuses(t *testing.T) {
	everything := []said{
		init1, id7, scan, cycle, delta, iAmRoot, iAmDeep, want, work, need, ask2,
		provide0, provide1, provide3, solvedHere, quit, clientEnd, serverEnd,
	}
	allowed := func(f *Flow) (list []bool) {
		for _, s := range everything {
			list = append(list, f.allow(s.from, s.m) == nil)
		}
		return list
	}
	for name, moment := range moments {
		f := follow(t, moment)
		before := allowed(f)
		for i, s := range everything {
			if before[i] {
				continue
			}
			if err := f.Observe(s.from, s.m); err == nil {
				t.Errorf("%s: %s is allowed and not allowed", name, Name(s.m))
			}
		}
		for i, ok := range allowed(f) {
			if ok != before[i] {
				t.Errorf("%s: after refusals %s by the %v is allowed: %v, before: %v", name, Name(everything[i].m), everything[i].from, ok, before[i])
			}
		}
	}
}
