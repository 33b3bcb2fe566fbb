package exhaust

import "puzzlekit/engines/freecell"

// codec turns states into keys and back. It is for one goroutine.
type codec[K words] interface {
	// encode returns the key of the state that p is in.
	encode(p *freecell.Position) K

	// load puts p into the state of a key.
	load(k K, p *freecell.Position)

	// after returns the key of the state that m and then the moves home lead to
	// from the state loaded last. The card of m comes to lie on under, or NoCard.
	// Where wantsMade says so p has made the moves.
	after(p *freecell.Position, m freecell.Atomic, under freecell.Card, home []freecell.Atomic) K
	wantsMade() bool
}

// suitsCodec is the codec of one-deck games.
type suitsCodec[K words] struct {
	*suits

	// The state loaded last.

	numbers [4]uint64
	home    [4]uint8
	lies    [64]uint8 // what each card that is not at home lies on

	above [64]freecell.Card // scratch: the card on each card
	cards [52]freecell.Card // scratch
}

func (x *suitsCodec[K]) wantsMade() bool { return false }

func (x *suitsCodec[K]) encode(p *freecell.Position) K {
	var numbers [4]uint64
	for i, f := range p.Home() {
		numbers[i] = x.suit[i].first[f]
	}
	add := func(c freecell.Card, code uint8) {
		numbers[c.Suit()] += uint64(x.digit[c][code]) * x.weight[c]
	}
	for _, c := range p.Cells() {
		add(c, onCell)
	}
	for _, column := range p.Order() {
		under := freecell.NoCard
		for _, c := range p.Column(column) {
			add(c, x.code(c, under))
			under = c
		}
	}
	return join[K](x.suits, &numbers)
}

// code returns the code of a card in a column.
func (x *suitsCodec[K]) code(c, under freecell.Card) uint8 {
	switch under {
	case freecell.NoCard:
		return onBottom
	case x.began[c&63]:
		return onBegan
	}
	return onParent + uint8(under.Suit())
}

func (x *suitsCodec[K]) load(k K, p *freecell.Position) {
	x.numbers = split(x.suits, k)
	for i := range x.suit {
		u := &x.suit[i]
		f := u.from
		for x.numbers[i] >= u.first[f+1] {
			f++
		}
		x.home[i] = f
		rest := x.numbers[i] - u.first[f]
		for g := range u.groups {
			n := u.groups[g].divide(rest)
			rest -= n * u.groups[g].weight
			codes := u.groups[g].codes[n]
			at := 4*(4*g+1) + i // the group's first card
			x.lies[at&63], x.lies[(at+4)&63] = uint8(codes&15), uint8(codes>>4&15)
			x.lies[(at+8)&63], x.lies[(at+12)&63] = uint8(codes>>8&15), uint8(codes>>12)
		}
	}
	x.lay(p)
}

// lay puts p into the state of home and lies.
func (x *suitsCodec[K]) lay(p *freecell.Position) {
	var cells, bottoms [52]freecell.Card
	used, columns := 0, 0
	x.above = [64]freecell.Card{}
	for r := freecell.Ace; r <= freecell.King; r++ {
		for i := range freecell.Suit(4) {
			if uint8(r) <= x.home[i&3] {
				continue
			}
			c := freecell.NewCard(r, i)
			switch code := x.lies[c&63]; code {
			case onCell:
				cells[used] = c
				used++
			case onBottom:
				bottoms[columns] = c
				columns++
			case onBegan:
				x.above[x.began[c&63]&63] = c
			default:
				x.above[freecell.NewCard(r+1, freecell.Suit(code-onParent))&63] = c
			}
		}
	}
	var heights [freecell.MaxColumns]uint8
	n := 0
	for i, c := range bottoms[:columns] {
		from := n
		for ; c != freecell.NoCard; c = x.above[c&63] {
			x.cards[n] = c
			n++
		}
		heights[x.columns-columns+i] = uint8(n - from)
	}
	p.Set(x.home[:], cells[:used], heights[:x.columns], x.cards[:n])
}

func (x *suitsCodec[K]) after(_ *freecell.Position, m freecell.Atomic, under freecell.Card, home []freecell.Atomic) K {
	numbers, up := x.numbers, x.home
	goes := m.To == freecell.AtHome
	for _, h := range home {
		if h.Card == m.Card {
			goes = true
			continue
		}
		x.lift(&numbers, h.Card)
		up[h.Card.Suit()&3]++
	}
	x.lift(&numbers, m.Card)
	switch {
	case goes:
		up[m.Card.Suit()&3]++
	case m.To == freecell.InCell:
		x.drop(&numbers, m.Card, onCell)
	default:
		x.drop(&numbers, m.Card, x.code(m.Card, under))
	}
	for i, f := range up {
		if f != x.home[i] {
			numbers[i] += x.suit[i].first[f] - x.suit[i].first[x.home[i]]
		}
	}
	return join[K](x.suits, &numbers)
}

func (x *suitsCodec[K]) lift(numbers *[4]uint64, c freecell.Card) {
	numbers[c.Suit()&3] -= uint64(x.digit[c&63][x.lies[c&63]&7]) * x.weight[c&63]
}

func (x *suitsCodec[K]) drop(numbers *[4]uint64, c freecell.Card, code uint8) {
	numbers[c.Suit()&3] += uint64(x.digit[c&63][code&7]) * x.weight[c&63]
}
