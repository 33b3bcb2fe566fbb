package tectonicgen

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/engines/tectonic/tier"
)

func oneLine() io.Reader                { return bytes.NewReader([]byte("\n")) }
func bytesReader(data []byte) io.Reader { return bytes.NewReader(data) }

// verify reads a tier file to its end and checks that all codes are members of it.
func verify(name string, pruning Pruning) error {
	_, err := Verify(name, pruning)
	return err
}

// Verify checks a finished tier file: ends, order, number and sum of its codes, and the
// rules of grids for every code.
func Verify(name string, pruning Pruning) (tier.Trailer, error) {
	rules := grow.Closure
	if pruning == Weak {
		rules = grow.Weak
	}
	var e *tier.Expander
	var trailer tier.Trailer
	err := each(name, func(r *tier.Reader, common int) (err error) {
		if e == nil {
			if e, err = tier.NewExpander(r.Head, rules, nil); err != nil {
				return err
			}
		}
		return e.Enter(r.Code(), common)
	})
	if err != nil {
		return trailer, err
	}
	r, f, err := OpenTier(name)
	if err != nil {
		return trailer, err
	}
	return r.Trailer, f.Close()
}

// reuse takes over the deepest tier that a problem of the same width has in common with
// this one: of another height and the same largest region, or of the same height and a
// larger region, of whose grids only those are kept that do without it.
func (r *run) reuse() ([]progress, error) {
	if r.Pruning != Closure {
		return nil, nil
	}
	for n := r.Problem.Cells(); n > 1; n-- {
		for _, sibling := range r.Siblings {
			for _, form := range []tier.Form{r.Form, tier.Text, tier.Binary} {
				name := tierFile(sibling, n, form)
				if !exists(name) || !r.shares(name, n) {
					continue
				}
				s, err := r.adopt(name, n)
				if err != nil {
					r.Log.Warn("a stored tier cannot be used", "file", name, "err", err)
					continue
				}
				r.Log.Info("a stored tier is reused", "file", name, "tier", n, "grids", s.nb)
				return []progress{{tier: n, nb: s.nb, bytes: s.bytes, finished: true}}, nil
			}
		}
	}
	return nil, nil
}

// shares reports whether tier n of this problem can be had from the named file.
func (r *run) shares(name string, n int) bool {
	reader, f, err := OpenTier(name)
	if err != nil {
		return false
	}
	other := reader.Problem
	_ = f.Close()
	if other.Width != r.Problem.Width || reader.Tier != n {
		return false
	}
	if other.Height == r.Problem.Height {
		return other.Max >= r.Problem.Max
	}
	return other.Max >= r.Problem.Max && n <= min(other.SharedTiers(), r.Problem.SharedTiers())
}

// adopt copies a tier with this problem's name on it, verified on the way.
func (r *run) adopt(name string, n int) (*stage, error) {
	s := r.newStage(n)
	if err := s.create(r.Form); err != nil {
		return nil, err
	}
	e, err := tier.NewExpander(s.head, grow.Closure, nil)
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	last := make(tier.Code, n)
	entered := make(tier.Code, n)
	err = each(name, func(reader *tier.Reader, _ int) error {
		code := reader.Code()
		if reader.Max > r.Problem.Max && !code.Within(r.Problem.Max) {
			return nil
		}
		if err := e.Enter(code, code.Common(entered)); err != nil {
			return err
		}
		copy(entered, code)
		err := s.w.Add(code, code.Common(last))
		copy(last, code)
		return err
	})
	if err == nil {
		err = s.finish()
	}
	if err != nil {
		return nil, errors.Join(err, s.close(), os.Remove(s.name))
	}
	return s, nil
}

// Siblings returns the directories of a data directory whose tiers the problem may
// share, greatest height first.
func Siblings(data string, p tectonic.Problem) []string {
	var list []string
	for height := tectonic.MaxSide; height > 0; height-- {
		other := p
		other.Height = height
		if !exists(filepath.Join(data, fmt.Sprintf("h%02dl%02d", height, p.Width))) {
			continue
		}
		for other.Max = p.Max; other.Max <= tier.MaxValue; other.Max++ {
			if dir := Dir(data, other, Closure); other != p && exists(dir) {
				list = append(list, dir)
			}
		}
	}
	return list
}
