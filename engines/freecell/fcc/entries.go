package fcc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// EntryList is the entries of one fingerprint as read from text, in the order of
// their counts and then their keys. Of the moves only the places in the text are
// kept.
type EntryList struct {
	Fingerprint Fingerprint
	Parts       []Entries // one for each count
	Offsets     []int64   // of the lines, by number of the entry
	HasMoves    bool      // the lines of entries after moves say them
}

// At returns the key and the count of an entry.
func (l *EntryList) At(entry int) (Key, int) {
	for _, p := range l.Parts {
		if entry < len(p.Lo) {
			k := Key{Lo: p.Lo[entry]}
			if p.Hi != nil {
				k.Hi = p.Hi[entry]
			}
			return k, p.Count
		}
		entry -= len(p.Lo)
	}
	panic("fcc: no such entry")
}

// maxLine bounds a line of text: a state, a count and 4 characters for each 3
// moves.
const maxLine = 1 << 20

// ReadEntries reads the entries of a fingerprint, one a line:
//
//	STATE COUNT MOVES
//
// sorted by COUNT as a number and then by the bytes of STATE. MOVES may be left
// out everywhere. Errors say the line, after name.
func (g *Game) ReadEntries(name string, r io.Reader, f Fingerprint) (*EntryList, error) {
	if err := g.CheckFingerprint(f); err != nil {
		return nil, fmt.Errorf("%s: the board has no fingerprint %v: %w", name, f, err)
	}
	l := &EntryList{Fingerprint: f}
	gr := newGroup(g, f)
	in := bufio.NewReaderSize(r, maxLine)
	var offset int64
	var lastCount int
	var lastKey Key
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s:%d: read an entry: %w", name, n, err)
		}
		at := offset
		offset += int64(len(line))
		s, count, moves, err := g.parseEntry(bytes.TrimRight(line, "\r\n"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if s.Fingerprint != f {
			return nil, fmt.Errorf("%s:%d: the state's fingerprint is %v, expected %v", name, n, s.Fingerprint, f)
		}
		key := gr.key(s.planes)
		if n > 1 && (count < lastCount || count == lastCount && key.Compare(lastKey) <= 0) {
			return nil, fmt.Errorf("%s:%d: the entry is not after the one before it: expected them sorted by count and then by state", name, n)
		}
		switch has := len(moves) > 0; {
		case count == 0:
			l.HasMoves = l.HasMoves || n == 1
		case n == 1 || n == 2 && lastCount == 0:
			l.HasMoves = has
		case has != l.HasMoves:
			return nil, fmt.Errorf("%s:%d: moves are said in some lines and left out in others", name, n)
		}
		if n == 1 || count != lastCount {
			l.Parts = append(l.Parts, Entries{Count: count})
		}
		p := &l.Parts[len(l.Parts)-1]
		p.Lo = append(p.Lo, key.Lo)
		if gr.bits > 64 {
			p.Hi = append(p.Hi, key.Hi)
		}
		l.Offsets = append(l.Offsets, at)
		lastCount, lastKey = count, key
	}
	if len(l.Offsets) == 0 {
		return nil, fmt.Errorf("%s: no entries, expected lines of STATE COUNT MOVES", name)
	}
	return l, nil
}

// parseEntry reads a line. The moves are their text.
func (g *Game) parseEntry(line []byte) (s State, count int, moves []byte, err error) {
	state, rest, ok := bytes.Cut(line, []byte{' '})
	if !ok {
		return s, 0, nil, fmt.Errorf("%.60q has no count, expected STATE COUNT MOVES", line)
	}
	if s, err = g.ParseState(string(state)); err != nil {
		return s, 0, nil, err
	}
	number, moves, _ := bytes.Cut(rest, []byte{' '})
	count, err = strconv.Atoi(string(number))
	if err != nil || count < 0 || count > maxCount {
		return s, 0, nil, fmt.Errorf("count %.20q, expected a number from 0 to %d", number, maxCount)
	}
	if want := text64.EncodedLen(count); len(moves) != 0 && len(moves) != want {
		return s, 0, nil, fmt.Errorf("moves of %d characters, expected %d for %d moves", len(moves), want, count)
	}
	return s, count, moves, nil
}

// maxCount bounds the number of moves from the start.
const maxCount = 500_000

// ReadMoves reads the moves of the entry whose line begins at the offset, and
// appends them to dst. An entry after some moves that does not say them is an
// error.
func (g *Game) ReadMoves(dst []byte, r io.ReaderAt, offset int64) ([]byte, error) {
	in := bufio.NewReaderSize(io.NewSectionReader(r, offset, maxLine), 256)
	line, err := in.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return dst, fmt.Errorf("fcc: read the entry at %d again: %w", offset, err)
	}
	_, count, moves, err := g.parseEntry(bytes.TrimRight(line, "\r\n"))
	if err != nil {
		return dst, fmt.Errorf("fcc: read the entry at %d again: %w", offset, err)
	}
	if count > 0 && len(moves) == 0 {
		return dst, fmt.Errorf("fcc: the entry at %d has no moves", offset)
	}
	return ParseMoves(dst, moves)
}

// AppendEntry appends the line of an entry, with moves unless they are nil.
func AppendEntry(dst []byte, s State, count int, moves []byte) []byte {
	dst = s.append(dst)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(count), 10)
	if len(moves) > 0 {
		dst = text64.AppendEncode(append(dst, ' '), moves)
	}
	return append(dst, '\n')
}
