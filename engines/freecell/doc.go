// Package freecell knows FreeCell and its relatives as a player does: cards,
// boards, the rules of each game, Microsoft's numbered deals, standard notation
// and the checking of a solution. It does not search; the packages below it do,
// on a [Position], which makes and unmakes the moves of single cards.
//
// # Terms
//
// A board has columns, in which all cards are seen and only the last one, the
// exposed one, can move; free cells, which hold one card each; and foundations,
// one for each suit of each deck, which take the suit's cards from ace to king.
// A card in a column has the next one nearer to the end on top of it; the card
// that it lies on is its parent. A game is solved when all cards are on the
// foundations, or home.
//
// Games differ in the cards that a parent takes (the opposite color, the same
// suit or any suit, always one rank lower), in the cards that may fill an empty
// column (any, kings or none), in how many may move together, and in their
// number of columns, free cells and decks; see [Variant]. Several cards at the
// end of a column move together only as a short way to write moves of single
// cards through free cells and empty columns; see [Variant.Supermove].
//
// A state is a board without the order of its columns and free cells. Its
// canonical form has the columns sorted by their first cards and the free cells
// by their cards, empty ones first.
//
// # Where to read next
//
// card.go, variant.go and board.go hold the values. readboard.go and
// readprefix.go read a board, deal.go and layout.go deal one. move.go,
// notation.go and solution.go are moves as text; check.go, play.go and
// playcolumns.go play them by the rules, apart from all that searches use.
// position.go, atomic.go and key.go are what a search stands on; the test
// twin_test.go does the same work slowly and obviously.
package freecell
