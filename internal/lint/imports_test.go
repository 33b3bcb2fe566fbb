package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const module = "puzzlekit"

// mayImport says which rooms of the module a room may import besides itself.
var mayImport = map[string][]string{
	".":        {"commands"},
	"commands": {"engines", "internal", "bench"},
	"engines":  {},
	"internal": {},
	"bench":    {"engines", "internal", "fixtures"},
	"fixtures": {},
}

// testsMayImport is for _test.go files besides that.
var testsMayImport = map[string][]string{
	"commands": {"fixtures"},
	"engines":  {"fixtures"},
	"internal": {"fixtures"},
}

// belongTo names the only room that may import a library. The keys are import
// paths or, with a slash at the end, prefixes of them.
var belongTo = map[string]string{
	"github.com/alecthomas/": "commands",
	"github.com/pkg/profile": "commands",
	"golang.org/x/perf/":     "bench",
}

func TestImportDirection(t *testing.T) {
	for _, f := range moduleFiles(t) {
		for _, problem := range checkImports(f) {
			t.Error(problem)
		}
	}
}

// checkImports returns what is wrong with the imports of one file.
func checkImports(f goFile) []string {
	var problems []string
	allowed, ok := mayImport[f.room]
	if !ok {
		return []string{fmt.Sprintf("%s: %q is no room of the repository", f.name, f.room)}
	}
	if f.test {
		allowed = slices.Concat(allowed, testsMayImport[f.room])
	}
	for _, name := range f.imports {
		room, own := roomOf(name)
		switch {
		case own && room != f.room && !slices.Contains(allowed, room):
			problems = append(problems, fmt.Sprintf("%s: %s may not import %s", f.name, f.room, name))
		case f.room == "fixtures" && !f.test && !own && isExternal(name):
			problems = append(problems, fmt.Sprintf("%s: fixtures may import only the standard library, not %s", f.name, name))
		}
		for library, room := range belongTo {
			if matches(name, library) && room != f.room {
				problems = append(problems, fmt.Sprintf("%s: %s belongs to %s alone", f.name, name, room))
			}
		}
	}
	return problems
}

// roomOf returns the room of one of the module's own packages.
func roomOf(name string) (room string, own bool) {
	if name == module {
		return ".", true
	}
	rest, own := strings.CutPrefix(name, module+"/")
	room, _, _ = strings.Cut(rest, "/")
	return room, own
}

// isExternal reports whether the package is outside the standard library, whose
// paths begin without a dot.
func isExternal(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return strings.Contains(first, ".")
}

// matches reports whether an import path is the pattern or, if that ends with a
// slash, below it.
func matches(name, pattern string) bool {
	return name == pattern || strings.HasSuffix(pattern, "/") && strings.HasPrefix(name, pattern)
}
