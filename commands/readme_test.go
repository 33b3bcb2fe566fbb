package commands

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notRun are the commands in README.md that TestReadme does not run: they run
// all tests, this one included.
var notRun = []string{"make test", "go test ./..."}

// A readmeCommand is one command of a console block.
type readmeCommand struct {
	line   int // in README.md, from 1
	typed  string
	output string
}

// TestReadme runs the console blocks of README.md. CONTRIBUTING.md describes
// their format.
func TestReadme(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range readmeCommands(string(text)) {
		if slices.Contains(notRun, c.typed) {
			continue
		}
		args, ok := readmeArgs(c.typed)
		if !ok {
			t.Errorf("README.md:%d: %q is no command that can be run here", c.line, c.typed)
			continue
		}
		ran++
		var stdout, stderr bytes.Buffer
		code := Main(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		if code != exitDone {
			fmt.Fprintf(&stdout, "[exit code %d]\n", code)
		}
		if !outputPattern(c.output).MatchString(stdout.String()) {
			t.Errorf("README.md:%d: %s\nprinted:\n%s\nREADME.md has:\n%s\nstandard error:\n%s",
				c.line, c.typed, stdout.String(), c.output, stderr.String())
		}
	}
	if ran == 0 {
		t.Error("README.md has no command that can be run")
	}
}

// readmeCommands returns the commands of all console blocks.
func readmeCommands(text string) []readmeCommand {
	var commands []readmeCommand
	inBlock := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		typed, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			inBlock = strings.TrimSpace(line) == "```console"
		case inBlock && isCommand:
			commands = append(commands, readmeCommand{line: n, typed: strings.TrimSpace(typed)})
		case inBlock && len(commands) > 0:
			commands[len(commands)-1].output += line
		}
	}
	return commands
}

// readmeArgs returns the arguments for Main if the command line starts
// puzzlekit and does nothing that needs a shell.
func readmeArgs(typed string) ([]string, bool) {
	for _, program := range []string{"go run . ", "puzzlekit "} {
		if args, ok := strings.CutPrefix(typed, program); ok {
			words := splitWords(args)
			return words, !slices.ContainsFunc(words, func(word string) bool { return strings.ContainsAny(word, "|<>;&$`") })
		}
	}
	return nil, false
}

// outputPattern turns the output in README.md into a pattern for the real one.
func outputPattern(output string) *regexp.Regexp {
	var pattern strings.Builder
	for line := range strings.Lines(output) {
		if strings.TrimSpace(line) == "..." {
			pattern.WriteString(`(?:.*\n)*`)
			continue
		}
		pattern.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), `\.\.\.`, `.*`))
	}
	return regexp.MustCompile(`^` + pattern.String() + `$`)
}

func TestReadmeCommands(t *testing.T) {
	got := readmeCommands("text\n$ no command\n```sh\n$ nor this\n```\n" +
		"```console\n$ go run . deal 1\na\n\nb\n$ make test\n```\n```\nno output\n```\n")
	want := []readmeCommand{{7, "go run . deal 1", "a\n\nb\n"}, {11, "make test", ""}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestReadmeArgs(t *testing.T) {
	for typed, want := range map[string]string{
		"go run . deal 1":            "deal 1",
		"puzzlekit serve --scan 'a'": "serve --scan a",
		"puzzlekit deal 1 | wc":      "no",
		"rm -r .":                    "no",
		"go run ./other x":           "no",
	} {
		args, ok := readmeArgs(typed)
		got := strings.Join(args, " ")
		if !ok {
			got = "no"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", typed, got, want)
		}
	}
}

func TestOutputPattern(t *testing.T) {
	tests := []struct {
		pattern, output string
		want            bool
	}{
		{"a\n", "a\n", true},
		{"a\n", "a", false},
		{"a\n", "a\nb\n", false},
		{"", "", true},
		{"", "a\n", false},
		{"rate: ... a second\n", "rate: 1.5 M a second\n", true},
		{"rate: ... a second\n", "rate: 1.5 M\n a second\n", false},
		{"a.c\n", "abc\n", false},
		{"a\n...\nz\n", "a\nz\n", true},
		{"a\n...\nz\n", "a\nb\n\nz\n", true},
		{"a\n...\n", "b\n", false},
		{"...\n", "", true},
	}
	for _, tt := range tests {
		if got := outputPattern(tt.pattern).MatchString(tt.output); got != tt.want {
			t.Errorf("%q against %q: %v, want %v", tt.output, tt.pattern, got, tt.want)
		}
	}
}
