package webui

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// clock is a time that tests move.
type clock struct{ nanoseconds atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(1_800_000_000, c.nanoseconds.Load()) }
func (c *clock) advance(d time.Duration) { c.nanoseconds.Add(int64(d)) }

func TestCached(t *testing.T) {
	var c clock
	calls := 0
	cached := NewCached(func() int { calls++; return calls }, time.Second, c.now)
	steps := []struct {
		advance time.Duration
		expire  bool
		want    int
	}{
		{0, false, 1},
		{0, false, 1},
		{999 * time.Millisecond, false, 1},
		{time.Millisecond, false, 2},
		{time.Millisecond, false, 2},
		{time.Millisecond, true, 3},
		{time.Hour, false, 4},
		{-time.Hour, false, 5}, // a clock that was put back must not keep the value for an hour
	}
	for i, s := range steps {
		c.advance(s.advance)
		if s.expire {
			cached.Expire()
		}
		if got := cached.Get(); got != s.want {
			t.Errorf("step %d: got %d, want %d", i, got, s.want)
		}
	}
}

// TestCachedAtOnce has many ask while the clock goes on: loads never overlap,
// each is for one second, and nobody gets an old value.
func TestCachedAtOnce(t *testing.T) {
	const askers, seconds = 20, 50
	var c clock
	var loading, calls atomic.Int32
	cached := NewCached(func() int64 {
		if loading.Add(1) != 1 {
			t.Error("two loads at once")
		}
		defer loading.Add(-1)
		calls.Add(1)
		return c.nanoseconds.Load()
	}, time.Second, c.now)
	for range seconds {
		var wg sync.WaitGroup
		for range askers {
			wg.Go(func() {
				if got, want := cached.Get(), c.nanoseconds.Load(); got != want {
					t.Errorf("got the value of %d at %d", got, want)
				}
			})
		}
		wg.Wait()
		c.advance(time.Second)
	}
	if calls.Load() != seconds {
		t.Errorf("%d loads in %d seconds", calls.Load(), seconds)
	}
}
