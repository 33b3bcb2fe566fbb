package freecell

// Suit is one of the four suits, in the order in which canonical states and
// foundation lines list them: hearts, clubs, diamonds, spades.
type Suit uint8

// The four suits.
const (
	Hearts Suit = iota
	Clubs
	Diamonds
	Spades
)

const suitLetters = "HCDS"

// Red tells whether the suit is hearts or diamonds.
func (s Suit) Red() bool { return s&1 == 0 }

// String returns the suit's letter: H, C, D or S.
func (s Suit) String() string {
	if int(s) >= len(suitLetters) {
		return "?"
	}
	return suitLetters[s : s+1]
}

// Rank is the rank of a card, 1 (ace) to 13 (king). On a foundation 0 stands
// for an empty pile.
type Rank uint8

// The ranks that have names of their own.
const (
	Ace  Rank = 1
	King Rank = 13
)

const rankLetters = "0A23456789TJQK"

// String returns the rank's letter or digit: A, 2 to 9, T, J, Q, K; 0 for the
// rank of an empty foundation.
func (r Rank) String() string {
	if int(r) >= len(rankLetters) {
		return "?"
	}
	return rankLetters[r : r+1]
}

// Card is a playing card: the rank in the upper bits, the suit in the lower
// two. Numeric order is therefore by rank first and then hearts, clubs,
// diamonds, spades, which is the order of canonical states.
type Card uint8

// NoCard stands where a card could be and is not, as in an empty free cell.
const NoCard Card = 0

// NewCard returns the card of that rank and suit.
func NewCard(r Rank, s Suit) Card { return Card(r)<<2 | Card(s) }

// Rank returns the card's rank, 0 for NoCard.
func (c Card) Rank() Rank { return Rank(c >> 2) }

// Suit returns the card's suit. It means nothing for NoCard.
func (c Card) Suit() Suit { return Suit(c & 3) }

// String returns the card as rank and suit, "TH" for the ten of hearts, and
// "-" for NoCard.
func (c Card) String() string {
	if c == NoCard {
		return "-"
	}
	return c.Rank().String() + c.Suit().String()
}
