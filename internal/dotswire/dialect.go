package dotswire

import "fmt"

// Dialect is one of the two languages.
type Dialect int

// The dialects.
const (
	Seed Dialect = iota // the protocol's text of June 2000
	GGZ4                // what clients have spoken since 2003: protocol version 4
)

// ParseDialect reads a dialect's name, seed or ggz4.
func ParseDialect(name string) (Dialect, error) {
	for _, d := range []Dialect{Seed, GGZ4} {
		if name == d.String() {
			return d, nil
		}
	}
	return 0, fmt.Errorf("dotswire: unknown dialect %q, expected seed or ggz4", name)
}

// String returns the dialect's name.
func (d Dialect) String() string {
	if d == GGZ4 {
		return "ggz4"
	}
	return "seed"
}

// Assignment says what a seat is taken by. The numbers are those of ggz4, which
// are also those of GGZ itself.
type Assignment int32

// The assignments.
const (
	None Assignment = iota
	Open
	Bot
	Player
	Reserved
	Abandoned
)

// seedNumbers are the assignments in the seed dialect, which has no word for an
// abandoned seat: it is kept for somebody, as a reserved one is.
var seedNumbers = [...]int32{None: -4, Open: -1, Bot: -2, Player: -5, Reserved: -3, Abandoned: -3}

// number returns how the dialect writes an assignment.
func (d Dialect) number(a Assignment) int32 {
	if d == GGZ4 {
		return int32(a)
	}
	return seedNumbers[a]
}

// assignment is the inverse of number.
func (d Dialect) assignment(number int32) (Assignment, error) {
	if d == GGZ4 {
		if number < int32(None) || number > int32(Abandoned) {
			return 0, fmt.Errorf("%w: assignment %d, expected 0 to 5", ErrValue, number)
		}
		return Assignment(number), nil
	}
	for a, n := range seedNumbers {
		if n == number {
			return Assignment(a), nil
		}
	}
	return 0, fmt.Errorf("%w: assignment %d, expected -1 to -5", ErrValue, number)
}
