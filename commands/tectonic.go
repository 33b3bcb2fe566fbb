package commands

import (
	"puzzlekit/engines/tectonic"
)

func init() {
	register("tectonic", "tectonic", "Generate, count and draw Tectonic (Suguru) grids, and make puzzles of them.", func() any { return &tectonicCmd{} })
}

// tectonicCmd groups what can be done with Tectonic grids.
type tectonicCmd struct {
	tectonicGridCmds
	tectonicPuzzleCmds
}

// tectonicGridCmds are the commands about complete and partial grids.
type tectonicGridCmds struct {
	Gen       tectonicGenCmd       `cmd:"" help:"List all grids, tier by tier."`
	GenWorker tectonicGenWorkerCmd `cmd:"" hidden:"" help:"Be a worker process of gen."`
	Count     tectonicCountCmd     `cmd:"" help:"Count all grids without listing them."`
	Rank      tectonicRankCmd      `cmd:"" help:"Find the place of a grid in the list of all."`
	Unrank    tectonicUnrankCmd    `cmd:"" help:"Find grids by their places in the list of all."`
	Sample    tectonicSampleCmd    `cmd:"" help:"Draw random grids, each with the same chance."`
	Frontier  tectonicFrontierCmd  `cmd:"" help:"Draw the frontier of a partial grid."`
	Transpose tectonicTransposeCmd `cmd:"" help:"Exchange rows and columns of grids."`
	Verify    tectonicVerifyCmd    `cmd:"" help:"Check tier files."`
	Export    tectonicExportCmd    `cmd:"" help:"Write a tier file in another form."`
	Import    tectonicImportCmd    `cmd:"" help:"Make a tier file of codes or region-id forms."`
}

// Help returns the longer help text.
func (*tectonicCmd) Help() string {
	return `A grid of L columns and H rows is cut into connected regions of at most M cells. A region of n cells holds 1 to n, and equal values never touch, not even diagonally.

The code of a grid has two digits for each cell, row by row from the top left: 1, plus 1 if the cell is in the region of its left neighbor, plus 2 if it is in the region of the cell above; then the value, 0 if it is unknown. Where M is above 9 the value has two digits.

Example:

  puzzlekit tectonic transpose -L 2 -H 3 -M 5 111213443145`
}

// TectonicSize is the size of the grids that a command is about.
type TectonicSize struct {
	Width  int `short:"L" name:"width" required:"" placeholder:"N" help:"Columns of the grid."`
	Height int `short:"H" name:"height" required:"" placeholder:"N" help:"Rows of the grid."`
	Max    int `short:"M" name:"max" default:"5" placeholder:"N" help:"Cells of the largest region allowed."`
}

// Problem returns the checked size.
func (s TectonicSize) Problem() (tectonic.Problem, error) {
	p := tectonic.Problem{Width: s.Width, Height: s.Height, Max: s.Max}
	if err := p.Validate(); err != nil {
		return p, usageErrorf("%w", err)
	}
	return p, nil
}
