package solve

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/dots"
)

// saved returns a solver that has solved 3×3 boxes and what it saves.
func saved(t testing.TB, least int64) (*Solver, *dots.Position, []byte) {
	t.Helper()
	p := empty(t, 3, 3)
	s := newSolver(t, p)
	if _, err := s.Value(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := s.Save(&buf, least); err != nil {
		t.Fatal(err)
	}
	return s, p, buf.Bytes()
}

// What was saved makes the search short, more so when more of it was kept.
func TestSaveAndLoad(t *testing.T) {
	for _, least := range []int64{0, 64} {
		s, p, data := saved(t, least)
		again := newSolver(t, p)
		if err := again.Load(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		if again.Positions() != s.Positions() {
			t.Errorf("%d positions, saved %d", again.Positions(), s.Positions())
		}
		if v, err := again.Value(t.Context(), p); err != nil || v != -3 {
			t.Errorf("value %d, %v", v, err)
		}
		if more := again.Positions() - s.Positions(); more > 1000 {
			t.Errorf("%d positions to search again", more)
		}
		if least == 0 {
			var buf bytes.Buffer
			if err := again.Save(&buf, 0); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(data, buf.Bytes()) {
				t.Error("saved again, the table is another one")
			}
		}
	}
}

// Whatever byte is damaged or missing, Load says so.
func TestLoadDamaged(t *testing.T) {
	_, p, data := saved(t, 1<<12)
	newSolver := func(t *testing.T, p *dots.Position) *Solver {
		s, err := New(p, Options{Memory: 1 << 12})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for i := range len(data) {
		bad := bytes.Clone(data)
		bad[i] ^= 4
		if newSolver(t, p).Load(bytes.NewReader(bad)) == nil {
			t.Errorf("byte %d of %d damaged: no error", i, len(data))
		}
	}
	for i := range len(data) {
		if newSolver(t, p).Load(bytes.NewReader(data[:i])) == nil {
			t.Errorf("%d of %d bytes: no error", i, len(data))
		}
	}
}

func TestLoadOther(t *testing.T) {
	_, _, data := saved(t, 1<<10)
	if err := newSolver(t, empty(t, 2, 3)).Load(bytes.NewReader(data)); !errors.Is(err, ErrOther) {
		t.Errorf("%v, want ErrOther", err)
	}
}

func FuzzLoad(f *testing.F) {
	_, p, data := saved(f, 1<<10)
	f.Add(data)
	f.Add(data[:100])
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSolver(t, p)
		if s.Load(bytes.NewReader(data)) != nil {
			return
		}
		again := newSolver(t, p)
		var buf bytes.Buffer
		if err := s.Save(&buf, 0); err != nil {
			t.Fatal(err)
		}
		if err := again.Load(&buf); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s.Stored(), again.Stored()); diff != "" {
			t.Error(diff)
		}
	})
}
