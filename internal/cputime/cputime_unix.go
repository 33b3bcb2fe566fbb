//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Used returns the time of all threads up to now, the system's for them included,
// or 0 if the system does not tell.
func Used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
