package sheet

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"puzzlekit/engines/tectonic/notation"
)

var (
	//go:embed play.css
	playStyle string
	//go:embed play.js
	playScript string
)

// HTML returns a page to play puzzles on, with keyboard, mouse or touch: pencil
// marks, undo, check, hints by the techniques of package technique with their
// names, and a timer. It is one file, loads nothing, and keeps what was filled in
// in the browser's storage where that is allowed.
func HTML(title string, items []Item) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"+
		"<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>\n<main>\n", html.EscapeString(title), playStyle, html.EscapeString(title))
	for i, item := range items {
		p := item.Puzzle
		data, err := json.Marshal(struct {
			Width    int    `json:"width"`
			Height   int    `json:"height"`
			Regions  []int  `json:"regions"`
			Clues    []int  `json:"clues"`
			Solution []int  `json:"solution"`
			Caption  string `json:"caption"`
		}{p.Width, p.Height, p.Regions(), p.Clues, item.Solution, item.Caption})
		if err != nil {
			return "", fmt.Errorf("sheet: %w", err)
		}
		fmt.Fprintf(&b, "<div class=\"board\" id=\"puzzle%d\" data-puzzle=\"%s\">\n<script type=\"application/json\">%s</script>\n</div>\n",
			i+1, html.EscapeString(notation.Path(p)), data)
	}
	fmt.Fprintf(&b, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", playScript)
	return b.String(), nil
}
