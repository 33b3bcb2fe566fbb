package tectonic

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/fixtures"
)

func TestFrontiers(t *testing.T) {
	text, err := fixtures.Tectonic.ReadFile("tectonic/frontier.json")
	if err != nil {
		t.Fatal(err)
	}
	var known []struct {
		L, H, M int
		Code    string
		Cells   []int `json:"frontier_cells_king"`
	}
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	if len(known) < 20 {
		t.Fatalf("only %d frontiers", len(known))
	}
	for _, k := range known {
		g, err := ParseCode(k.Code, Problem{k.L, k.H, k.M})
		if err != nil {
			t.Fatalf("%s: %v", k.Code, err)
		}
		var cells []int
		for cell, in := range g.Frontier(k.H) {
			if in {
				cells = append(cells, cell)
			}
		}
		if diff := cmp.Diff(k.Cells, cells); diff != "" {
			t.Errorf("%s (-want +got):\n%s", k.Code, diff)
		}
	}
}

func TestDrawing(t *testing.T) {
	g, err := ParseCode("111223213524152412332233341514", Problem{4, 5, 5})
	if err != nil {
		t.Fatal(err)
	}
	hide := g.Frontier(5)
	for cell, in := range hide {
		hide[cell] = !in
	}
	want := `+-+-+-+-+
|. . . .|
+ + + + +
|4|5|4 .|
+ +-+-+ +
|2|3 2|3|
+-+ +-+ +
|5 4|5 4|
+ +-+-+-+
|1|… … …|
+-+-+-+-+
`
	if diff := cmp.Diff(want, g.Draw(Drawing{Height: 5, BottomFirst: true, Hide: hide})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wide := Grid{Width: 2, Values: []uint8{12, 0}, Regions: []uint16{0, 1}}
	if got := wide.Draw(Drawing{Height: 2}); got != "+--+--+\n|12| .|\n+  +  +\n| .  .|\n+--+--+\n" {
		t.Errorf("wide drawing:\n%s", got)
	}
}
