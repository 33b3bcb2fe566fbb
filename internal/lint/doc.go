// Package lint holds the rules between packages as failing tests: which room of
// the repository may import which, which libraries belong to one room alone, and
// that engines do their work without files, sockets, flags and printing. The
// rooms are explained in ARCHITECTURE.md.
//
// The tests parse every Go file of the module themselves. A child "go list"
// would be invisible to the test cache, and would leave out the files of other
// operating systems.
//
// Rules within a package are golangci-lint's; see .golangci.yml.
package lint
