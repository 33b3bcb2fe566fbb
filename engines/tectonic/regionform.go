package tectonic

import (
	"fmt"
	"strconv"
	"strings"
)

// letters name the regions of the region-id form while they last.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// RegionForm returns the grid as two words, values and regions: a digit and a letter
// for each cell, letters by first occurrence. Where a value is above 9 or there are
// more than 52 regions, the cells of that word are numbers with commas between
// them, regions counted from 0.
func (g Grid) RegionForm() (values, regions string) {
	var v, r []int
	digits, names := true, true
	for cell := range g.Values {
		v = append(v, int(g.Values[cell]))
		r = append(r, int(g.Regions[cell]))
		digits = digits && g.Values[cell] <= 9
		names = names && int(g.Regions[cell]) < len(letters)
	}
	return word(v, digits, "0123456789"), word(r, names, letters)
}

func word(numbers []int, short bool, symbols string) string {
	var b strings.Builder
	for i, n := range numbers {
		switch {
		case short:
			b.WriteByte(symbols[n])
		case i > 0:
			b.WriteString("," + strconv.Itoa(n))
		default:
			b.WriteString(strconv.Itoa(n))
		}
	}
	if !short && len(numbers) == 1 {
		b.WriteByte(',') // tells 12 from 1 and 2
	}
	return b.String()
}

// ParseRegionForm reads what [Grid.RegionForm] writes. Regions may be named by any
// letters or numbers, in any order.
func ParseRegionForm(values, regions string, p Problem) (Grid, error) {
	if err := p.Validate(); err != nil {
		return Grid{}, err
	}
	v, err := numbers(values, "0123456789")
	if err != nil {
		return Grid{}, fmt.Errorf("tectonic: values: %w", err)
	}
	r, err := numbers(regions, letters)
	if err != nil {
		return Grid{}, fmt.Errorf("tectonic: regions: %w", err)
	}
	if len(v) != len(r) {
		return Grid{}, fmt.Errorf("tectonic: %d values and %d regions: expected as many", len(v), len(r))
	}
	if len(v) > p.Cells() {
		return Grid{}, fmt.Errorf("tectonic: %d cells: expected at most %d×%d", len(v), p.Width, p.Height)
	}
	g := Grid{Width: p.Width, Values: make([]uint8, len(v)), Regions: make([]uint16, len(r))}
	for cell := range v {
		if v[cell] > MaxValue {
			return Grid{}, fmt.Errorf("tectonic: value %d at %s: expected at most %d", v[cell], g.Place(cell), MaxValue)
		}
		g.Values[cell], g.Regions[cell] = uint8(v[cell]), uint16(r[cell])
	}
	renumber(g.Regions)
	if err := g.Check(p.Max); err != nil {
		return Grid{}, err
	}
	return g, nil
}

// numbers reads symbols, or numbers with commas between them.
func numbers(text, symbols string) ([]int, error) {
	var list []int
	if strings.Contains(text, ",") {
		for _, field := range strings.Split(strings.TrimSuffix(text, ","), ",") {
			n, err := strconv.ParseUint(field, 10, 16)
			if err != nil {
				return nil, fmt.Errorf("%q: expected a number up to 65535", field)
			}
			list = append(list, int(n))
		}
		return list, nil
	}
	for i := range len(text) {
		n := strings.IndexByte(symbols, text[i])
		if n < 0 {
			return nil, fmt.Errorf("%q at place %d: expected one of %s", text[i], i+1, symbols)
		}
		list = append(list, n)
	}
	return list, nil
}
