package sheet

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
)

// Item is a puzzle on a page.
type Item struct {
	Puzzle   *puzzle.Puzzle
	Solution []int  // of each cell
	Caption  string // shown above the board
}

// Measures of an A4 page in millimeters.
const (
	pageWidth, pageHeight = 210.0, 297.0
	pageMargin            = 15.0
	headHeight            = 12.0 // of the title
	captionHeight         = 7.0
	largestCell           = 12.0
)

// PDF returns A4 pages with the puzzles, perPage on each (1, 2, 4, 6, 9 or 12),
// and then smaller the solutions. Nothing in it depends on the time or the machine.
func PDF(title string, items []Item, perPage int) ([]byte, error) {
	doc := fpdf.New("P", "mm", "A4", "")
	epoch := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	doc.SetCreationDate(epoch)
	doc.SetModificationDate(epoch)
	doc.SetCatalogSort(true)
	doc.SetTitle(title, true)
	doc.SetProducer("puzzlekit", true)
	doc.SetXmpMetadata(metadata(items))
	doc.SetAutoPageBreak(false, 0)
	s := sheet{doc: doc, encode: doc.UnicodeTranslatorFromDescriptor("")}
	s.pages(title, items, perPage, false)
	s.pages(title+": solutions", items, max(perPage, 12), true)
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		return nil, fmt.Errorf("sheet: %w", err)
	}
	return out.Bytes(), nil
}

// metadata returns the puzzles as XMP.
func metadata(items []Item) []byte {
	var b strings.Builder
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n" +
		"<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n" +
		"<rdf:Description rdf:about=\"\" xmlns:puzzlekit=\"urn:puzzlekit\">\n<puzzlekit:puzzles><rdf:Seq>\n")
	for _, item := range items {
		fmt.Fprintf(&b, "<rdf:li rdf:parseType=\"Resource\"><puzzlekit:puzzle>%s</puzzlekit:puzzle></rdf:li>\n", html.EscapeString(notation.Path(item.Puzzle)))
	}
	b.WriteString("</rdf:Seq></puzzlekit:puzzles>\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return []byte(b.String())
}

// sheet draws on the pages of a document.
type sheet struct {
	doc    *fpdf.Fpdf
	encode func(string) string
}

// pages adds pages with the puzzles or their solutions.
func (s *sheet) pages(title string, items []Item, perPage int, solutions bool) {
	columns, rows := 1, 1
	for columns*rows < perPage {
		if columns*3 < rows*2+1 || columns == rows-1 {
			columns++
		} else {
			rows++
		}
	}
	width, height := (pageWidth-2*pageMargin)/float64(columns), (pageHeight-2*pageMargin-headHeight)/float64(rows)
	for i, item := range items {
		place := i % (columns * rows)
		if place == 0 {
			s.doc.AddPage()
			s.doc.SetFont("Helvetica", "B", 14)
			s.doc.SetXY(pageMargin, pageMargin-4)
			s.doc.CellFormat(pageWidth-2*pageMargin, 8, s.encode(title), "", 0, "L", false, 0, "")
		}
		x := pageMargin + float64(place%columns)*width
		y := pageMargin + headHeight + float64(place/columns)*height
		s.board(item, strconv.Itoa(i+1), x, y, width-6, height-6, solutions)
	}
}

// board draws one board into a rectangle.
func (s *sheet) board(item Item, number string, x, y, width, height float64, solution bool) {
	p := item.Puzzle
	s.doc.SetFont("Helvetica", "", 9)
	s.doc.SetXY(x, y)
	caption := number
	if item.Caption != "" {
		caption += "  " + item.Caption
	}
	s.doc.CellFormat(width, captionHeight-2, s.encode(caption), "", 0, "L", false, 0, "")
	y += captionHeight
	cell := min(width/float64(p.Width), (height-captionHeight)/float64(p.Height), largestCell)
	s.lines(p.Layout, x, y, cell)
	for i := range p.Size() {
		v := p.Clues[i]
		style := "B"
		if v == 0 && solution {
			v, style = item.Solution[i], ""
		}
		if v == 0 {
			continue
		}
		s.doc.SetFont("Helvetica", style, cell*1.6)
		s.doc.SetXY(x+float64(i%p.Width)*cell, y+float64(i/p.Width)*cell)
		s.doc.CellFormat(cell, cell, strconv.Itoa(v), "", 0, "CM", false, 0, "")
	}
}

// lines draws the thin lines of a board, then the thick ones around its regions.
func (s *sheet) lines(l *puzzle.Layout, x, y, cell float64) {
	for _, thick := range []bool{false, true} {
		s.doc.SetLineWidth(0.15)
		s.doc.SetDrawColor(150, 150, 150)
		if thick {
			s.doc.SetLineWidth(0.7)
			s.doc.SetDrawColor(0, 0, 0)
			s.doc.SetLineCapStyle("square")
			s.doc.Rect(x, y, float64(l.Width)*cell, float64(l.Height)*cell, "D")
		}
		for i := range l.Size() {
			left, top := x+float64(i%l.Width)*cell, y+float64(i/l.Width)*cell
			if (i+1)%l.Width != 0 && l.Same(i, i+1) != thick {
				s.doc.Line(left+cell, top, left+cell, top+cell)
			}
			if i+l.Width < l.Size() && l.Same(i, i+l.Width) != thick {
				s.doc.Line(left, top+cell, left+cell, top+cell)
			}
		}
	}
}
