// Command puzzlekit solves and explores card, tiling and pencil puzzles, alone
// or with many machines at once. "puzzlekit --help" lists its commands; package
// commands has one file for each of them.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"puzzlekit/commands"
)

func main() {
	os.Exit(run())
}

// run gives the first SIGINT or SIGTERM to the command as a canceled context
// and the second one back to the operating system, which ends the process.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return commands.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}
