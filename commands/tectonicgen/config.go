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
	KillAt   KillAt
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

// KillAt kills the process when it reaches a point for the nth time, for tests of
// crashes: "done:3". The zero value never does.
type KillAt struct {
	point string
	left  *atomic.Int64
}

// ParseKillAt reads a point and a number.
func ParseKillAt(text string) (KillAt, error) {
	if text == "" {
		return KillAt{}, nil
	}
	point, times, _ := strings.Cut(text, ":")
	n, err := strconv.ParseInt(times, 10, 64)
	if err != nil || n < 1 {
		return KillAt{}, fmt.Errorf("%q: expected a point and how often it is to be reached", text)
	}
	k := KillAt{point: point, left: &atomic.Int64{}}
	k.left.Store(n)
	return k, nil
}

// Reach says that the process is at a point.
func (k KillAt) Reach(point string) {
	if k.left == nil || k.point != point || k.left.Add(-1) != 0 {
		return
	}
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {} // until the signal arrives
}
