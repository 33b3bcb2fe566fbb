package commands

import (
	"runtime"
	"syscall"
	"time"
)

// usage is what the process has used.
type usage struct {
	cpu  time.Duration
	peak int64 // bytes of memory that the Go runtime has got
}

func readUsage() usage {
	var u usage
	var creation, exit, kernel, user syscall.Filetime
	if p, err := syscall.GetCurrentProcess(); err == nil &&
		syscall.GetProcessTimes(p, &creation, &exit, &kernel, &user) == nil {
		for _, t := range []syscall.Filetime{kernel, user} {
			u.cpu += time.Duration(int64(t.HighDateTime)<<32+int64(t.LowDateTime)) * 100
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u.peak = int64(m.Sys)
	return u
}
