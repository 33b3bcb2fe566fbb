// Package extsort merges sorted runs of records. It is the second half of an
// external sort: the first half, sorting what fits into memory, is where the
// records come from.
//
// Records with equal keys are not combined, as only their owner knows how; they
// come one after another, those of earlier sources first.
package extsort

import (
	"bytes"
	"container/heap"
)

// Source is a sorted sequence of records, such as an iterator of package runfile.
type Source interface {
	Next() bool
	Key() []byte
	Value() []byte
	Err() error
}

// Merger is the merge of sources. It is a Source itself.
type Merger struct {
	heap    sources
	current *source
	err     error
}

type source struct {
	Source
	number int // for a stable order
}

// Merge returns the merge of sources. It reads the first record of each.
func Merge(list []Source) *Merger {
	m := &Merger{}
	for i, s := range list {
		if s.Next() {
			m.heap = append(m.heap, &source{s, i})
		} else if m.err == nil {
			m.err = s.Err()
		}
	}
	heap.Init(&m.heap)
	return m
}

// Next goes to the next record of all sources.
func (m *Merger) Next() bool {
	if m.err != nil {
		return false
	}
	if m.current != nil {
		if m.current.Next() {
			heap.Fix(&m.heap, 0)
		} else {
			if m.err = m.current.Err(); m.err != nil {
				return false
			}
			heap.Pop(&m.heap)
		}
		m.current = nil
	}
	if len(m.heap) == 0 {
		return false
	}
	m.current = m.heap[0]
	return true
}

// Key returns the record's key, which is lent until the next call of Next.
func (m *Merger) Key() []byte { return m.current.Key() }

// Value returns the record's value, which is lent until the next call of Next.
func (m *Merger) Value() []byte { return m.current.Value() }

// Err returns what has ended the merge early.
func (m *Merger) Err() error { return m.err }

// sources is a heap of sources by their current keys.
type sources []*source

func (s sources) Len() int      { return len(s) }
func (s sources) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s sources) Less(i, j int) bool {
	c := bytes.Compare(s[i].Key(), s[j].Key())
	return c < 0 || c == 0 && s[i].number < s[j].number
}
func (s *sources) Push(x any) { *s = append(*s, x.(*source)) }
func (s *sources) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
