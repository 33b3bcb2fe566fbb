package commands

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"slices"

	"puzzlekit/engines/tectonic"
)

// tectonicFrontierCmd draws a frontier.
type tectonicFrontierCmd struct {
	TectonicSize `embed:""`
	Code         string `arg:"" help:"Code of the partial grid."`
	TopFirst     bool   `help:"Draw the first row at the top."`
}

// Help returns the longer help text.
func (*tectonicFrontierCmd) Help() string {
	return `The frontier is all that the cells still to come can depend on: the cells of every region of which a cell touches one that is not assigned, also diagonally. All other cells are drawn as …, cells that are not assigned as a point. The first row is the lowest line, since a grid grows upward.

Example:

  puzzlekit tectonic frontier -L 4 -H 5 -M 5 111223213524152412332233341514`
}

// Run draws the grid with its frontier.
func (c *tectonicFrontierCmd) Run(_ context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	g, err := tectonic.ParseCode(c.Code, p)
	if err != nil {
		return err
	}
	in := g.Frontier(p.Height)
	if env.JSON {
		cells := []int{}
		for cell := range in {
			if in[cell] {
				cells = append(cells, cell)
			}
		}
		return env.PrintJSON(struct {
			Code     string `json:"code"`
			Frontier []int  `json:"frontier"`
		}{c.Code, cells})
	}
	for cell := range in {
		in[cell] = !in[cell]
	}
	_, err = fmt.Fprint(env.Stdout, g.Draw(tectonic.Drawing{Height: p.Height, BottomFirst: !c.TopFirst, Hide: in}))
	return err
}

// tectonicTransposeCmd exchanges rows and columns.
type tectonicTransposeCmd struct {
	TectonicSize `embed:""`
	Codes        []string `arg:"" optional:"" help:"Codes of complete grids; without any they are read from standard input, one a line."`
}

// Help returns the longer help text.
func (*tectonicTransposeCmd) Help() string {
	return `The size is that of the grids that are given. The codes that are printed are sorted, as in a list of all grids. Only complete grids can be transposed.

Example:

  puzzlekit tectonic transpose -L 2 -H 3 -M 5 111213443145`
}

// Run prints the sorted codes of the transposed grids.
func (c *tectonicTransposeCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	var turned []string
	add := func(where, code string) error {
		g, err := tectonic.ParseCode(code, p)
		if err == nil {
			err = g.Complete(p)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		g, err = g.Transpose()
		turned = append(turned, g.Code(p.Max))
		return err
	}
	for i, code := range c.Codes {
		if err := add(fmt.Sprintf("code %d", i+1), code); err != nil {
			return err
		}
	}
	if len(c.Codes) == 0 {
		lines := bufio.NewScanner(env.Stdin)
		for n := 1; lines.Scan(); n++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := add(fmt.Sprintf("standard input:%d", n), lines.Text()); err != nil {
				return err
			}
		}
		if err := lines.Err(); err != nil {
			return err
		}
	}
	slices.Sort(turned)
	var out bytes.Buffer
	for _, code := range turned {
		out.WriteString(code + "\n")
	}
	_, err = env.Stdout.Write(out.Bytes())
	return err
}
