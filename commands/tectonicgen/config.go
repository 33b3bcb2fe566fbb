package tectonicgen

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/tier"
)

// Pruning says which partial grids are kept.
type Pruning string

// The kinds of pruning.
const (
	Closure Pruning = "closure" // closed regions are complete; what is stored by default
	Weak    Pruning = "weak"    // values and sizes alone
	Viable  Pruning = "viable"  // beginnings of complete grids
)

// Strategy says of which tier the next batches are given.
type Strategy string

// The strategies.
const (
	Low  Strategy = "low"  // the lowest tier that has any
	High Strategy = "high" // the highest
	FIFO Strategy = "fifo" // the one that has had some for longest
)

// Config says what to generate and how.
type Config struct {
	Problem  tectonic.Problem // with Width at most Height, or all tiers are wide
	Dir      string           // made if it is missing
	Form     tier.Form
	Pruning  Pruning
	Dedup    Dedup
	Strategy Strategy
	Batch    uint64 // grids of a batch, at least 1
	PerTier  int    // batches of one tier in work at once; 0 is no bound
	Drop     bool   // remove a tier when the next one is finished

	Workers   int // goroutines
	Processes int // child processes
	Command   func(context.Context) *exec.Cmd

	Memory   int64    // bytes for sets and sorting; 0 is the default
	Siblings []string // directories whose tiers may be reused, best first
	Point    Point
	Log      *slog.Logger
	Progress func(Status)
}

// Status is how far the work is.
type Status struct {
	Tier     int    // lowest tier that is not finished
	Tiers    int    // of all
	Counts   []Tier // by tier
	Done     uint64 // grids whose children are known, of all tiers
	Made     uint64 // grids made in this run
	Waiting  int    // answers that wait for an earlier one
	Finished bool
}

// Tier is one tier of a Status.
type Tier struct {
	Number     int
	Grids      uint64
	Read       uint64
	IsFinished bool
}

// Point is told when the work has come to a named place between two steps, from any
// goroutine. Tests of crashes end the process there.
//
//	given      the journal has batches that have not left yet
//	answered   an answer is on the disk and not reported
//	done       the journal has answers as done that are not appended
//	appended   answers are in the tier's file and not in the context
//	context    they are in the context and their files still exist
//	deleted    an answer file has been deleted
//	trailer    a tier is about to be finished
//	finished   a tier has its trailer and is not finished in the context
type Point func(name string)

func (p Point) reach(name string) {
	if p != nil {
		p(name)
	}
}

// KillAt returns a Point that kills the process when it comes to a place for the nth
// time: "done:3". An empty text is no Point.
func KillAt(text string) (Point, error) {
	if text == "" {
		return nil, nil
	}
	point, times, _ := strings.Cut(text, ":")
	n, err := strconv.ParseInt(times, 10, 64)
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%q: expected a point and how often it is to be reached", text)
	}
	var left atomic.Int64
	left.Store(n)
	return func(name string) {
		if name != point || left.Add(-1) != 0 {
			return
		}
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {} // until the signal arrives
	}, nil
}
