package ggzxml

import (
	"slices"
	"strings"
)

// Element is one element of the document.
type Element struct {
	Name     string // in upper case
	Attrs    []Attr // in the order in which they were written
	Text     string // without blanks at its ends; all of it, wherever it stood
	CDATA    bool   // the text is to be written as a CDATA section
	Children []Element
}

// Attr is an attribute.
type Attr struct{ Name, Value string }

// E returns an element with attributes, given as names and values in turn.
func E(name string, attrs ...string) Element {
	e := Element{Name: name}
	for pair := range slices.Chunk(attrs, 2) {
		e.Attrs = append(e.Attrs, Attr{pair[0], pair[1]})
	}
	return e
}

// With returns the element with children added.
func (e Element) With(children ...Element) Element {
	e.Children = append(slices.Clip(e.Children), children...)
	return e
}

// Saying returns the element with a text.
func (e Element) Saying(text string) Element {
	e.Text = text
	return e
}

// Attr returns the value of an attribute, empty if it is not there. The name is
// in upper case.
func (e *Element) Attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// Child returns the first child of a name, or an empty element.
func (e *Element) Child(name string) *Element {
	for i := range e.Children {
		if e.Children[i].Name == name {
			return &e.Children[i]
		}
	}
	return &Element{}
}

// escape writes text as XML. Control characters, which no XML can hold, become
// blanks.
var escape = func() *strings.Replacer {
	pairs := []string{"&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`, "&quot;", "\ufffe", " ", "\uffff", " "}
	for c := range rune(' ') {
		if c != '\n' && c != '\t' {
			pairs = append(pairs, string(c), " ")
		}
	}
	return strings.NewReplacer(pairs...)
}()

// Append writes an element with its newline.
func Append(dst []byte, e Element) []byte {
	dst = append(append(dst, '<'), e.Name...)
	for _, a := range e.Attrs {
		dst = append(append(append(dst, ' '), a.Name...), "='"...)
		dst = append(append(dst, clean(a.Value)...), '\'')
	}
	if e.Text == "" && len(e.Children) == 0 && !e.CDATA {
		return append(dst, "/>\n"...)
	}
	dst = append(dst, '>')
	switch {
	case e.CDATA:
		text := strings.ReplaceAll(strings.ToValidUTF8(e.Text, "?"), "]]>", "]]]]><![CDATA[>")
		dst = append(append(append(dst, "<![CDATA["...), text...), "]]>"...)
	default:
		dst = append(dst, clean(e.Text)...)
	}
	if len(e.Children) > 0 {
		dst = append(dst, '\n')
	}
	for _, child := range e.Children {
		dst = Append(dst, child)
	}
	return append(append(append(dst, "</"...), e.Name...), ">\n"...)
}

func clean(text string) string { return escape.Replace(strings.ToValidUTF8(text, "?")) }

// Begin and End are what surrounds all elements of a side.
const (
	Begin = "<?xml version='1.0' encoding='UTF-8'?>\n<SESSION>\n"
	End   = "</SESSION>\n"
)
