package commands

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// manPage writes the whole command line as a page of section 1, in roff with the
// man macros. Hidden commands and flags are left out, and there is no date, so
// that the same program prints the same page.
func manPage(app *kong.Application) string {
	m := &manWriter{}
	m.printf(".TH %s 1 \"\" \"%s\" \"User Commands\"\n.nh\n", strings.ToUpper(app.Name), app.Name)
	m.printf(".SH NAME\n%s \\- %s\n", app.Name, roff(strings.TrimSuffix(app.Help, ".")))
	m.printf(".SH SYNOPSIS\n.B %s\n.I command\n[\\fIflags\\fR] [\\fIarguments\\fR]\n", app.Name)
	m.printf(".SH DESCRIPTION\n")
	m.text(app.Detail)
	m.printf(".SH GLOBAL FLAGS\n")
	m.flags(app.Flags)
	m.printf(".SH COMMANDS\n")
	for _, leaf := range app.Leaves(true) {
		m.command(leaf)
	}
	m.printf(".SH EXIT STATUS\n")
	for _, exit := range exitMeanings {
		m.printf(".TP\n.B %d\n%s\n", exit.code, roff(exit.meaning))
	}
	return m.String()
}

type manWriter struct{ strings.Builder }

func (m *manWriter) printf(format string, args ...any) { fmt.Fprintf(m, format, args...) }

// command writes what one command does, its arguments and its own flags.
func (m *manWriter) command(node *kong.Node) {
	usage := []string{node.FullPath()}
	for _, arg := range node.Positional {
		usage = append(usage, arg.Summary())
	}
	m.printf(".SS %s\n", roff(strings.Join(usage, " ")))
	m.text(node.Help + "\n\n" + node.Detail)
	for _, arg := range node.Positional {
		m.printf(".TP\n.I %s\n%s\n", roff(arg.Summary()), roff(describe(arg)))
	}
	for parent := node; parent.Parent != nil; parent = parent.Parent {
		m.flags(parent.Flags)
	}
}

func (m *manWriter) flags(flags []*kong.Flag) {
	for _, flag := range flags {
		if !flag.Hidden {
			m.printf(".TP\n.B %s\n%s\n", roff(flag.String()), roff(describe(flag.Value)))
		}
	}
}

// text writes paragraphs as a Help method returns them: blank lines end them and
// indented lines are kept as they are.
func (m *manWriter) text(s string) {
	verbatim := false
	set := func(v bool) {
		if v != verbatim {
			m.printf("%s\n", map[bool]string{true: ".RS 4\n.nf", false: ".fi\n.RE"}[v])
		}
		verbatim = v
	}
	for line := range strings.Lines(strings.TrimSpace(s)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" && !verbatim:
			m.printf(".PP\n")
		case line == "":
			m.printf("\n")
		default:
			set(line[0] == ' ' || line[0] == '\t')
			m.printf("%s\n", roff(strings.TrimPrefix(line, "  ")))
		}
	}
	set(false)
}

// roff escapes one line of text: backslashes, hyphens that must stay hyphens,
// quotes that would group arguments, and a dot or an apostrophe that would start
// a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
