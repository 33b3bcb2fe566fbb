package commands

import (
	"runtime"
	"time"

	"puzzlekit/internal/cputime"
)

// usage is what the process has used.
type usage struct {
	cpu  time.Duration
	peak int64 // bytes of memory that the Go runtime has got
}

func readUsage() usage {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{cputime.Used(), int64(m.Sys)}
}
