package extsort

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// list is a source in memory that may end with an error.
type list struct {
	records [][2]string
	at      int
	err     error
}

func (l *list) Next() bool    { l.at++; return l.at <= len(l.records) }
func (l *list) Key() []byte   { return []byte(l.records[l.at-1][0]) }
func (l *list) Value() []byte { return []byte(l.records[l.at-1][1]) }
func (l *list) Err() error {
	if l.at > len(l.records) {
		return l.err
	}
	return nil
}

// TestMerge holds the merge against sorting everything.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lists []Source
		var want [][2]string
		for i := range rapid.IntRange(0, 6).Draw(t, "sources") {
			keys := rapid.SliceOf(rapid.StringOfN(rapid.RuneFrom([]rune("ab")), 0, 3, -1)).Draw(t, "keys")
			slices.Sort(keys)
			l := &list{}
			for _, k := range keys {
				l.records = append(l.records, [2]string{k, string(rune('0' + i))})
			}
			lists = append(lists, l)
			want = append(want, l.records...)
		}
		slices.SortStableFunc(want, func(a, b [2]string) int { return bytes.Compare([]byte(a[0]), []byte(b[0])) })
		m := Merge(lists)
		var got [][2]string
		for m.Next() {
			got = append(got, [2]string{string(m.Key()), string(m.Value())})
		}
		if m.Err() != nil || !slices.Equal(got, want) {
			t.Fatalf("got %v and %v, want %v", got, m.Err(), want)
		}
	})
}

func TestErrorsEndAMerge(t *testing.T) {
	broken := errors.New("broken")
	for _, records := range [][][2]string{nil, {{"b", ""}}} {
		m := Merge([]Source{&list{records: [][2]string{{"a", ""}, {"c", ""}}}, &list{records: records, err: broken}})
		n := 0
		for m.Next() {
			n++
		}
		if !errors.Is(m.Err(), broken) || n > 2 {
			t.Errorf("%d records, then %v", n, m.Err())
		}
	}
}
