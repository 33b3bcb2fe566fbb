package commands

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// exitMeanings close the help text of every command.
var exitMeanings = []struct {
	code    int
	meaning string
}{
	{exitDone, "done: solved, complete"},
	{exitFailed, "an error"},
	{exitUsage, "wrong usage: flags, arguments, variables or configuration"},
	{exitNo, "the answer is no: unsolvable, not unique, invalid"},
	{exitLimit, "gave up at a limit"},
	{exitInterrupted, "interrupted"},
}

// helpGroups are the headings of the command list, in its order.
var helpGroups = []kong.Group{
	{Key: "freecell", Title: "FreeCell:"},
	{Key: "tectonic", Title: "Tectonic:"},
	{Key: "dots", Title: "Dots:"},
	{Key: "about", Title: "About puzzlekit:"},
	{Key: "global", Title: "Global flags:"},
}

// printHelp is kong's help with the exit codes below it.
func printHelp(options kong.HelpOptions, kctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, kctx); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("\nExit codes:\n")
	for _, exit := range exitMeanings {
		fmt.Fprintf(&b, "  %-3d    %s\n", exit.code, exit.meaning)
	}
	_, err := io.WriteString(kctx.Stdout, b.String())
	return err
}

// describe returns the help of a flag or an argument with its default and its
// variable, so that no tag has to repeat them.
func describe(v *kong.Value) string {
	var extra []string
	if v.Default != "" && !v.IsBool() {
		extra = append(extra, "default "+v.Default)
	}
	for _, name := range v.Tag.Envs {
		extra = append(extra, "$"+name)
	}
	if len(extra) == 0 {
		return v.Help
	}
	return strings.TrimSuffix(v.Help, ".") + " (" + strings.Join(extra, ", ") + ")."
}

// helpFlag prints the help of the command it was typed after.
type helpFlag bool

// BeforeReset is called by kong before it would miss required arguments.
func (helpFlag) BeforeReset(kctx *kong.Context) error {
	if err := kctx.PrintUsage(false); err != nil {
		return err
	}
	return errShown
}
