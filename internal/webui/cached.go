package webui

import (
	"sync"
	"time"
)

// Cached is a value that is loaded again when somebody asks for it and it has
// become too old, and by one of them only. It is safe for concurrent use.
type Cached[T any] struct {
	load   func() T
	maxAge time.Duration
	now    func() time.Time

	mu    sync.Mutex // held while loading, so that the others wait for the result
	at    time.Time  // when value was loaded, zero before that
	value T
}

// NewCached returns a cache for what load returns, which is never called twice
// at once. The time comes from now.
func NewCached[T any](load func() T, maxAge time.Duration, now func() time.Time) *Cached[T] {
	return &Cached[T]{load: load, maxAge: maxAge, now: now}
}

// Get returns the value, which is at most the maximum age old.
func (c *Cached[T]) Get() T {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if c.at.IsZero() || now.Sub(c.at) >= c.maxAge || now.Before(c.at) {
		c.value = c.load()
		c.at = now
	}
	return c.value
}

// Expire makes the next Get load the value again.
func (c *Cached[T]) Expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = time.Time{}
}
