package pdfsnet

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/journal"
)

// journalTag names the format of the records:
//
//	type      payload
//	1 search  JSON: {"board": text, "scan": text}; the first record
//	2 event   an alloc.Event, encoded as that package says
//	3 ids     uvarint: no client has been given an id above it
//	4 total   JSON: Counters
//	5 result  JSON: {"verdict", "reason", "at": coordinates}; the last record
const journalTag = "puzzlekit serve 1"

const (
	searchRecord = iota + 1
	eventRecord
	idsRecord
	totalRecord
	resultRecord
)

// searchHeader says what is searched.
type searchHeader struct {
	Board string `json:"board"`
	Scan  string `json:"scan"`
}

// resultJSON is a Result on disk: the moves come from replaying.
type resultJSON struct {
	Verdict Verdict       `json:"verdict"`
	Reason  string        `json:"reason,omitempty"`
	At      pdfs.CoordSeq `json:"at,omitempty"`
}

// store keeps a search in a journal. A nil store keeps nothing. All methods need
// the server's lock.
type store struct {
	journal *journal.Journal
	failed  error
	buf     []byte

	// works and held tell which work a client has and which report of it is not
	// in the journal yet: progress is written at most once a second for each
	// work, and before the work goes to others.
	works   map[int64]int64
	held    map[int64]pdfs.CoordSeq // by work
	written map[int64]time.Time     // by work

	ids   int64    // reserved in the journal
	total Counters // the last ones that tick wrote
	limit int64    // size at which to checkpoint

	// Constants outside of tests.
	progressEvery time.Duration
	minCheckpoint int64
}

const (
	idBlock       = 1000
	minCheckpoint = 8 << 20
	progressEvery = time.Second
)

// ErrOtherSearch means that a journal is of another board or scan.
var ErrOtherSearch = errors.New("the journal is of another search")

// openStore opens the journal and restores what it holds, or begins a new one.
func (s *Server) openStore() error {
	st := &store{
		works: map[int64]int64{}, held: map[int64]pdfs.CoordSeq{}, written: map[int64]time.Time{},
		limit: minCheckpoint, minCheckpoint: minCheckpoint, progressEvery: progressEvery,
	}
	header := searchHeader{s.board, s.config.Scan.String()}
	s.alloc = alloc.Restore(s.tree, st.event)
	begun, handed := false, false // there is the search, there are events
	j, err := journal.Open(s.config.Journal, journalTag, func(typ byte, payload []byte) error {
		if begun != (typ != searchRecord) {
			return fmt.Errorf("record of type %d: expected the search first, and once", typ)
		}
		begun, handed = true, handed || typ == eventRecord
		return s.restore(typ, payload, header)
	})
	if err != nil {
		return err
	}
	st.journal, st.ids = j, s.lastID
	s.store = st
	if n := j.Dropped(); n > 0 {
		s.log.Warn("journal: cut off a torn last record", "bytes", n)
	}
	if handed || s.result != nil {
		s.log.Info("journal: search taken up again", "works", len(s.alloc.Works()), "iterations", s.total.Iterations)
		s.settle()
		return nil
	}
	if !begun {
		st.json(searchRecord, header)
	}
	s.alloc = alloc.New(s.tree, st.event)
	return st.failed
}

// restore takes in one record.
func (s *Server) restore(typ byte, payload []byte, header searchHeader) error {
	switch typ {
	case searchRecord:
		var h searchHeader
		if err := json.Unmarshal(payload, &h); err != nil {
			return err
		}
		if h != header {
			return fmt.Errorf("%w: scan %q, board\n%s", ErrOtherSearch, h.Scan, h.Board)
		}
	case eventRecord:
		e, err := alloc.DecodeEvent(payload)
		if err != nil {
			return err
		}
		return s.alloc.Apply(e)
	case idsRecord:
		id, n := binary.Uvarint(payload)
		if n != len(payload) {
			return errors.New("ids: expected a number")
		}
		s.lastID = int64(id)
	case totalRecord:
		return json.Unmarshal(payload, &s.total)
	case resultRecord:
		var r resultJSON
		if err := json.Unmarshal(payload, &r); err != nil {
			return err
		}
		return s.restoreResult(r)
	default:
		return fmt.Errorf("unknown type %d", typ)
	}
	return nil
}

// restoreResult takes in the end of the search. A search that was stopped at a
// limit goes on.
func (s *Server) restoreResult(r resultJSON) error {
	if r.Verdict == Limit {
		return nil
	}
	result := Result{Verdict: r.Verdict, At: r.At}
	if r.Verdict == Solved {
		if err := s.tree.walker.Start(r.At); err != nil {
			return err
		}
		if !s.tree.walker.Solved() {
			return fmt.Errorf("the state at %v is not solved", r.At)
		}
		result.Moves = s.tree.walker.Moves()
	}
	s.result = &result
	close(s.done)
	return nil
}

// append adds a record unless an earlier one failed.
func (st *store) append(typ byte, payload []byte) {
	if st.failed == nil {
		st.failed = st.journal.Append(typ, payload)
	}
}

func (st *store) json(typ byte, v any) {
	data, err := json.Marshal(v)
	if err != nil && st.failed == nil {
		st.failed = err
	}
	st.append(typ, data)
}

// event stores a change, or holds it back for a while when it is progress.
func (st *store) event(e alloc.Event) {
	if e.Kind == alloc.Advanced && time.Since(st.written[e.ID]) < st.progressEvery {
		st.held[e.ID] = e.Seq
		return
	}
	switch e.Kind {
	case alloc.Advanced:
		st.written[e.ID] = time.Now()
		delete(st.held, e.ID)
	case alloc.Retired:
		delete(st.written, e.ID)
		delete(st.held, e.ID)
	}
	st.buf = e.Append(st.buf[:0])
	st.append(eventRecord, st.buf)
}

// given notes which work a client has.
func (st *store) given(client, work int64) {
	if st != nil {
		st.works[client] = work
	}
}

// forget notes that a client has no work any more.
func (st *store) forget(client int64) {
	if st != nil {
		delete(st.works, client)
	}
}

// flush writes the progress of a client that leaves, before its work is taken
// apart.
func (st *store) flush(client int64, s *Server) {
	if st == nil {
		return
	}
	work, ok := st.works[client]
	if !ok {
		return
	}
	delete(st.works, client)
	if at, ok := st.held[work]; ok {
		delete(st.held, work)
		st.advanced(work, at)
	}
	st.json(totalRecord, s.total)
}

// advanced writes progress that was held back.
func (st *store) advanced(work int64, at pdfs.CoordSeq) {
	st.buf = alloc.Event{Kind: alloc.Advanced, ID: work, Seq: at}.Append(st.buf[:0])
	st.append(eventRecord, st.buf)
}

// reserve makes sure that the journal knows that id is given.
func (st *store) reserve(id int64) {
	if st == nil || id <= st.ids {
		return
	}
	st.ids = id + idBlock - 1
	st.append(idsRecord, binary.AppendUvarint(nil, uint64(st.ids)))
}

// result stores the end of the search, and after a limit, where it is to go on.
func (st *store) result(r Result, s *Server) error {
	if st == nil {
		return nil
	}
	if r.Verdict == Limit {
		for work, at := range st.held {
			st.advanced(work, at)
		}
		clear(st.held)
		st.json(totalRecord, s.total)
	}
	st.json(resultRecord, resultJSON{r.Verdict, r.Reason, r.At})
	return st.failed
}

// err returns why the journal cannot be written any more.
func (st *store) err() error {
	if st == nil {
		return nil
	}
	return st.failed
}

// tick writes the counters, flushes to the disk, and replaces a journal that has
// grown by one of what is left.
func (st *store) tick(s *Server) {
	if st == nil || st.failed != nil {
		return
	}
	if st.journal.Size() < st.limit {
		if s.total != st.total && !s.over() {
			st.total = s.total
			st.json(totalRecord, s.total)
		}
		if st.failed == nil {
			st.failed = st.journal.Sync()
		}
		return
	}
	st.failed = st.checkpoint(s)
	st.limit = max(st.minCheckpoint, 4*st.journal.Size())
}

func (st *store) checkpoint(s *Server) error {
	return st.journal.Checkpoint(func(emit func(typ byte, payload []byte) error) error {
		header, err := json.Marshal(searchHeader{s.board, s.config.Scan.String()})
		if err != nil {
			return err
		}
		total, err := json.Marshal(s.total)
		if err != nil {
			return err
		}
		if err := errors.Join(
			emit(searchRecord, header),
			emit(idsRecord, binary.AppendUvarint(nil, uint64(st.ids))),
			emit(totalRecord, total)); err != nil {
			return err
		}
		works := s.alloc.Works()
		for i := range works {
			st.buf = alloc.Event{Kind: alloc.Opened, Work: &works[i]}.Append(st.buf[:0])
			if err := emit(eventRecord, st.buf); err != nil {
				return err
			}
		}
		clear(st.held)
		return nil
	})
}

// close ends the use of the journal, after all clients have left.
func (st *store) close(s *Server) error {
	if st == nil {
		return nil
	}
	if st.failed == nil && s.result == nil {
		st.json(totalRecord, s.total)
	}
	return errors.Join(st.failed, st.journal.Close())
}
