package exhaust

import "sync/atomic"

// tasks is the keys that were added to a store between two marks, for workers to
// take part by part. It is safe for concurrent use, also while keys are added.
type tasks struct {
	keys [][]byte // within a block each
	next atomic.Int64
}

func newTasks[K words](s *store[K], from, to *mark) *tasks {
	t := &tasks{}
	for i := range s.shards {
		for n := from[i]; n < to[i]; {
			end := min(n-n%blockKeys+blockKeys, to[i])
			block := s.shards[i].blocks[n/blockKeys]
			first := int(n%blockKeys) * s.width
			t.keys = append(t.keys, block[first:first+int(end-n)*s.width])
			n = end
		}
	}
	return t
}

// take returns keys that nobody else has taken, nil when there are none left.
func (t *tasks) take() []byte {
	i := t.next.Add(1) - 1
	if i >= int64(len(t.keys)) {
		return nil
	}
	return t.keys[i]
}
