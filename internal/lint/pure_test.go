package lint

import (
	"fmt"
	"go/ast"
	"strings"
	"testing"
)

// impure are packages that engines do without, with all packages below them.
var impure = []string{"os", "net", "log", "flag", "syscall", "io/ioutil", "testing"}

func TestEnginesArePure(t *testing.T) {
	for _, f := range moduleFiles(t) {
		for _, problem := range checkPure(f) {
			t.Error(problem)
		}
	}
}

// checkPure returns what a file of an engine does to the world, nothing for
// tests and for files of other rooms.
func checkPure(f goFile) []string {
	if f.room != "engines" || f.test {
		return nil
	}
	var problems []string
	for _, name := range f.imports {
		for _, bad := range impure {
			if matches(name, bad) || matches(name, bad+"/") {
				problems = append(problems, fmt.Sprintf("%s: engines may not import %s", f.name, name))
			}
		}
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			if fun.Name == "print" || fun.Name == "println" {
				problems = append(problems, fmt.Sprintf("%s: engines may not call %s", f.name, fun.Name))
			}
		case *ast.SelectorExpr:
			if pkg, ok := fun.X.(*ast.Ident); ok && pkg.Name == "fmt" && strings.HasPrefix(fun.Sel.Name, "Print") {
				problems = append(problems, fmt.Sprintf("%s: engines may not call fmt.%s", f.name, fun.Sel.Name))
			}
		}
		return true
	})
	return problems
}
