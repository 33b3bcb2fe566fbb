package commands

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/preset"
	"puzzlekit/engines/freecell/scan"
)

// rangeFile is the results of a range of deals: their sums, and the lines in the
// file of --out, if there is one.
//
//	{"range":{..}}                 what is solved, and how
//	{"deal":1,"verdict":..}        a line for each deal, in order
//	...
//	{"summary":{..}}               when all is done
//
// The file grows line by line. A last line that was cut off is thrown away when
// the work goes on.
type rangeFile struct {
	file *os.File // nil without --out
	w    *bufio.Writer
	sum  rangeSummary

	each     func(rangeLine) error // is told of each result, if it is not nil
	unsolved []rangeLine           // the first ones
}

// mostUnsolved is how many deals without a solution are listed.
const mostUnsolved = 20

// rangeHeader is what must be the same when the work goes on.
type rangeHeader struct {
	From      uint64 `json:"from"`
	To        uint64 `json:"to"`
	Game      string `json:"game"`
	FreeCells int    `json:"freecells"`
	Limit     int64  `json:"limit"`
	MaxMemory int64  `json:"max_memory"`
	Scans     string `json:"scans"` // checksum of the scans in standard form
}

// rangeSummary is the sums over the deals.
type rangeSummary struct {
	Deals      uint64  `json:"deals"`
	Solved     uint64  `json:"solved"`
	Unsolvable uint64  `json:"unsolvable"`
	Unsolved   uint64  `json:"unsolved"`
	Limit      uint64  `json:"limit"`
	Checked    int64   `json:"checked"` // iterations
	Moves      int64   `json:"moves"`   // of the solutions
	Seconds    float64 `json:"seconds"` // since the command was run last
}

// resume opens the file of --out, if any, and takes in what is there.
func (c *rangeCmd) resume(env *Env, plan preset.Plan, v freecell.Variant) (*rangeFile, error) {
	f := &rangeFile{}
	if env.JSON {
		f.each = func(line rangeLine) error { return env.PrintJSON(line) }
	}
	if c.Out == "" {
		return f, nil
	}
	var sum uint32
	for i := range plan {
		sum = crc32.Update(sum, crc32.IEEETable, []byte(plan[i].String()+"\nthen\n"))
	}
	header := struct {
		Range rangeHeader `json:"range"`
	}{rangeHeader{c.From, c.To, v.Name, v.FreeCells, c.Limit, c.MaxMemory, fmt.Sprintf("%08x", sum)}}
	want, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	if f.file, err = os.OpenFile(c.Out, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	whole, err := f.read(c, want)
	if err == nil {
		err = f.file.Truncate(whole)
	}
	if err == nil {
		_, err = f.file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.file.Close())
	}
	f.w = bufio.NewWriter(f.file)
	if whole == 0 {
		_, err = f.w.Write(append(want, '\n'))
	}
	return f, err
}

// read takes in the lines that are in the file and returns how many bytes of it
// stay: the whole lines but for the summary.
func (f *rangeFile) read(c *rangeCmd, header []byte) (whole int64, err error) {
	r := bufio.NewReader(f.file)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if n == 1 && !bytes.HasPrefix(header, line) {
				return 0, otherWork(c.Out, line, header)
			}
			return whole, nil // what is behind the last line feed was cut off
		}
		if err != nil {
			return 0, err
		}
		switch text := bytes.TrimSpace(line); {
		case n == 1 && !bytes.Equal(text, header):
			return 0, otherWork(c.Out, text, header)
		case n == 1:
		case bytes.HasPrefix(text, []byte(`{"summary"`)) && c.From+f.sum.Deals == c.To+1:
			return whole, nil
		default:
			var result rangeLine
			if err := json.Unmarshal(text, &result); err != nil || result.Deal != c.From+f.sum.Deals || result.Deal > c.To {
				return 0, fmt.Errorf("%s:%d: %s: expected the result of deal %d", c.Out, n, clip(text), c.From+f.sum.Deals)
			}
			if err := f.take(result); err != nil {
				return 0, fmt.Errorf("%s:%d: %w", c.Out, n, err)
			}
		}
		whole += int64(len(line))
	}
}

// otherWork reports a file that begins with something else than the header.
func otherWork(file string, line, header []byte) error {
	return fmt.Errorf("%s:1: results of other work:\n  %s\nexpected\n  %s", file, clip(line), header)
}

// clip shortens a text that is shown in an error.
func clip(text []byte) string {
	if len(text) > 200 {
		return string(text[:200]) + "…"
	}
	return string(text)
}

// take adds a result to the sums.
func (f *rangeFile) take(line rangeLine) error {
	switch line.Verdict {
	case scan.Solved:
		f.sum.Solved++
	case scan.Unsolvable:
		f.sum.Unsolvable++
	case scan.Unsolved:
		f.sum.Unsolved++
	case scan.Limit:
		f.sum.Limit++
	default:
		return fmt.Errorf("verdict %q: expected solved, unsolvable, unsolved or limit", line.Verdict)
	}
	f.sum.Deals++
	f.sum.Checked += line.Checked
	f.sum.Moves += int64(line.Moves)
	if line.Verdict != scan.Solved && len(f.unsolved) < mostUnsolved {
		f.unsolved = append(f.unsolved, line)
	}
	if f.each != nil {
		return f.each(line)
	}
	return nil
}

// add takes a result and writes it.
func (f *rangeFile) add(line rangeLine) error {
	if err := f.take(line); err != nil || f.file == nil {
		return err
	}
	return errors.Join(f.write(line), f.w.Flush())
}

func (f *rangeFile) write(v any) error {
	line, err := json.Marshal(v)
	if err == nil {
		_, err = f.w.Write(append(line, '\n'))
	}
	return err
}

// end writes the summary and sees to it that the file is on the disk.
func (f *rangeFile) end() error {
	if f.file == nil {
		return nil
	}
	return errors.Join(f.write(f.summary()), f.w.Flush(), f.file.Sync())
}

// Close closes the file; what was added is in it.
func (f *rangeFile) Close() error {
	if f.file == nil {
		return nil
	}
	err := errors.Join(f.w.Flush(), f.file.Close())
	f.file = nil
	return err
}

// summary returns the last line.
func (f *rangeFile) summary() any {
	return struct {
		Summary rangeSummary `json:"summary"`
	}{f.sum}
}

// print writes the sums for programs or people and chooses the exit code.
func (c *rangeCmd) print(env *Env, f *rangeFile) error {
	var err error
	if env.JSON {
		err = env.PrintJSON(f.summary())
	} else {
		_, err = io.WriteString(env.Stdout, f.text())
	}
	if err == nil && f.sum.Unsolved+f.sum.Limit > 0 {
		return &ExitError{Code: exitLimit}
	}
	return err
}

// text writes the sums, and which deals were not solved, as long as they are few.
func (f *rangeFile) text() string {
	var sb strings.Builder
	s := &f.sum
	fmt.Fprintf(&sb, "%s deals: %s solved, %s unsolvable, %s unsolved, %s given up\n",
		thousands(int64(s.Deals)), thousands(int64(s.Solved)), thousands(int64(s.Unsolvable)), thousands(int64(s.Unsolved)), thousands(int64(s.Limit)))
	fmt.Fprintf(&sb, "%s iterations", thousands(s.Checked))
	if s.Solved > 0 {
		fmt.Fprintf(&sb, ", %.1f moves on average", float64(s.Moves)/float64(s.Solved))
	}
	fmt.Fprintf(&sb, ", %.2f s\n", s.Seconds)
	for _, line := range f.unsolved {
		fmt.Fprintf(&sb, "deal %d: %s\n", line.Deal, line.Verdict)
	}
	if more := s.Deals - s.Solved - uint64(len(f.unsolved)); more > 0 {
		fmt.Fprintf(&sb, "and %s more\n", thousands(int64(more)))
	}
	return sb.String()
}
