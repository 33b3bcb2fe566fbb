package setter

import (
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"strings"
	"testing"

	"puzzlekit/engines/tectonic"
	"puzzlekit/fixtures"
)

// listText returns a list with its trailer.
func listText(p tectonic.Problem, codes []string) string {
	var sum uint64
	for _, c := range codes {
		h := fnv.New64a()
		h.Write([]byte(c))
		sum += h.Sum64()
	}
	head := fmt.Sprintf("901%02d%02d%02d%04d%020d%020d", p.Width, p.Height, p.Max, p.Cells(), len(codes), sum)
	text := fmt.Sprintf("%s%010d", head, crc32.ChecksumIEEE([]byte(head)))
	text += strings.Repeat("0", max(0, p.Cells()*2+1-len(text)))
	return strings.Join(codes, "\n") + "\n" + text + "\n"
}

func TestCodes(t *testing.T) {
	p := tectonic.Problem{Width: 2, Height: 3, Max: 5}
	var codes []string
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/lists/L2_H3_M5.tsv") {
		codes = append(codes, row[0])
	}
	text := listText(p, codes)
	got, err := Codes(strings.NewReader(text), p)
	if err != nil || len(got) != 208 || got[207] != codes[207] {
		t.Fatalf("%d codes, %v", len(got), err)
	}
	if g, err := GridOf(got[0], p); err != nil || fmt.Sprint(g.Values) != "[1 2 3 4 1 5]" {
		t.Errorf("%v, %v", g, err)
	}
	trailer := strings.LastIndex(text[:len(text)-1], "\n") + 1
	if _, err := Codes(strings.NewReader(text[:trailer]), p); !errors.Is(err, ErrUnfinished) {
		t.Errorf("no trailer: %v", err)
	}
	for name, changed := range map[string]string{
		"a line less":        text[strings.Index(text, "\n")+1:],
		"a digit flipped":    text[:trailer+20] + "7" + text[trailer+21:],
		"a value flipped":    strings.Replace(text, codes[5], codes[5][:11]+"9", 1),
		"another order":      codes[1] + "\n" + codes[0] + "\n" + text[26:],
		"more after it":      text + codes[0] + "\n",
		"a short line":       "11\n" + text,
		"a short trailer":    text[:len(text)-2],
		"letters in trailer": text[:trailer+1] + "x" + text[trailer+2:],
	} {
		if got, err := Codes(strings.NewReader(changed), p); err == nil {
			t.Errorf("%s: read %d codes", name, len(got))
		}
	}
	if _, err := Codes(strings.NewReader(text), tectonic.Problem{Width: 3, Height: 2, Max: 5}); err == nil {
		t.Error("read as another problem")
	}
	if _, err := GridOf("101010101010", p); err == nil {
		t.Error("an incomplete grid is one")
	}
}
