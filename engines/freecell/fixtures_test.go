package freecell

import (
	"bytes"
	"strings"
	"testing"

	"puzzlekit/fixtures"
)

func mustVariant(t testing.TB, name string) Variant {
	t.Helper()
	v, err := VariantByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustDeal(t testing.TB, n uint64, v Variant) *Board {
	t.Helper()
	b, err := Deal(n, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mustRead reads a board that is written in a test.
func mustRead(t testing.TB, v Variant, text string) *Board {
	t.Helper()
	b, err := ReadBoard("test.board", strings.NewReader(text), v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fixture returns the content of a file of fixtures.FreeCell.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := fixtures.FreeCell.ReadFile("freecell/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fixtureNames lists a folder of fixtures.FreeCell.
func fixtureNames(t testing.TB, folder string) []string {
	t.Helper()
	entries, err := fixtures.FreeCell.ReadDir("freecell/" + folder)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// table returns the rows of a tab-separated fixture as maps by column name.
func table(t testing.TB, name string) []map[string]string {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(fixture(t, name)), []byte("\n"))
	head := strings.Split(string(lines[0]), "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, field := range strings.Split(string(line), "\t") {
			row[head[i]] = field
		}
		rows = append(rows, row)
	}
	return rows
}
