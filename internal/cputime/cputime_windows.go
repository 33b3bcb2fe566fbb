package cputime

import (
	"syscall"
	"time"
)

// Used returns the time of all threads up to now, the system's for them included,
// or 0 if the system does not tell.
func Used() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, exited, system, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &created, &exited, &system, &user); err != nil {
		return 0
	}
	// A duration in units of 100 ns, not a date.
	units := func(f syscall.Filetime) int64 { return int64(f.HighDateTime)<<32 | int64(f.LowDateTime) }
	return time.Duration(100 * (units(system) + units(user)))
}
