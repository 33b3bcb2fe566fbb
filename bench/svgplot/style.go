package svgplot

import (
	"fmt"
	"strings"
)

// look is how a line looks: its color on light and on dark ground, its dashes and
// its marker. The colors can be told apart by people who see no red or no green
// (Okabe and Ito, 2008), darker on light ground.
type look struct{ light, dark, dashes, marker string }

// The markers are paths around 0, 0.
var looks = []look{
	{"#0072b2", "#56b4e9", "", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"},
	{"#c04a00", "#f0a050", "7 3", "M-4 -4h8v8h-8z"},
	{"#007a5a", "#30d0a0", "2 3", "M0 -5l5 9h-10z"},
	{"#a83279", "#e39cc8", "9 3 2 3", "M0 -5l5 5l-5 5l-5 -5z"},
	{"#6b5b00", "#e6d84a", "12 4", "M0 5l5 -9h-10z"},
	{"#444444", "#c8c8c8", "4 4", "M-5 -1.5h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z"},
}

// mark returns the marker of line i at a point.
func mark(i int, x, y float64) string {
	return fmt.Sprintf(`<path class="mark" transform="translate(%s %s)" d="%s"/>`, px(x), px(y), looks[i%len(looks)].marker)
}

func style() string {
	var light, dark strings.Builder
	for i, l := range looks {
		fmt.Fprintf(&light, ".l%d{color:%s;stroke-dasharray:%s}\n", i, l.light, orNone(l.dashes))
		fmt.Fprintf(&dark, ".l%d{color:%s}\n", i, l.dark)
	}
	return `<style>
text{font:13px sans-serif;fill:#222}
.title{font-size:15px;font-weight:bold}
.ground{fill:#fff}
.grid{stroke:#ddd}
.frame{fill:none;stroke:#888}
.line{fill:none;stroke:currentColor;stroke-width:2}
.mark{fill:currentColor}
` + light.String() + `@media (prefers-color-scheme:dark){
text{fill:#ddd}
.ground{fill:#161b22}
.grid{stroke:#333}
.frame{stroke:#777}
` + dark.String() + `}
</style>
`
}

func orNone(dashes string) string {
	if dashes == "" {
		return "none"
	}
	return dashes
}
