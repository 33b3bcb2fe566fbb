package commands

import (
	"context"
	"fmt"

	"puzzlekit/engines/freecell"
)

func init() {
	register("deal", "freecell", "Print the board of a Microsoft deal.", func() any { return &dealCmd{} })
}

// dealCmd prints one deal.
type dealCmd struct {
	Number    uint64 `arg:"" name:"n" help:"Number of the deal, 1 to 8589934591."`
	GameFlags `embed:""`
}

// Help returns the longer help text.
func (*dealCmd) Help() string {
	return `The board is written one column a line, the exposed card on the right, after the foundations and the free cells when these hold cards. Other games lay out the cards of the same deal in their own way.

Examples:

  puzzlekit deal 617
  puzzlekit deal 24 --game eight_off --json`
}

// Run prints the board.
func (c *dealCmd) Run(_ context.Context, env *Env) error {
	flags := BoardFlags{GameFlags: c.GameFlags, Deal: c.Number}
	if c.Number == 0 {
		return usageErrorf("deal 0: expected a number from 1 to %d", uint64(freecell.MaxDeal))
	}
	b, err := flags.Read(env, "")
	if err != nil {
		return err
	}
	if env.JSON {
		return env.PrintJSON(dealJSON{c.Number, b.Variant.Name, makeBoardJSON(b)})
	}
	_, err = fmt.Fprint(env.Stdout, b)
	return err
}

type dealJSON struct {
	Deal uint64 `json:"deal"`
	Game string `json:"game"`
	boardJSON
}

// boardJSON is a board as JSON. Cards are written like TH, an empty free cell
// is null, and foundations are the ranks on top, 0 to 13, one for each deck.
type boardJSON struct {
	Columns     [][]string       `json:"columns"`
	FreeCells   []*string        `json:"freecells"`
	Foundations map[string][]int `json:"foundations"`
}

func makeBoardJSON(b *freecell.Board) boardJSON {
	out := boardJSON{
		Columns:     make([][]string, len(b.Columns)),
		FreeCells:   make([]*string, len(b.FreeCells)),
		Foundations: map[string][]int{},
	}
	for i, col := range b.Columns {
		out.Columns[i] = []string{}
		for _, c := range col {
			out.Columns[i] = append(out.Columns[i], c.String())
		}
	}
	for i, c := range b.FreeCells {
		if c != freecell.NoCard {
			text := c.String()
			out.FreeCells[i] = &text
		}
	}
	for i, r := range b.Foundations {
		suit := freecell.Suit(i % 4).String()
		out.Foundations[suit] = append(out.Foundations[suit], int(r))
	}
	return out
}
