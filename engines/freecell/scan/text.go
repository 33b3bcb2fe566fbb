package scan

import (
	"strconv"
	"strings"
)

// String returns a scan text that means s.
func (s Set) String() string {
	var w words
	if s.Game != "" {
		w.add("--game", s.Game)
	}
	if s.FreeCells >= 0 {
		w.add("--freecells-num", strconv.Itoa(s.FreeCells))
	}
	for i, sc := range s.Scans {
		if i > 0 {
			w.add("-nst")
		}
		sc.words(&w)
	}
	if len(s.Prelude) > 0 {
		turns := make([]string, len(s.Prelude))
		for i, t := range s.Prelude {
			turns[i] = strconv.Itoa(t.Iterations) + "@" + s.Scans[t.Scan].Name
		}
		w.add("--prelude", strings.Join(turns, ","))
	}
	if s.Synergy != DeadEndMarks {
		w.add("--scans-synergy", s.Synergy.String())
	}
	if s.Reparent {
		w.add("--reparent-states")
	}
	if s.Optimize {
		w.add("-opt")
	}
	if s.Limit > 0 {
		w.add("-mi", strconv.Itoa(s.Limit))
	}
	return strings.Join(w, " ")
}

// String returns the options of s as in a scan text.
func (s Scan) String() string {
	var w words
	s.words(&w)
	return strings.Join(w, " ")
}

// words is the words of a scan text, quoted where they have to be.
type words []string

func (w *words) add(all ...string) {
	for _, word := range all {
		if word == "" || strings.ContainsAny(word, "[]()") {
			word = `"` + word + `"` // for shells; nothing in it needs a backslash
		}
		*w = append(*w, word)
	}
}

// words adds the options of s.
func (s Scan) words(w *words) {
	w.add("--method", s.Method.String())
	for _, o := range s.Orders {
		if o.Depth == 0 {
			w.add("-to", o.text())
		} else {
			w.add("-dto2", strconv.Itoa(o.Depth)+","+o.text())
		}
	}
	if s.Prune {
		w.add("-sp", "r:tf")
	}
	if s.Seed != DefaultSeed {
		w.add("-seed", strconv.FormatUint(uint64(s.Seed), 10))
	}
	if s.Weights != DefaultWeights {
		w.add("-asw", s.Weights.String())
	}
	if s.Width != DefaultWidth {
		w.add("--beam-width", strconv.Itoa(s.Width))
	}
	if s.Step != DefaultStep {
		w.add("-step", strconv.Itoa(s.Step))
	}
	if s.Name != "" {
		w.add("--st-name", s.Name)
	}
}
