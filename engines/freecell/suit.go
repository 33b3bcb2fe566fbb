package freecell

// TakeSuit moves the whole suit on top of a column home, from the ace to the
// king. The 13 uppermost cards of the column must be of one suit and in order.
func (p *Position) TakeSuit(from Place) {
	for range King {
		c := p.card[from][p.height[from]-1]
		p.lift(c, from)
		p.drop(c, AtHome)
	}
}

// ReturnSuit undoes the last TakeSuit, which was of that suit and column.
func (p *Position) ReturnSuit(s Suit, to Place) {
	for r := King; r >= Ace; r-- {
		c := NewCard(r, s)
		p.lift(c, AtHome)
		p.drop(c, to)
	}
}
