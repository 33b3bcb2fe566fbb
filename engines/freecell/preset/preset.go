package preset

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/scan"
)

//go:embed presets/*.scan
var files embed.FS

// Plan is stages in the order in which they run; at least one.
type Plan []scan.Set

// Names returns the names of the presets, in the order of the alphabet.
func Names() []string {
	entries, _ := fs.ReadDir(files, "presets") // what is embedded can be read
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".scan")
	}
	return names
}

// Text returns the plan of a preset in the format of the package comment. The
// error for an unknown name lists the known ones.
func Text(name string) (string, error) {
	text, err := files.ReadFile("presets/" + name + ".scan")
	if err != nil {
		return "", fmt.Errorf("preset: unknown preset %q, expected one of %s", name, strings.Join(Names(), ", "))
	}
	return string(text), nil
}

// Parse reads a plan. The name stands for the text in errors, which are
// [*freecell.TextError].
func Parse(name, text string) (Plan, error) {
	var plan Plan
	lines := strings.SplitAfter(text, "\n")
	begin := 0
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) && strings.TrimSpace(lines[i]) != "then" {
			continue
		}
		// Blank lines keep the numbers of lines in errors right.
		stage := strings.Join(lines[begin:i], "")
		if empty(stage) && (i < len(lines) || len(plan) > 0) {
			return nil, &freecell.TextError{Name: name, Line: min(i, len(lines)-1) + 1, Column: 1, Text: "a stage without a word: expected scans before and after \"then\""}
		}
		set, err := scan.Parse(name, strings.Repeat("\n", begin)+stage)
		if err != nil {
			return nil, err
		}
		plan = append(plan, set)
		begin = i + 1
	}
	return plan, nil
}

// empty tells whether a text has nothing but comments.
func empty(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// Variant returns the variant that all stages are for: see [scan.Set.Variant].
func (p Plan) Variant(v freecell.Variant) (freecell.Variant, error) {
	for i := range p {
		var err error
		if v, err = p[i].Variant(v); err != nil {
			return v, err
		}
	}
	return v, nil
}
