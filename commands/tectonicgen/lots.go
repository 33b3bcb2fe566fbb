package tectonicgen

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"

	"puzzlekit/internal/atomicfile"
)

// batch names consecutive grids of a tier.
type batch struct {
	Tier  int
	From  uint64
	Count uint64
}

// String returns the name of the batch.
func (b batch) String() string { return fmt.Sprintf("%d:%d:%d", b.Tier, b.From, b.Count) }

// answer is where the children of a batch are.
type answer struct {
	Batch  batch
	File   string // below lots
	Offset int64
	Bytes  int64
	Grids  uint64
	CRC    uint32
}

// line returns the line of the journal, without its CRC.
func (a answer) line() string {
	return fmt.Sprintf("done %v %s %d %d %d %08x", a.Batch, a.File, a.Offset, a.Bytes, a.Grids, a.CRC)
}

// sealed returns a line with its CRC.
func sealed(line string) string {
	return fmt.Sprintf("%s %08x\n", line, crc32.ChecksumIEEE([]byte(line)))
}

// lots is the journal: which batches were given and which are done. It is used by one
// goroutine.
type lots struct {
	file *os.File
}

// openLots opens the journal, cuts a torn last line, and returns the answers that are
// done. Only those that keep wants stay in the journal.
func openLots(name string, keep func(answer) bool) (*lots, []answer, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	all, err := readLots(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s:%w", name, err)
	}
	var kept []answer
	var lines bytes.Buffer
	for _, a := range all {
		if keep(a) {
			kept = append(kept, a)
			lines.WriteString(sealed(a.line()))
		}
	}
	if err := atomicfile.RemoveLeftovers(name); err != nil {
		return nil, nil, err
	}
	if err := atomicfile.WriteFile(name, lines.Bytes()); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	return &lots{file}, kept, err
}

// readLots reads the lines of a journal. An error begins with the number of the line.
func readLots(text []byte) ([]answer, error) {
	var all []answer
	for n := 1; len(text) > 0; n++ {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		text = rest
		if !whole {
			break // torn: the process died writing it
		}
		at := bytes.LastIndexByte(line, ' ')
		if at < 0 || sealed(string(line[:at])) != string(line)+"\n" {
			return nil, fmt.Errorf("%d: the line is damaged: its checksum is wrong", n)
		}
		var a answer
		var b batch
		if _, err := fmt.Sscanf(string(line), "given %d:%d:%d", &b.Tier, &b.From, &b.Count); err == nil {
			continue
		}
		_, err := fmt.Sscanf(string(line[:at]), "done %d:%d:%d %s %d %d %d %x", &a.Batch.Tier, &a.Batch.From, &a.Batch.Count,
			&a.File, &a.Offset, &a.Bytes, &a.Grids, &a.CRC)
		if err != nil {
			return nil, fmt.Errorf("%d: %q: expected given or done", n, line)
		}
		all = append(all, a)
	}
	return all, nil
}

// given notes that batches leave.
func (l *lots) given(batches []batch) error {
	var lines bytes.Buffer
	for _, b := range batches {
		lines.WriteString(sealed("given " + b.String()))
	}
	_, err := l.file.Write(lines.Bytes())
	return err
}

// done notes that answers are whole and on the disk.
func (l *lots) done(answers []answer) error {
	var lines bytes.Buffer
	for _, a := range answers {
		lines.WriteString(sealed(a.line()))
	}
	if _, err := l.file.Write(lines.Bytes()); err != nil {
		return err
	}
	return l.file.Sync()
}

func (l *lots) close() error { return l.file.Close() }
