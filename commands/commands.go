// Package commands is the command line of puzzlekit: one verb, one file, one
// struct with a Run method.
//
// A verb's file calls register from its init function; nothing else needs to
// change for a new command. The struct's fields are its flags and arguments
// (github.com/alecthomas/kong tags), its Help method gives the longer text that
// ends with an example, and its Run method does the work:
//
//	func (c *dealCmd) Run(ctx context.Context, env *Env) error
//
// Around every command this package keeps the same frame: the global flags
// (globals.go, help.go), variables and the configuration file (config.go), profiles
// (profile.go), logging and progress (env.go) and exit codes (exit.go).
//
// Puzzle knowledge does not belong here; see the packages below engines.
package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/alecthomas/kong"

	"puzzlekit/internal/report"
)

const (
	appName = "puzzlekit"
	appHelp = "Solve and explore puzzles, alone or with many machines at once."
)

// runner is what the struct of every command that can be typed has to be. A
// struct that only groups subcommands (docs) has none.
type runner interface {
	Run(ctx context.Context, env *Env) error
}

// A command is one registered verb.
type command struct {
	name  string
	group string
	help  string
	make  func() any // a fresh struct for each run, so that runs share nothing
}

var registry []command

// register adds a verb to the command line. It is called from init functions
// only. The group is one of the keys of helpGroups, help is one sentence, and
// newCmd returns a pointer to a new struct: a runner, or a struct whose fields
// tagged cmd:"" are runners.
func register(name, group, help string, newCmd func() any) {
	registry = append(registry, command{name, group, help, newCmd})
}

// Main runs one command line, args without the program's name, and returns the
// exit code of the process. It leaves no state behind: tests call it often.
// A canceled ctx asks the command to stop cleanly.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return finish(ctx, stderr, run(ctx, registry, args, stdin, stdout, stderr))
}

// errShown stops parsing after --help or --version have printed their text.
var errShown = errors.New("shown")

func run(ctx context.Context, cmds []command, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	g := &globals{}
	parser, err := newParser(g, cmds, stdout, stderr)
	if err != nil {
		return fmt.Errorf("build the command line: %w", err)
	}
	kctx, err := parser.Parse(args)
	if errors.Is(err, errShown) {
		return nil
	}
	if err != nil {
		return err
	}
	cmd, ok := kctx.Selected().Target.Addr().Interface().(runner)
	if !ok {
		return fmt.Errorf("command %q has no Run(context.Context, *Env) error", kctx.Command())
	}
	stop, err := startProfile(g.Profile, g.ProfileDir, stderr)
	if err != nil {
		return err
	}
	defer stop()
	screen := report.NewScreen(stderr, report.ModeOf(stderr, g.JSON))
	return cmd.Run(ctx, newEnv(g, parser.Model, stdin, stdout, screen))
}

// newParser builds the grammar of the global flags and all commands.
func newParser(g *globals, cmds []command, stdout, stderr io.Writer) (*kong.Kong, error) {
	options := []kong.Option{
		kong.Name(appName),
		kong.Description(appHelp),
		kong.Writers(stdout, stderr),
		kong.NoDefaultHelp(),
		kong.ExplicitGroups(helpGroups),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}),
		kong.Help(printHelp),
		kong.ValueFormatter(describe),
		kong.PostBuild(setEnvs),
		kong.WithHyphenPrefixedParameters(true), // scan texts begin with one
	}
	for _, c := range slices.SortedFunc(slices.Values(cmds), byGroup) {
		options = append(options, kong.DynamicCommand(c.name, c.help, c.group, c.make()))
	}
	return kong.New(g, options...)
}

// byGroup puts commands in the order of the help text.
func byGroup(a, b command) int {
	group := func(c command) int {
		return slices.IndexFunc(helpGroups, func(g kong.Group) bool { return g.Key == c.group })
	}
	return cmp.Or(cmp.Compare(group(a), group(b)), cmp.Compare(a.name, b.name))
}
