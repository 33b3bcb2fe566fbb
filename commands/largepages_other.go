//go:build !linux

package commands

// largePages does nothing: only Linux is asked for large pages.
func largePages([]byte) {}
