package exhaust

import (
	"context"
	"errors"
	"io"
	"slices"
)

// cursor goes through keys in ascending order, those of a run or of a slice.
type cursor[K words] struct {
	head  K    // where it is
	ended bool // and is nowhere

	list []K // what is left of a slice

	run   *runReader // or nil
	block []byte     // what is left of its block
}

// newListCursor returns a cursor at the first of keys.
func newListCursor[K words](keys []K) *cursor[K] {
	c := &cursor[K]{list: keys}
	_ = c.next() // a slice has no errors
	return c
}

// newRunCursor opens a run and returns a cursor at its first key.
func newRunCursor[K words](disk Disk, r run, width int) (*cursor[K], error) {
	reader, err := openRun(disk, r.name, width)
	if err != nil {
		return nil, err
	}
	c := &cursor[K]{run: reader}
	if err := c.next(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *cursor[K]) close() error {
	if c.run == nil {
		return nil
	}
	return c.run.close()
}

// next goes to the next key.
func (c *cursor[K]) next() error {
	if c.run == nil {
		if c.ended = len(c.list) == 0; !c.ended {
			c.head, c.list = c.list[0], c.list[1:]
		}
		return nil
	}
	if len(c.block) == 0 {
		if err := c.load(); err != nil || c.ended {
			return err
		}
	}
	c.head, c.block = get[K](c.block[:c.run.width]), c.block[c.run.width:]
	return nil
}

// load goes to the next block of the run.
func (c *cursor[K]) load() error {
	block, err := c.run.next()
	if errors.Is(err, io.EOF) {
		c.ended = true
		return nil
	}
	c.block = block
	return err
}

// seek goes to the first key of a run that is not less than k, and tells whether it
// is k. It takes steps that double, so that it costs little to go on a little and
// not much to go far.
func (c *cursor[K]) seek(k K) (bool, error) {
	if c.ended || compare(c.head, k) >= 0 {
		return !c.ended && c.head == k, nil
	}
	width := c.run.width
	for len(c.block) == 0 || compare(get[K](c.block[len(c.block)-width:]), k) < 0 {
		if err := c.load(); err != nil || c.ended {
			return false, err
		}
	}
	at := func(i int) K { return get[K](c.block[i*width : (i+1)*width]) }
	low, high, n := 0, 1, len(c.block)/width // all before low are less than k
	for high < n && compare(at(high-1), k) < 0 {
		low, high = high, 2*high
	}
	high = min(high, n)
	for low < high {
		if middle := (low + high) / 2; compare(at(middle), k) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	c.head, c.block = at(low), c.block[(low+1)*width:]
	return c.head == k, nil
}

// merge passes on the keys of all cursors in ascending order, each once, until pass
// fails.
func merge[K words](ctx context.Context, cursors []*cursor[K], pass func(K) error) error {
	heap := slices.DeleteFunc(slices.Clone(cursors), func(c *cursor[K]) bool { return c.ended })
	for i := len(heap)/2 - 1; i >= 0; i-- {
		sink(heap, i)
	}
	var last K
	for n := 0; len(heap) > 0; n++ {
		top := heap[0]
		if n == 0 || top.head != last {
			last = top.head
			if err := pass(last); err != nil {
				return err
			}
		}
		if n%runBlock == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := top.next(); err != nil {
			return err
		}
		if top.ended {
			heap[0] = heap[len(heap)-1]
			heap = heap[:len(heap)-1]
		}
		sink(heap, 0)
	}
	return nil
}

// sink moves cursor i down to where it belongs in a heap.
func sink[K words](heap []*cursor[K], i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if compare(heap[child].head, heap[least].head) < 0 {
				least = child
			}
		}
		if least == i {
			return
		}
		heap[i], heap[least] = heap[least], heap[i]
		i = least
	}
}
