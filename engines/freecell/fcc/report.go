package fcc

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// The lines of a report that do not change.
const (
	consumedLine  = "Consumed States:"
	reachableLine = "Reachable (but non-consumed) Initial States:"
	derivedLine   = "Derived States:"
	trailerFormat = "# %d blocks, %d lines, at most %d moves, crc32c %08x"
)

// Derived is a derived state of a report.
type Derived struct {
	State
	Count int
	Moves []byte // from the start; nil when they are not said
}

// Block is what a report says of one component.
type Block struct {
	Lead      State
	States    int64
	Consumed  []State
	Reachable []State
	Derived   []Derived // sorted by the texts of fingerprint, then by count and state
}

// Components explores the entries' fingerprint and hands over a block for each
// component, in the order of the leads. moves returns the moves of an entry,
// appended to dst; when it is nil, derived states have none.
func (g *Game) Components(ctx context.Context, l *EntryList, moves func(dst []byte, entry int) ([]byte, error), yield func(*Block) error) (Stats, error) {
	c := &collector{g: g, moves: moves}
	x := NewExplorer(g, true, c.take)
	stats, components, err := x.ExploreComponents(ctx, l.Fingerprint, l.Parts)
	if err != nil {
		return stats, err
	}
	gr := newGroup(g, l.Fingerprint)
	states := func(entries []uint32) []State {
		list := make([]State, len(entries))
		for i, e := range entries {
			key, _ := l.At(int(e))
			list[i] = State{l.Fingerprint, gr.planes(key)}
		}
		return list
	}
	byEntry := make([]int, len(l.Offsets))
	for i, comp := range components {
		byEntry[comp.Lead] = i
		for _, e := range comp.Reachable {
			byEntry[e] = i
		}
	}
	derived := make([][]*found, len(components))
	for i := range c.found {
		d := &c.found[i]
		derived[byEntry[d.source]] = append(derived[byEntry[d.source]], d)
	}
	for i, comp := range components {
		b := Block{
			Lead: states([]uint32{comp.Lead})[0], States: comp.States,
			Consumed: states(comp.Consumed), Reachable: states(comp.Reachable),
		}
		if b.Derived, err = c.derived(derived[i]); err != nil {
			return stats, err
		}
		if err := yield(&b); err != nil {
			return stats, err
		}
	}
	return stats, nil
}

// found is a derived state as often as it was met.
type found struct {
	to     int // index into the collector's targets
	key    Key
	count  int
	source uint32 // the entry
	path   []byte // from there
}

// collector keeps all that an exploration derives.
type collector struct {
	g       *Game
	moves   func([]byte, int) ([]byte, error)
	targets []*group
	index   map[Fingerprint]int
	found   []found
	paths   []byte // the rest of a piece of memory
}

func (c *collector) take(b Batch) error {
	to, ok := c.index[b.To]
	if !ok {
		if c.index == nil {
			c.index = map[Fingerprint]int{}
		}
		to = len(c.targets)
		c.index[b.To] = to
		c.targets = append(c.targets, newGroup(c.g, b.To))
	}
	from := 0
	for i, lo := range b.Lo {
		f := found{to: to, key: Key{Lo: lo}, count: b.Count, source: b.Sources[i]}
		if b.Hi != nil {
			f.key.Hi = b.Hi[i]
		}
		if c.moves != nil {
			f.path = c.copy(b.Paths[from:b.Ends[i]])
		}
		from = b.Ends[i]
		c.found = append(c.found, f)
	}
	return nil
}

func (c *collector) copy(path []byte) []byte {
	if len(path) > len(c.paths) {
		c.paths = make([]byte, max(1<<16, len(path)))
	}
	p := c.paths[:len(path):len(path)]
	c.paths = c.paths[len(path):]
	copy(p, path)
	return p
}

// derived returns the distinct states of a list with the least counts and of
// those the least moves, in the order of reports.
func (c *collector) derived(list []*found) ([]Derived, error) {
	slices.SortFunc(list, func(a, b *found) int {
		return cmp.Or(cmp.Compare(a.to, b.to), a.key.Compare(b.key), cmp.Compare(a.count, b.count))
	})
	out := make([]Derived, 0, len(list))
	for i, f := range list {
		same := i > 0 && f.to == list[i-1].to && f.key == list[i-1].key
		if same && f.count > out[len(out)-1].Count {
			continue
		}
		d := Derived{State: State{c.targets[f.to].Fingerprint, c.targets[f.to].planes(f.key)}, Count: f.count}
		if c.moves != nil {
			var err error
			if d.Moves, err = c.moves(make([]byte, 0, f.count), int(f.source)); err != nil {
				return nil, err
			}
			d.Moves = append(d.Moves, f.path...)
		}
		switch {
		case !same:
			out = append(out, d)
		case bytes.Compare(d.Moves, out[len(out)-1].Moves) < 0:
			out[len(out)-1] = d
		}
	}
	names := make([]string, len(c.targets))
	for i, t := range c.targets {
		names[i] = t.String()
	}
	slices.SortStableFunc(out, func(a, b Derived) int {
		if a.Fingerprint == b.Fingerprint {
			return cmp.Compare(a.Count, b.Count)
		}
		return cmp.Compare(names[c.index[a.Fingerprint]], names[c.index[b.Fingerprint]])
	})
	return out, nil
}

// ReportWriter writes the report on a fingerprint:
//
//	STATE                   the lead: the entry of the least count, then of the least state
//
//	N                       states of the component
//
//	Consumed States:
//
//	STATE                   one a line, of the entries that another one reaches in at most their count
//
//	Reachable (but non-consumed) Initial States:
//
//	STATE                   one a line, of the other entries
//
//	Derived States:
//
//	FINGERPRINT STATE COUNT MOVES
//
// and so on, a block for each component. The last line
//
//	# B blocks, L lines, at most M moves, crc32c X
//
// counts the blocks and the lines before it; M is the greatest distance of a state
// from the start and X the CRC-32C of those lines in hexadecimal.
type ReportWriter struct {
	w      *bufio.Writer
	sum    uint32
	lines  int
	blocks int
	buf    []byte
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// NewReportWriter returns a writer of one report to w.
func NewReportWriter(w io.Writer) *ReportWriter {
	return &ReportWriter{w: bufio.NewWriterSize(w, 1<<16)}
}

// Write writes a block.
func (r *ReportWriter) Write(b *Block) error {
	r.blocks++
	r.buf = fmt.Appendf(b.Lead.append(r.buf[:0]), "\n\n%d\n\n%s\n\n", b.States, consumedLine)
	for _, s := range b.Consumed {
		r.buf = append(s.append(r.buf), '\n')
	}
	r.buf = fmt.Appendf(r.buf, "\n%s\n\n", reachableLine)
	for _, s := range b.Reachable {
		r.buf = append(s.append(r.buf), '\n')
	}
	r.buf = fmt.Appendf(r.buf, "\n%s\n\n", derivedLine)
	var last Fingerprint
	var name string
	for i, d := range b.Derived {
		if i == 0 || d.Fingerprint != last {
			last, name = d.Fingerprint, d.Fingerprint.String()
		}
		r.buf = AppendEntry(append(append(r.buf, name...), ' '), d.State, d.Count, d.Moves)
		if len(r.buf) > 1<<15 {
			if err := r.flush(); err != nil {
				return err
			}
		}
	}
	r.buf = append(r.buf, '\n')
	return r.flush()
}

func (r *ReportWriter) flush() error {
	r.sum = crc32.Update(r.sum, castagnoli, r.buf)
	r.lines += bytes.Count(r.buf, []byte{'\n'})
	_, err := r.w.Write(r.buf)
	r.buf = r.buf[:0]
	return err
}

// Close writes the last line, with the statistics' MaxCount.
func (r *ReportWriter) Close(maxCount int) error {
	fmt.Fprintf(r.w, trailerFormat+"\n", r.blocks, r.lines, maxCount, r.sum)
	return r.w.Flush()
}

// errReport reports a text that is no whole report.
var errReport = errors.New("fcc: not a whole report")

// ReadReport reads what a [ReportWriter] wrote and hands over its blocks, when
// all of it has turned out to be whole. It returns the greatest distance. Errors
// say the line, after name.
func (g *Game) ReadReport(name string, data []byte, yield func(*Block) error) (maxCount int, err error) {
	end := bytes.LastIndexByte(bytes.TrimSuffix(data, []byte{'\n'}), '\n') + 1
	body := data[:end]
	var blocks, lines int
	var sum uint32
	if n, err := fmt.Sscanf(string(data[end:]), trailerFormat+"\n", &blocks, &lines, &maxCount, &sum); n != 4 || err != nil {
		return 0, fmt.Errorf("%w: %s: the last line is %.60q, expected %q", errReport, name, data[end:], trailerFormat)
	}
	if got := bytes.Count(body, []byte{'\n'}); got != lines {
		return 0, fmt.Errorf("%w: %s: %d lines, expected %d", errReport, name, got, lines)
	}
	if got := crc32.Checksum(body, castagnoli); got != sum {
		return 0, fmt.Errorf("%w: %s: crc32c %08x, expected %08x", errReport, name, got, sum)
	}
	p := &reportReader{g: g, name: name, rest: body}
	for range blocks {
		b, err := p.block()
		if err != nil {
			return 0, err
		}
		if err := yield(b); err != nil {
			return 0, err
		}
	}
	if len(p.rest) > 0 {
		return 0, p.errorf("something follows the last of %d blocks", blocks)
	}
	return maxCount, nil
}

// reportReader reads a report line by line.
type reportReader struct {
	g    *Game
	name string
	n    int // lines read
	rest []byte
}

func (p *reportReader) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.name, p.n, fmt.Errorf(format, args...))
}

func (p *reportReader) line() string {
	line, rest, _ := bytes.Cut(p.rest, []byte{'\n'})
	p.rest = rest
	p.n++
	return string(line)
}

func (p *reportReader) expect(lines ...string) error {
	for _, want := range lines {
		if got := p.line(); got != want {
			return p.errorf("%.60q, expected %q", got, want)
		}
	}
	return nil
}

// until reads lines up to a blank one.
func (p *reportReader) until(read func(line string) error) error {
	for len(p.rest) > 0 {
		line := p.line()
		if line == "" {
			return nil
		}
		if err := read(line); err != nil {
			return p.errorf("%w", err)
		}
	}
	return p.errorf("the report ends within a list")
}

func (p *reportReader) block() (*Block, error) {
	b := &Block{}
	var err error
	if b.Lead, err = p.g.ParseState(p.line()); err != nil {
		return nil, p.errorf("%w", err)
	}
	if err := p.expect(""); err != nil {
		return nil, err
	}
	if _, err := fmt.Sscanf(p.line(), "%d", &b.States); err != nil {
		return nil, p.errorf("expected the number of states: %w", err)
	}
	states := func(list *[]State) func(string) error {
		return func(line string) error {
			s, err := p.g.ParseState(line)
			*list = append(*list, s)
			return err
		}
	}
	if err := p.expect("", consumedLine, ""); err != nil {
		return nil, err
	}
	if err := p.until(states(&b.Consumed)); err != nil {
		return nil, err
	}
	if err := p.expect(reachableLine, ""); err != nil {
		return nil, err
	}
	if err := p.until(states(&b.Reachable)); err != nil {
		return nil, err
	}
	if err := p.expect(derivedLine, ""); err != nil {
		return nil, err
	}
	return b, p.until(func(line string) error {
		name, entry, _ := bytes.Cut([]byte(line), []byte{' '})
		s, count, moves, err := p.g.parseEntry(entry)
		if err != nil {
			return err
		}
		if got := s.Fingerprint.String(); got != string(name) {
			return fmt.Errorf("fingerprint %.30q of a state whose fingerprint is %s", name, got)
		}
		d := Derived{State: s, Count: count}
		if d.Moves, err = ParseMoves(nil, moves); err != nil {
			return err
		}
		b.Derived = append(b.Derived, d)
		return nil
	})
}
