package commands

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// globals are the flags that every command has.
type globals struct {
	ShowHelp   helpFlag    `name:"help" group:"global" short:"h" help:"Show what a command does and all its flags."`
	JSON       bool        `group:"global" help:"Write results as JSON: one object, or one object a line."`
	LogLevel   string      `group:"global" enum:"debug,info,warn,error" default:"info" placeholder:"LEVEL" help:"Log what is at least this serious: debug, info, warn or error."`
	Profile    string      `group:"global" enum:"cpu,mem,allocs,block,mutex,trace,goroutine," default:"" placeholder:"KIND" help:"Write a profile of the run: cpu, mem, allocs, block, mutex, trace or goroutine."`
	ProfileDir string      `group:"global" default:"." placeholder:"DIR" help:"Directory for the profile."`
	Config     string      `group:"global" placeholder:"FILE" help:"TOML file with values for flags; puzzlekit/config.toml in the user's configuration directory is read when present."`
	Version    versionFlag `group:"global" help:"Print the version and exit."`
}

// Help returns the part of "puzzlekit --help" below its first line.
func (*globals) Help() string {
	return `Results go to standard output, everything else to standard error.

A flag is taken from the command line, else from its variable PUZZLEKIT_<COMMAND>_<FLAG> (PUZZLEKIT_<FLAG> for the global flags), else from the configuration file, else it has its default. The configuration file has a table for each command, and the global flags above the first table:

  log-level = "warn"

  [serve]
  cycle-len = 1000

Example:

  puzzlekit version --json`
}

// versionFlag prints the version as one line.
type versionFlag bool

// BeforeReset is called by kong before it would miss the command.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	if _, err := fmt.Fprintln(app.Stdout, readVersion()); err != nil {
		return err
	}
	return errShown
}
