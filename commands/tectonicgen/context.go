package tectonicgen

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"puzzlekit/engines/tectonic/tier"
)

// progress is what the context has of a tier.
type progress struct {
	tier     int
	nb       uint64 // grids in its file
	nbRead   uint64 // grids whose children are in the next tier's file. Invariant: nbRead <= nb
	bytes    int64  // of its file
	finished bool
}

// flipFlop keeps the context in two files in turn, so that one of them is always whole.
type flipFlop struct {
	dir  string
	form tier.Form
	seq  uint64 // of the context written last
}

var formNames = map[tier.Form]string{tier.Text: "text", tier.Binary: "binary"}

func (f *flipFlop) name(seq uint64) string {
	return filepath.Join(f.dir, fmt.Sprintf("contexte-%d.txt", seq%2))
}

// read returns the newest whole context, nothing if there is none.
func (f *flipFlop) read() ([]progress, error) {
	var newest []progress
	for i := range uint64(2) {
		text, err := os.ReadFile(f.name(i))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		seq, form, tiers, ok := parseContext(string(text))
		if !ok || seq < f.seq {
			continue // torn: the other one is whole
		}
		if form != formNames[f.form] {
			return nil, fmt.Errorf("%s: a list is being made here in the %s form; go on with that, or remove the directory", f.dir, form)
		}
		f.seq, newest = seq, tiers
	}
	return newest, nil
}

func parseContext(text string) (seq uint64, form string, tiers []progress, ok bool) {
	body, crc, ok := strings.Cut(text, "crc ")
	if !ok || crc != fmt.Sprintf("%08x\n", crc32.ChecksumIEEE([]byte(body))) {
		return 0, "", nil, false
	}
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	if _, err := fmt.Sscanf(lines[0], "contexte 1 %d %s", &seq, &form); err != nil {
		return 0, "", nil, false
	}
	for _, line := range lines[1:] {
		var p progress
		var finished int
		if _, err := fmt.Sscanf(line, "palier %d %d %d %d %d", &p.tier, &p.nb, &p.nbRead, &p.bytes, &finished); err != nil || p.nbRead > p.nb {
			return 0, "", nil, false
		}
		p.finished = finished == 1
		tiers = append(tiers, p)
	}
	return seq, form, tiers, true
}

// write writes the next context to the file that has the older one.
func (f *flipFlop) write(tiers []progress) error {
	var b strings.Builder
	fmt.Fprintf(&b, "contexte 1 %d %s\n", f.seq+1, formNames[f.form])
	for _, p := range tiers {
		finished := 0
		if p.finished {
			finished = 1
		}
		fmt.Fprintf(&b, "palier %d %d %d %d %d\n", p.tier, p.nb, p.nbRead, p.bytes, finished)
	}
	fmt.Fprintf(&b, "crc %08x\n", crc32.ChecksumIEEE([]byte(b.String())))
	file, err := os.Create(f.name(f.seq + 1))
	if err != nil {
		return err
	}
	_, err = file.WriteString(b.String())
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	f.seq++
	return nil
}

// remove removes both files.
func (f *flipFlop) remove() error {
	for i := range uint64(2) {
		if err := os.Remove(f.name(i)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
