package fcc

import "math/bits"

// founded stands for a foundation where places of loose cards are meant else.
const founded = 4

// target is a fingerprint that states of the group lead to.
type target struct {
	Batch
	gr *group

	// How a key of the group becomes one of the target: the card that goes to
	// its foundation leaves, or cards that were home or held come in.
	cut     bool
	at, w   int // of the card that leaves, or of the one that was home
	incomes []income
}

// income is a card that comes into the keys of a target.
type income struct {
	shift, width int
	value        uint64
	moved        bool // the card that was home; its value is its place
}

// derivedState names a derived state of a group with pruning.
type derivedState struct {
	to  Fingerprint
	key Key
}

// derive makes the irreversible move of a card, without pruning. New says that
// the derived state has not been met in this group.
func (x *Explorer) derive(key uint64, label uint32, card, place int, fresh bool) {
	digit := 0
	if place == founded {
		digit = 1
	}
	t := x.byCard[card][digit]
	if t == nil {
		t = x.newTarget(card, digit)
	}
	if fresh {
		x.stats.Derived++
	}
	if x.wide != nil || t.gr.bits > 64 {
		x.deriveWide(t, key, place)
	} else {
		k := key
		if t.cut {
			k = key>>(t.at+t.w)<<t.at | key&(1<<t.at-1)
		}
		for _, in := range t.incomes {
			v := in.value
			if in.moved {
				v = uint64(place)
			}
			k = k>>in.shift<<(in.shift+in.width) | v<<in.shift | k&(1<<in.shift-1)
		}
		t.Lo = append(t.Lo, k)
	}
	if x.moves {
		x.record(t, key, label, moveByte(card, place))
	}
}

func (x *Explorer) deriveWide(t *target, key uint64, place int) {
	k := x.fullKey(key)
	if t.cut {
		k = k.remove(t.at, t.w)
	}
	for _, in := range t.incomes {
		v := in.value
		if in.moved {
			v = uint64(place)
		}
		k = k.insert(v, in.shift, in.width)
	}
	t.add(k)
}

func (t *target) add(k Key) {
	t.Lo = append(t.Lo, k.Lo)
	if t.gr.bits > 64 {
		t.Hi = append(t.Hi, k.Hi)
	}
}

// fullKey returns the key that a word of the search stands for.
func (x *Explorer) fullKey(key uint64) Key {
	if x.wide != nil {
		return x.wide.key(key)
	}
	return Key{Lo: key}
}

// newTarget finds out what the group becomes when a card's digit changes.
func (x *Explorer) newTarget(card, digit int) *target {
	f := x.gr.Fingerprint
	if digit == 0 {
		f.Loose |= 1 << card
	} else {
		f.Loose &^= 1 << card
		f.Founded |= 1 << card
	}
	t := x.addTarget(f)
	x.byCard[card][digit] = t
	if x.gr.free>>card&1 != 0 {
		t.cut, t.at, t.w = true, int(x.gr.shift[card]), width(card)
	}
	// From the highest card down, as their bits are from the lowest up.
	for m := t.gr.free &^ x.gr.free; m != 0; {
		c := 63 - bits.LeadingZeros64(m)
		m &^= 1 << c
		t.incomes = append(t.incomes, income{
			shift: int(t.gr.shift[c]), width: width(c), value: uint64(x.gr.fixed.at(c)), moved: c == card,
		})
	}
	return t
}

func (x *Explorer) addTarget(f Fingerprint) *target {
	t := &target{gr: newGroup(x.g, f)}
	t.To = f
	x.targets = append(x.targets, t)
	return t
}

// record notes the way to the state that has just been added to t.
func (x *Explorer) record(t *target, key uint64, label uint32, last byte) {
	source, path := x.path(key)
	t.Sources = append(t.Sources, source)
	t.Paths = append(append(t.Paths, path...), last)
	t.Ends = append(t.Ends, len(t.Paths))
}

// path returns the entry from which a state has been reached and the moves from
// there. They are lent until the next call.
func (x *Explorer) path(key uint64) (entry uint32, moves []byte) {
	x.way = x.way[:0]
	for {
		s, j := x.table.find(key)
		way := s.ways[j]
		if way == atSource {
			label := uint32(s.words[j] >> x.labelShift)
			if x.table.split {
				label = s.labels[j]
			}
			for a, b := 0, len(x.way)-1; a < b; a, b = a+1, b-1 {
				x.way[a], x.way[b] = x.way[b], x.way[a]
			}
			return x.entry[label], x.way
		}
		card := int(way >> 2)
		p := x.planes(key)
		x.way = append(x.way, moveByte(card, p.at(card)))
		key = x.move(key, card, int(way&3))
	}
}

// flush hands over what the level has derived.
func (x *Explorer) flush() error {
	for _, t := range x.targets {
		if len(t.Lo) == 0 {
			continue
		}
		t.Count = x.level + 1
		if err := x.emit(t.Batch); err != nil {
			return err
		}
		t.Lo, t.Hi = t.Lo[:0], t.Hi[:0]
		t.Sources, t.Paths, t.Ends = t.Sources[:0], t.Paths[:0], t.Ends[:0]
	}
	return nil
}
