package exhaust

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestStore adds random keys, many of them twice, from several goroutines and holds
// the set and its order against a map.
func TestStore(t *testing.T) {
	var memory budget
	s := newStore[[2]uint64](120, &memory)
	const workers, keys = 3, 30_000
	key := func(random *rand.Rand) [2]uint64 {
		n := random.Uint64N(20_000)
		return [2]uint64{n % 50, n / 50} // hashes have to do with keys that are alike
	}
	want := map[[2]uint64]bool{}
	var wg sync.WaitGroup
	added := make([]int, workers)
	for i := range workers {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 0))
			for range keys {
				k := key(random)
				n, ok := s.add(shardOf(hash(k)), [][2]uint64{k, k})
				if !ok {
					t.Error("out of memory without a bound")
				}
				added[i] += n
			}
		})
	}
	wg.Wait()
	total := 0
	for i := range workers {
		random := rand.New(rand.NewPCG(uint64(i), 0))
		for range keys {
			want[key(random)] = true
		}
		total += added[i]
	}
	if total != len(want) {
		t.Errorf("%d added, want %d", total, len(want))
	}
	all := newTasks(s, &mark{}, s.mark())
	for block := all.take(); block != nil; block = all.take() {
		for ; len(block) > 0; block = block[s.width:] {
			k := get[[2]uint64](block[:s.width])
			if !want[k] {
				t.Fatalf("%x is there twice or was not added", k)
			}
			delete(want, k)
		}
	}
	if len(want) > 0 {
		t.Errorf("%d keys are missing", len(want))
	}
	if memory.used.Load() < 20_000*15 || memory.used.Load() != memory.peak.Load() {
		t.Errorf("%d bytes in use, %d at most", memory.used.Load(), memory.peak.Load())
	}
}

// TestPut stores keys of every width between others and reads them back.
func TestPut(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for bits := 1; bits <= 192; bits++ {
		n := width[[3]uint64](bits)
		room := make([]byte, n+16)
		for i := range room {
			room[i] = 0xee
		}
		k := [3]uint64{random.Uint64(), random.Uint64(), random.Uint64()}
		if n < 24 {
			k[2] &= 1<<(8*(n-16)) - 1
		}
		put(room[8:8+n], k)
		if got := get[[3]uint64](room[8 : 8+n]); got != k {
			t.Errorf("%d bits: %x is read as %x", bits, k, got)
		}
		if room[7] != 0xee || room[8+n] != 0xee {
			t.Errorf("%d bits: wrote beyond %d bytes", bits, n)
		}
	}
}

func TestBudget(t *testing.T) {
	b := budget{max: 100}
	if !b.take(60) || b.take(41) || !b.take(40) || !b.take(-50) || b.take(51) {
		t.Errorf("took the wrong amounts, %d in use", b.used.Load())
	}
	if b.used.Load() != 50 || b.peak.Load() != 100 {
		t.Errorf("%d in use, %d at most, want 50 and 100", b.used.Load(), b.peak.Load())
	}
}
