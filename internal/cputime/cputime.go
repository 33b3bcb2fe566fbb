// Package cputime tells how much time of processors the process has taken. On a
// machine that others use as well it says more of a program's speed than a clock.
package cputime
