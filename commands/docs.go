package commands

import (
	"context"
	"io"
	"strings"
)

func init() {
	register("docs", "about", "Print the manual page or a script that completes command lines.", func() any { return &docsCmd{} })
}

// docsCmd groups what can be printed about the command line itself.
type docsCmd struct {
	Man        docsManCmd        `cmd:"" help:"Print the manual page in man's own format."`
	Completion docsCompletionCmd `cmd:"" help:"Print a script that teaches a shell to complete command lines."`
	Complete   docsCompleteCmd   `cmd:"" hidden:"" help:"Print the words that can stand at the end of a command line."`
}

// Help returns the longer help text.
func (*docsCmd) Help() string {
	return `Both are made from the same grammar that reads the command line.

Example:

  puzzlekit docs man`
}

type docsManCmd struct{}

// Help returns the longer help text.
func (*docsManCmd) Help() string {
	return `The page depends on nothing but the program: the same version prints the same bytes.

Example:

  puzzlekit docs man > puzzlekit.1`
}

// Run prints the manual page.
func (*docsManCmd) Run(_ context.Context, env *Env) error {
	_, err := io.WriteString(env.Stdout, manPage(env.model))
	return err
}

type docsCompletionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell to print the script for: bash, zsh or fish."`
}

// Help returns the longer help text.
func (*docsCompletionCmd) Help() string {
	return `The script asks the program itself what can come next, so it stays right when the program is updated. Load it in the shell's start file:

  bash: source <(puzzlekit docs completion bash)
  zsh:  source <(puzzlekit docs completion zsh)
  fish: puzzlekit docs completion fish | source

Example:

  puzzlekit docs completion bash`
}

// Run prints the script.
func (c *docsCompletionCmd) Run(_ context.Context, env *Env) error {
	_, err := io.WriteString(env.Stdout, completionScripts[c.Shell])
	return err
}

// docsCompleteCmd is what the scripts of docs completion call.
type docsCompleteCmd struct {
	Words []string `arg:"" optional:"" help:"Words after the program's name; the last one is being typed."`
}

// Run prints one candidate a line, behind a tab its help.
func (c *docsCompleteCmd) Run(_ context.Context, env *Env) error {
	var b strings.Builder
	for _, word := range complete(env.model.Node, c.Words) {
		b.WriteString(word.text)
		if word.help != "" {
			b.WriteString("\t" + word.help)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(env.Stdout, b.String())
	return err
}
