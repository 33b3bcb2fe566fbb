package journal

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

const childDir = "JOURNAL_TEST_CHILD_DIR"

// TestMain makes the test binary double as the process that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		fmt.Fprintln(os.Stderr, count(dir, os.Stdout))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// The child counts: a record of type 1 holds the next number, one of type 2, in
// a checkpoint, the number reached.
type counter uint64

func (c *counter) visit(typ byte, payload []byte) error {
	n := counter(binary.BigEndian.Uint64(payload))
	switch {
	case typ == 1 && n != *c+1:
		return fmt.Errorf("number %d after %d", n, *c)
	case typ == 2 && *c != 0:
		return fmt.Errorf("checkpoint of %d after %d", n, *c)
	}
	*c = n
	return nil
}

// count goes on counting in dir for ever and prints each number that the
// journal has acknowledged.
func count(dir string, w io.Writer) error {
	var c counter
	j, err := Open(dir, "count", c.visit)
	if err != nil {
		return err
	}
	for {
		payload := make([]byte, 8+c%5000)
		binary.BigEndian.PutUint64(payload, uint64(c+1))
		if err := j.Append(1, payload); err != nil {
			return err
		}
		c++
		if _, err := fmt.Fprintln(w, c); err != nil {
			return err
		}
		if c%16 == 0 {
			err := j.Checkpoint(func(emit func(byte, []byte) error) error {
				return emit(2, binary.BigEndian.AppendUint64(nil, uint64(c)))
			})
			if err != nil {
				return err
			}
		}
	}
}

// A process killed at any moment loses no number that it has printed, and
// while it lives no other process can open its journal.
func TestKill(t *testing.T) {
	const rounds = 40
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var printed counter
	for round := range rounds {
		child := exec.Command(exe)
		child.Env = append(os.Environ(), childDir+"="+dir)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			i, err := strconv.ParseUint(lines.Text(), 10, 64)
			if err != nil {
				t.Fatal(err) // a line is one write to a pipe, never cut
			}
			printed = counter(i)
			if n == 0 {
				_, err := Open(dir, "count", nil)
				if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), dir) {
					t.Errorf("Open while the child has it = %v", err)
				}
			}
			if n == round*3 {
				// What it prints after this is still read and counted.
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = child.Wait() // killed, so always an error

		var reached counter
		j, err := Open(dir, "count", reached.visit)
		if err != nil {
			t.Fatal(err)
		}
		// One more than printed: killed between Append and the printing.
		if reached != printed && reached != printed+1 {
			t.Errorf("round %d: the journal reached %d, the child printed %d", round, reached, printed)
		}
		closeJournal(t, j)
	}
	if printed < rounds {
		t.Errorf("%d children counted to %d only", rounds, printed)
	}
}
