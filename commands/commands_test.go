package commands

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// probeCmd is a command for tests of the frame: it keeps what it was given.
type probeCmd struct {
	CycleLen int64    `default:"1000" placeholder:"N" help:"Number."`
	Scan     string   `help:"Text."`
	Mode     string   `enum:"deep,wide" default:"deep" help:"Choice."`
	Names    []string `help:"List."`
	Secret   string   `hidden:"" help:"Hidden."`
	Arg      string   `arg:"" optional:"" help:"Argument."`

	run func(ctx context.Context, env *Env) error
}

func (c *probeCmd) Run(ctx context.Context, env *Env) error { return c.run(ctx, env) }

// probeSubCmd is the same below a group: probe-group sub.
type probeSubCmd struct {
	Depth int `help:"Number."`
}

func (*probeSubCmd) Run(context.Context, *Env) error { return nil }

type probeGroup struct {
	Sub probeSubCmd `cmd:"" help:"Subcommand."`
}

// probe is a command line with the commands "probe" and "group sub".
type probe struct {
	probeCmd
	group probeGroup
}

func (p *probe) commands() []command {
	return []command{
		{"probe", "about", "Probe.", func() any { return &p.probeCmd }},
		{"group", "about", "Group.", func() any { return &p.group }},
	}
}

// runProbe runs one command line of the probe. Without a run function the probe
// does nothing.
func runProbe(t *testing.T, p *probe, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	if p.run == nil {
		p.run = func(context.Context, *Env) error { return nil }
	}
	var out, errOut bytes.Buffer
	err = run(t.Context(), p.commands(), args, strings.NewReader(""), &out, &errOut)
	return out.String(), errOut.String(), err
}

// model returns the grammar of the real commands.
func model(t *testing.T) *kong.Kong {
	t.Helper()
	parser, err := newParser(&globals{}, registry, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// nodes returns every command of the grammar, groups and hidden ones included.
func nodes(root *kong.Node) []*kong.Node {
	var all []*kong.Node
	for _, child := range root.Children {
		all = append(append(all, child), nodes(child)...)
	}
	return all
}

func TestEveryCommandRuns(t *testing.T) {
	for _, node := range model(t).Model.Leaves(false) {
		if _, ok := node.Target.Addr().Interface().(runner); !ok {
			t.Errorf("%s: %v has no Run(context.Context, *Env) error", node.Path(), node.Target.Type())
		}
	}
}

func TestCommandsAreFresh(t *testing.T) {
	for _, c := range registry {
		a, b := c.make(), c.make()
		if a == b && reflect.TypeOf(a).Elem().Size() > 0 {
			t.Errorf("%s: register's function returned the same struct twice", c.name)
		}
	}
}

// TestNamesAreUnambiguous checks what kong does not: that a command's flag does
// not hide a global one and that no two flags share a variable.
func TestNamesAreUnambiguous(t *testing.T) {
	app := model(t).Model
	owner := map[string]string{}
	for _, node := range append(nodes(app.Node), app.Node) {
		for _, flag := range node.Flags {
			name := node.FullPath() + " --" + flag.Name
			for _, env := range flag.Envs {
				if other, ok := owner[env]; ok {
					t.Errorf("%s and %s share the variable %s", name, other, env)
				}
				owner[env] = name
			}
			for _, global := range app.Flags {
				if node != app.Node && (flag.Name == global.Name || flag.Short != 0 && flag.Short == global.Short) {
					t.Errorf("%s hides the global flag", name)
				}
			}
		}
	}
	if owner["PUZZLEKIT_LOG_LEVEL"] != "puzzlekit --log-level" {
		t.Errorf("PUZZLEKIT_LOG_LEVEL belongs to %q", owner["PUZZLEKIT_LOG_LEVEL"])
	}
}

// TestHelpTexts checks that help is written in sentences and that every command
// shows an example which the grammar understands.
func TestHelpTexts(t *testing.T) {
	app := model(t).Model
	for _, node := range append(nodes(app.Node), app.Node) {
		if node.Hidden {
			continue
		}
		checkSentence(t, node.FullPath(), node.Help)
		for _, flag := range node.Flags {
			checkSentence(t, node.FullPath()+" --"+flag.Name, flag.Help)
		}
		for _, arg := range node.Positional {
			checkSentence(t, node.FullPath()+" "+arg.Summary(), arg.Help)
		}
		_, examples, ok := strings.Cut(strings.Replace(node.Detail, "Examples:", "Example:", 1), "Example:\n\n  puzzlekit ")
		if !ok {
			t.Errorf("%s: the help text does not end with an example", node.FullPath())
		}
		for line := range strings.Lines("  puzzlekit " + examples) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " > ")
			if args, ok := strings.CutPrefix(line, "puzzlekit "); ok {
				if _, err := model(t).Parse(splitWords(args)); err != nil && !errors.Is(err, errShown) {
					t.Errorf("%s: the example %q: %v", node.FullPath(), line, err)
				}
			}
		}
	}
}

func checkSentence(t *testing.T, name, help string) {
	t.Helper()
	if help == "" || !strings.HasSuffix(help, ".") || strings.ToUpper(help[:1]) != help[:1] {
		t.Errorf("%s: the help %q is not a sentence", name, help)
	}
}

// splitWords splits a command line at blanks outside quotes.
func splitWords(line string) []string {
	var quote rune
	words := strings.FieldsFunc(line, func(r rune) bool {
		switch {
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		}
		return quote == 0 && r == ' '
	})
	for i, word := range words {
		words[i] = strings.NewReplacer(`"`, "", "'", "").Replace(word)
	}
	return words
}

func TestSplitWords(t *testing.T) {
	got := strings.Join(splitWords(`serve --scan "-to 01 -sp r:tf" 'a b' --deal 24`), "|")
	if want := `serve|--scan|-to 01 -sp r:tf|a b|--deal|24`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFlagsReachTheCommand(t *testing.T) {
	p := &probe{}
	stdout, stderr, err := runProbe(t, p, "probe", "--cycle-len", "7", "--names", "a,b", "x")
	if err != nil || stdout+stderr != "" {
		t.Fatalf("error %v, output %q", err, stdout+stderr)
	}
	if p.CycleLen != 7 || p.Arg != "x" || strings.Join(p.Names, "+") != "a+b" || p.Mode != "deep" {
		t.Errorf("the command got %+v", p.probeCmd)
	}
}

func TestHelpShowsDefaultsVariablesAndExitCodes(t *testing.T) {
	stdout, _, err := runProbe(t, &probe{}, "probe", "--help")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"--cycle-len=N", "(default 1000,", "$PUZZLEKIT_PROBE_CYCLE_LEN).", "$PUZZLEKIT_JSON",
		"\nExit codes:\n  0      done", "\n  3      the answer is no", "\n  130    interrupted\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the help text has no %q:\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout, "secret") {
		t.Errorf("the help text shows a hidden flag:\n%s", stdout)
	}
}
