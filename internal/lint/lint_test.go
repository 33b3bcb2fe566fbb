package lint

import (
	"slices"
	"testing"
	"testing/fstest"
)

// TestRules shows each rule a file that breaks it and one that keeps it.
func TestRules(t *testing.T) {
	tests := []struct {
		name string // of the file
		body string // behind the package clause
		want []string
	}{
		{"main.go", `import _ "puzzlekit/commands"`, nil},
		{"main.go", `import _ "puzzlekit/engines/freecell"`, []string{"main.go: . may not import puzzlekit/engines/freecell"}},
		{"commands/a.go", `import (_ "puzzlekit/engines/dots"; _ "puzzlekit/internal/report")`, nil},
		{"commands/a.go", `import _ "puzzlekit/fixtures"`, []string{"commands/a.go: commands may not import puzzlekit/fixtures"}},
		{"commands/a.go", `import _ "puzzlekit/fixtures"`, []string{"commands/a.go: commands may not import puzzlekit/fixtures"}},
		{"commands/a_test.go", `import _ "puzzlekit/fixtures"`, nil},
		{"commands/a.go", `import (_ "github.com/alecthomas/kong"; _ "github.com/pkg/profile")`, nil},
		{"internal/a/a.go", `import _ "github.com/alecthomas/kong"`, []string{"internal/a/a.go: github.com/alecthomas/kong belongs to commands alone"}},
		{"internal/a/a.go", `import _ "github.com/pkg/profile"`, []string{"internal/a/a.go: github.com/pkg/profile belongs to commands alone"}},
		{"internal/a/a.go", `import _ "github.com/pkg/profiler"`, nil},
		{"internal/a/a.go", `import _ "puzzlekit/internal/b"`, nil},
		{"internal/a/a_test.go", `import _ "puzzlekit/engines/b"`, []string{"internal/a/a_test.go: internal may not import puzzlekit/engines/b"}},
		{"engines/a/a.go", `import (_ "fmt"; _ "io"; _ "puzzlekit/engines/b")`, nil},
		{"engines/a/a.go", `import _ "puzzlekit/internal/b"`, []string{"engines/a/a.go: engines may not import puzzlekit/internal/b"}},
		{"engines/a/a.go", `import _ "puzzlekit"`, []string{"engines/a/a.go: engines may not import puzzlekit"}},
		{"engines/a/a.go", `import _ "golang.org/x/perf/benchfmt"`, []string{"engines/a/a.go: golang.org/x/perf/benchfmt belongs to bench alone"}},
		{"engines/a/a.go", `import (_ "os/signal"; _ "net/http")`, []string{
			"engines/a/a.go: engines may not import os/signal", "engines/a/a.go: engines may not import net/http"}},
		{"engines/a/a_test.go", `import (_ "os"; _ "testing"; _ "puzzlekit/fixtures")`, nil},
		{"engines/a/a.go", `import "fmt"; func f() { fmt.Println(); println() }`, []string{
			"engines/a/a.go: engines may not call fmt.Println", "engines/a/a.go: engines may not call println"}},
		{"engines/a/a.go", `import "fmt"; func f(w interface{ Print() }) { w.Print(); _ = fmt.Sprint() }`, nil},
		{"bench/a_test.go", `import (_ "golang.org/x/perf/benchfmt"; _ "puzzlekit/engines/a"; _ "puzzlekit/fixtures")`, nil},
		{"bench/a.go", `import _ "puzzlekit/commands"`, []string{"bench/a.go: bench may not import puzzlekit/commands"}},
		{"fixtures/a.go", `import _ "embed"`, nil},
		{"fixtures/a.go", `import _ "github.com/google/go-cmp/cmp"`, []string{
			"fixtures/a.go: fixtures may import only the standard library, not github.com/google/go-cmp/cmp"}},
		{"tools/a.go", ``, []string{`tools/a.go: "tools" is no room of the repository`}},
	}
	for _, tt := range tests {
		f, err := parseFile(tt.name, []byte("package a; "+tt.body))
		if err != nil {
			t.Fatalf("%s: %v", tt.body, err)
		}
		if got := slices.Concat(checkImports(f), checkPure(f)); !slices.Equal(got, tt.want) {
			t.Errorf("%s with %s:\ngot  %q\nwant %q", tt.name, tt.body, got, tt.want)
		}
	}
}

func TestParseModule(t *testing.T) {
	src := &fstest.MapFile{Data: []byte("package a")}
	broken := &fstest.MapFile{Data: []byte("no Go at all")}
	files, err := parseModule(fstest.MapFS{
		"main.go":               src,
		"engines/a/a_test.go":   src,
		"engines/a/a.txt":       broken,
		"engines/testdata/a.go": broken,
		".git/a.go":             broken,
		"_old/a.go":             broken,
		"other/go.mod":          src,
		"other/a.go":            broken,
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, f.room+" "+f.name)
	}
	if want := []string{"engines engines/a/a_test.go", ". main.go"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := parseModule(fstest.MapFS{"a.go": broken}); err == nil {
		t.Error("a file with a syntax error is no error")
	}
}
