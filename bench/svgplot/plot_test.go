package svgplot

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func example() *Plot {
	return &Plot{
		Title: "Efficiency <of> \"workers\" & more",
		X:     Axis{Label: "workers", Log: true},
		Y:     Axis{Label: "%", From: 0, To: 100},
		Lines: []Line{
			{Name: "delay 0.5 ms", Points: []Point{{10, 99.9}, {100, 99}, {1000, 96}, {10000, 23}}},
			{Name: "delay 25 ms", Points: []Point{{10, 99}, {100, 95.5}, {1000, 86}, {10000, 20}}},
			{Name: "one point", Points: []Point{{300, 50}}},
		},
	}
}

func TestGolden(t *testing.T) {
	got, err := example().SVG()
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "example.svg")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Error(d)
	}
}

// TestWellFormed reads the example back: it is XML, and what was special in the
// title has arrived.
func TestWellFormed(t *testing.T) {
	svg, err := example().SVG()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for d := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := token.(xml.CharData); ok && strings.TrimSpace(string(s)) != "" {
			texts = append(texts, string(s))
		}
	}
	want := []string{
		"Efficiency <of> \"workers\" & more",
		"10", "100", "1k", "10k", "0", "20", "40", "60", "80", "100",
		"workers", "%", "delay 0.5 ms", "delay 25 ms", "one point",
	}
	if d := cmp.Diff(want, texts[1:]); d != "" { // after the style sheet
		t.Error(d)
	}
}

// TestScale: values keep their order and stay within the frame, equal ratios are
// equal distances on a logarithmic axis, and ticks are among the values shown,
// few and many enough.
func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Axis{Log: rapid.Bool().Draw(t, "log")}
		draw := rapid.Float64Range(-1e6, 1e6)
		if a.Log {
			draw = rapid.Float64Range(1e-3, 1e12)
		}
		values := rapid.SliceOfN(draw, 1, 10).Draw(t, "values")
		s, err := a.scale(values, 100, 500)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			if x := s.at(v); x < 100-1e-6 || x > 500+1e-6 {
				t.Fatalf("%v is at %v", v, x)
			}
			for _, w := range values {
				if v < w && s.at(v) > s.at(w) {
					t.Fatalf("%v is at %v, %v at %v", v, s.at(v), w, s.at(w))
				}
			}
		}
		for _, tick := range s.ticks {
			if x := s.at(tick.value); x < 100-1e-3 || x > 500+1e-3 {
				t.Fatalf("tick %s is at %v", tick.label, x)
			}
		}
		if n := len(s.ticks); n > 16 || !a.Log && n < 4 {
			t.Fatalf("%d ticks from %v to %v", n, s.low, s.high)
		}
	})
	s, err := Axis{Log: true}.scale([]float64{1, 10000}, 0, 400)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range []float64{1, 10, 100, 1000, 10000} {
		if got, want := s.at(v), float64(100*i); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v is at %v, want %v", v, got, want)
		}
	}
}

func TestLabels(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.25: "0.25", -20: "-20", 999: "999", 1000: "1k", 16384: "16.38k", 2e6: "2M", 6.4e11: "640G"} {
		if got := label(v); got != want {
			t.Errorf("label(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestCannotDraw(t *testing.T) {
	for name, p := range map[string]*Plot{
		"no line":       {},
		"no point":      {Lines: []Line{{Name: "a"}}},
		"not a number":  {Lines: []Line{{Points: []Point{{math.NaN(), 1}}}}},
		"infinite":      {Lines: []Line{{Points: []Point{{1, math.Inf(1)}}}}},
		"log of zero":   {X: Axis{Log: true}, Lines: []Line{{Points: []Point{{0, 1}}}}},
		"log from zero": {Y: Axis{Log: true, To: 5}, Lines: []Line{{Points: []Point{{1, 1}}}}},
	} {
		if _, err := p.SVG(); !errors.Is(err, ErrPlot) {
			t.Errorf("%s: error %v, want %v", name, err, ErrPlot)
		}
	}
}
