package exhaust

import "sync"

// store is a set of keys, numbered within shards in the order in which they were
// added. It is safe for concurrent use.
//
// A shard is a part of the keys, by their hashes:
//
//	keys    blocks of blockKeys keys, each as many bytes as it has to be
//	slots   open addressing, linear probing; 32 bits each:
//	        tag << 24 | number + 1, 0 when free; the tag is 8 bits of the hash
//
// So a search of 15-byte keys takes 15 bytes a state for the key, and 4 for its
// slot at a load between 57 and 85 %: 20 to 22 bytes. The order of the keys is that
// of the search: levels are ranges of numbers.
type store[K words] struct {
	width  int // bytes a key
	memory *budget
	shards [shardCount]shard[K]

	mu   sync.Mutex
	slab []byte // from which blocks are cut
}

const (
	shardCount = 256
	blockKeys  = 256
	slabBlocks = 32

	// maxNumber is the most keys of a shard.
	maxNumber = 1<<24 - 1

	firstSlots = 64
)

type shard[K words] struct {
	mu     sync.Mutex
	slots  []uint32
	blocks [][]byte
	n      uint32
	sink   uint32 // has no meaning: reads that end in it are not left out
}

func newStore[K words](bits int, memory *budget) *store[K] {
	return &store[K]{width: width[K](bits), memory: memory}
}

// shardOf, slotOf and tagOf take different bits of a hash.
func shardOf(h uint64) uint8 { return uint8(h >> 56) }

func slotOf(h uint64, slots int) int { return int(uint64(uint32(h>>24)) * uint64(slots) >> 32) }

func tagOf(h uint64) uint32 { return uint32(h) & 0xff << 24 }

// add adds keys that belong to one shard, and returns how many were new. It fails
// when memory is used up.
func (s *store[K]) add(number uint8, keys []K) (added int, ok bool) {
	sh := &s.shards[number]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if !s.room(sh, len(keys)) {
		return 0, false
	}
	// Memory answers what it is asked for all at once sooner than one by one.
	var hashes [batchKeys]uint64
	for i, k := range keys {
		hashes[i] = hash(k)
		sh.sink ^= sh.slots[slotOf(hashes[i], len(sh.slots))]
	}
	for i, k := range keys {
		isNew, ok := s.insert(sh, k, hashes[i])
		if !ok {
			return added, false
		}
		if isNew {
			added++
		}
	}
	return added, true
}

func (s *store[K]) insert(sh *shard[K], k K, h uint64) (isNew, ok bool) {
	tag := tagOf(h)
	i := slotOf(h, len(sh.slots))
	for e := sh.slots[i]; e != 0; e = sh.slots[i] {
		if e&^maxNumber == tag && s.key(sh.blocks, e&maxNumber-1) == k {
			return false, true
		}
		if i++; i == len(sh.slots) {
			i = 0
		}
	}
	if sh.n%blockKeys == 0 {
		block := s.block()
		if block == nil {
			return false, false
		}
		sh.blocks = append(sh.blocks, block)
	}
	at := int(sh.n%blockKeys) * s.width
	put(sh.blocks[sh.n/blockKeys][at:at+s.width], k)
	sh.n++
	sh.slots[i] = tag | sh.n
	return true, true
}

// key returns a key of a shard with these blocks.
func (s *store[K]) key(blocks [][]byte, number uint32) K {
	at := int(number%blockKeys) * s.width
	return get[K](blocks[number/blockKeys][at : at+s.width])
}

// room makes room for n more keys in the slots of a shard.
func (s *store[K]) room(sh *shard[K], n int) bool {
	want := int(sh.n) + n
	if want > maxNumber {
		return false
	}
	if want*20 <= len(sh.slots)*17 {
		return true
	}
	slots := max(len(sh.slots)*3/2, want*3/2, firstSlots)
	if !s.memory.take(4 * int64(slots-len(sh.slots))) {
		return false
	}
	sh.slots = make([]uint32, slots)
	for number := range sh.n {
		h := hash(s.key(sh.blocks, number))
		i := slotOf(h, slots)
		for sh.slots[i] != 0 {
			if i++; i == slots {
				i = 0
			}
		}
		sh.slots[i] = tagOf(h) | (number + 1)
	}
	return true
}

// block returns room for blockKeys keys, nil when memory is used up.
func (s *store[K]) block() []byte {
	size := blockKeys * s.width
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.slab) == 0 {
		if !s.memory.take(int64(slabBlocks * (size + sliceBytes))) {
			return nil
		}
		s.slab = make([]byte, slabBlocks*size)
	}
	block := s.slab[:size:size]
	s.slab = s.slab[size:]
	return block
}

// sliceBytes is the size of a slice's head, of which a shard has one a block.
const sliceBytes = 24

// mark is how many keys each shard has.
type mark [shardCount]uint32

// mark returns the mark of now. Nothing must be added meanwhile.
func (s *store[K]) mark() *mark {
	var m mark
	for i := range s.shards {
		m[i] = s.shards[i].n
	}
	return &m
}
