package ggzxml

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The limits of an element below the root.
const (
	maxBytes    = 16 << 10
	maxChildren = 64
	maxDepth    = 8
)

var (
	// ErrSyntax is matched by the errors for what is no such XML, or too much.
	ErrSyntax = errors.New("bad xml")

	// ErrEnd says that the peer has closed the root element: it has nothing more
	// to say in XML.
	ErrEnd = errors.New("end of the session")
)

// Reader reads the elements that a peer sends. It is for one goroutine at a time.
type Reader struct {
	in      *budget
	decoder *xml.Decoder
	begun   bool
}

// NewReader returns a Reader of in. It reads byte for byte and never past what it
// needs, so in should have a buffer, and what follows the root element is left
// in there.
func NewReader(in io.ByteReader) *Reader {
	r := &Reader{in: &budget{from: in}}
	r.decoder = xml.NewDecoder(r.in)
	return r
}

// budget bounds how many bytes are read for one element.
type budget struct {
	from io.ByteReader
	left int
	err  error // of the stream, which the decoder would wrap
}

func (b *budget) ReadByte() (byte, error) {
	if b.left == 0 {
		b.err = fmt.Errorf("%w: an element has more than %d bytes", ErrSyntax, maxBytes)
		return 0, b.err
	}
	b.left--
	c, err := b.from.ReadByte()
	b.err = err
	return c, err
}

// Read is there because a decoder wants a reader; it uses ReadByte alone.
func (b *budget) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := b.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}

// Next waits for an element and returns it. The error is ErrEnd after the root
// element, io.EOF when the connection ended before that, one that matches
// ErrSyntax, or the connection's own.
func (r *Reader) Next() (Element, error) {
	for {
		r.in.left = maxBytes
		token, err := r.token()
		if err != nil {
			return Element{}, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !r.begun {
				if !strings.EqualFold(token.Name.Local, "SESSION") {
					return Element{}, fmt.Errorf("%w: the document begins with <%s>, expected <SESSION>", ErrSyntax, token.Name.Local)
				}
				r.begun = true
				continue
			}
			return r.element(token, 1)
		case xml.EndElement:
			return Element{}, ErrEnd
		case xml.CharData:
			if strings.TrimSpace(string(token)) != "" {
				return Element{}, fmt.Errorf("%w: text between elements", ErrSyntax)
			}
		}
	}
}

// element reads the rest of an element.
func (r *Reader) element(start xml.StartElement, depth int) (Element, error) {
	e := Element{Name: strings.ToUpper(start.Name.Local)}
	for _, a := range start.Attr {
		e.Attrs = append(e.Attrs, Attr{strings.ToUpper(a.Name.Local), a.Value})
	}
	if depth > maxDepth {
		return e, fmt.Errorf("%w: elements %d deep", ErrSyntax, depth)
	}
	var text strings.Builder
	for {
		token, err := r.token()
		if err != nil {
			return e, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(e.Children) == maxChildren {
				return e, fmt.Errorf("%w: more than %d elements in <%s>", ErrSyntax, maxChildren, e.Name)
			}
			child, err := r.element(token, depth+1)
			if err != nil {
				return e, err
			}
			e.Children = append(e.Children, child)
		case xml.EndElement:
			e.Text = strings.TrimSpace(text.String())
			return e, nil
		case xml.CharData:
			text.Write(token)
		}
	}
}

// token reads a token. Only the decoder's own errors are those of syntax.
func (r *Reader) token() (xml.Token, error) {
	token, err := r.decoder.Token()
	switch {
	case err == nil:
	case r.in.err != nil && !errors.Is(r.in.err, io.EOF):
		return nil, r.in.err
	case r.in.err != nil:
		return nil, io.EOF
	default:
		return nil, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	if d, ok := token.(xml.Directive); ok {
		word, _, _ := strings.Cut(string(d), " ")
		return nil, fmt.Errorf("%w: <!%s is not allowed", ErrSyntax, word)
	}
	return token, nil
}
