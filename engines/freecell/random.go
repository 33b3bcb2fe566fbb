package freecell

// Random is the generator of Microsoft's C library, by which deals are shuffled
// and the reference's random scans choose. Its value is its seed.
type Random uint32

// Next returns the next 15 random bits.
func (r *Random) Next() uint32 { return r.next() & 0x7fff }

// next returns the next 16 bits, of which Microsoft's rand gives 15.
func (r *Random) next() uint32 {
	*r = *r*214013 + 2531011
	return uint32(*r >> 16)
}
