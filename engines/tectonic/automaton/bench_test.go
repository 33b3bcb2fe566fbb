package automaton

import (
	"fmt"
	"testing"

	"puzzlekit/engines/tectonic"
)

// BenchmarkStream writes all grids of 4×4, M=5, with the automaton and by search, and
// counts them.
func BenchmarkStream(b *testing.B) {
	p := tectonic.Problem{Width: 4, Height: 4, Max: 5}
	const grids = 795_880
	discard := func([]byte) error { return nil }
	b.Run("by=automaton/L=4/H=4/M=5", func(b *testing.B) {
		a, err := Build(b.Context(), p, Options{})
		if err != nil {
			b.Fatal(err)
		}
		g, err := a.Graph(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := g.Stream(b.Context(), discard); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(grids*float64(b.N)/b.Elapsed().Seconds(), "grids/s")
	})
	b.Run("by=search/L=4/H=4/M=5", func(b *testing.B) {
		for b.Loop() {
			if err := Search(b.Context(), p, discard); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(grids*float64(b.N)/b.Elapsed().Seconds(), "grids/s")
	})
}

// BenchmarkCount counts by rows and by cells.
func BenchmarkCount(b *testing.B) {
	for _, height := range []int{4, 5} {
		p := tectonic.Problem{Width: 4, Height: height, Max: 5}
		for by, byCells := range map[string]bool{"rows": false, "cells": true} {
			b.Run(fmt.Sprintf("by=%s/L=4/H=%d/M=5", by, height), func(b *testing.B) {
				states := int64(0)
				o := Options{ByCells: byCells, Progress: func(_, _ int, n int64) { states += n }}
				for b.Loop() {
					if _, err := Count(b.Context(), p, o); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
			})
		}
	}
}
