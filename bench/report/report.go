// Package report makes tables and plots of a suite's results, in Go's benchmark
// format, and puts them into a Markdown page between comments:
//
//	<!-- bench scans -->
//	tables and plots of the suite scans
//	<!-- /bench -->
//
// What is outside of the comments stays as it is. Numbers are medians with their
// 95 % confidence intervals, as benchstat prints them.
package report

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/perf/benchfmt"

	"puzzlekit/bench"
)

// ErrResults reports results that do not fit a suite.
var ErrResults = errors.New("report: results")

// Read reads results. The name stands for them in errors.
func Read(name string, r io.Reader) ([]*benchfmt.Result, error) {
	var results []*benchfmt.Result
	reader := benchfmt.NewReader(r, name)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			results = append(results, record.Clone())
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("%w: %w", ErrResults, record)
		}
	}
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("%w: %s: no result", ErrResults, name)
	}
	return results, nil
}

// Markdown returns the tables of a suite and links to its plots, which are below
// the folder dir.
func Markdown(s bench.Suite, results []*benchfmt.Result, dir string) (string, error) {
	var parts []string
	for _, t := range s.Tables {
		text, err := table(s, t, results)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	for _, p := range s.Plots {
		parts = append(parts, fmt.Sprintf("![%s](%s)\n", p.Title, strings.TrimPrefix(dir+"/"+p.File, "./")))
	}
	return strings.Join(parts, "\n"), nil
}

var sectionRE = regexp.MustCompile(`(?s)(<!-- bench ([a-z0-9-]+) -->\n).*?(<!-- /bench -->)`)

// Update returns a page with its sections replaced by those given, by the names of
// their suites. It fails when the page has no place for one; other sections of the
// page stay.
func Update(page string, sections map[string]string) (string, error) {
	left := map[string]bool{}
	for name := range sections {
		left[name] = true
	}
	page = sectionRE.ReplaceAllStringFunc(page, func(old string) string {
		m := sectionRE.FindStringSubmatch(old)
		text, ok := sections[m[2]]
		if !ok {
			return old
		}
		delete(left, m[2])
		return m[1] + "\n" + text + "\n" + m[3]
	})
	for name := range left {
		return "", fmt.Errorf("report: the page has no place for suite %s, expected <!-- bench %s --> and <!-- /bench -->", name, name)
	}
	return page, nil
}
