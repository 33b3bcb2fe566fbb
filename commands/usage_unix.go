//go:build !windows

package commands

import (
	"runtime"
	"syscall"
	"time"
)

// usage is what a process and its children that have ended have used.
type usage struct {
	cpu  time.Duration
	peak int64 // bytes of memory, of the process or child that had most
}

func readUsage() usage {
	var u usage
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if syscall.Getrusage(who, &r) != nil {
			continue
		}
		u.cpu += time.Duration(r.Utime.Nano() + r.Stime.Nano())
		peak := r.Maxrss
		if runtime.GOOS != "darwin" { // which has bytes
			peak <<= 10
		}
		u.peak = max(u.peak, peak)
	}
	return u
}
