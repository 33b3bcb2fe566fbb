package fcc

// detail is what a report on a group needs besides its statistics.
type detail struct {
	all      bool     // emit each derived state as often as it is met
	consumed []uint32 // numbers of the entries
	way      []byte   // scratch of path
}

func (d *detail) begin() { d.consumed = d.consumed[:0] }
