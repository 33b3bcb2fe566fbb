package pdfswire

import (
	"bytes"
	"fmt"
	"testing"
)

func BenchmarkAppend(b *testing.B) {
	for _, depth := range []int{0, 1_000, 100_000} {
		b.Run(fmt.Sprintf("depth=%d", depth), func(b *testing.B) {
			// Boxed once: the caller of Append pays for that, not Append.
			var m Message = IAm{ID: 1, At: make(CoordSeq, depth)}
			buf := mustAppend(b, m)
			b.SetBytes(int64(len(buf)))
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if buf, err = Append(buf[:0], m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, depth := range []int{0, 1_000, 100_000} {
		b.Run(fmt.Sprintf("depth=%d", depth), func(b *testing.B) {
			buf := mustAppend(b, IAm{ID: 1, At: make(CoordSeq, depth)})
			in := bytes.NewReader(nil)
			r := NewReader(in, Client)
			b.SetBytes(int64(len(buf)))
			b.ReportAllocs()
			for b.Loop() {
				in.Reset(buf)
				if _, err := r.Read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
