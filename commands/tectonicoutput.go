package commands

import (
	"fmt"
	"strconv"
	"strings"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/setter"
	"puzzlekit/engines/tectonic/sheet"
	"puzzlekit/internal/atomicfile"
)

// tectonicOutput says where puzzles are written.
type tectonicOutput struct {
	Output  string `short:"o" placeholder:"FILE" help:"File to write to; with % in its name, one file a puzzle. Without it, standard output."`
	PerPage int    `default:"6" enum:"1,2,4,6,9,12" placeholder:"N" help:"Puzzles on a page of a pdf: 1, 2, 4, 6, 9 or 12."`
}

// oneAFile reports whether a file of the format holds one puzzle only.
func oneAFile(format string) bool { return format == "cnf" || format == "svg" }

// check says what is wrong with the flags before any work is done.
func (o tectonicOutput) check(format string, number int, json bool) error {
	switch {
	case json && o.Output != "":
		return usageErrorf("--json and --output: expected one of them")
	case number > 1 && !strings.Contains(o.Output, "%") && oneAFile(format) && !json:
		return usageErrorf("%s as %s: expected --output with %% in the name, one file a puzzle", count(number, "puzzle"), format)
	}
	return nil
}

// write writes puzzles in a format.
func (o tectonicOutput) write(env *Env, format, title string, made []setter.Made) error {
	if strings.Contains(o.Output, "%") {
		for i, m := range made {
			text, err := o.render(format, title, []setter.Made{m})
			if err != nil {
				return err
			}
			name := strings.ReplaceAll(o.Output, "%", strconv.Itoa(i+1))
			if err := atomicfile.WriteFile(name, text); err != nil {
				return err
			}
		}
		return nil
	}
	text, err := o.render(format, title, made)
	if err != nil {
		return err
	}
	if o.Output != "" {
		return atomicfile.WriteFile(o.Output, text)
	}
	_, err = env.Stdout.Write(text)
	return err
}

// render returns puzzles in a format.
func (o tectonicOutput) render(format, title string, made []setter.Made) ([]byte, error) {
	var list []*puzzle.Puzzle
	var items []sheet.Item
	for _, m := range made {
		list = append(list, m.Puzzle)
		caption := fmt.Sprintf("class %d, %s", m.Class, m.Class)
		items = append(items, sheet.Item{Puzzle: m.Puzzle, Solution: m.Solution, Caption: caption})
	}
	switch format {
	case "svg":
		return []byte(sheet.SVG(list[0])), nil
	case "pdf":
		return sheet.PDF(title, items, o.PerPage)
	case "html":
		text, err := sheet.HTML(title, items)
		return []byte(text), err
	}
	text, err := notation.Write(notation.Format(format), list...)
	return []byte(text), err
}
