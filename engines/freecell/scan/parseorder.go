package scan

import (
	"slices"
	"strings"
)

// tests reads the tests from depth 0 on.
func (p *parser) tests(arg piece) error { return p.setOrder(0, arg) }

// depthTests reads a depth and the tests from there on.
func (p *parser) depthTests(arg piece) error {
	depth, tests, ok := arg.cut(',')
	if !ok {
		return arg.errorf("%q: expected a depth, a comma and move tests", arg.text)
	}
	d, err := depth.number("depth", 0, maxNumber)
	if err != nil {
		return err
	}
	return p.setOrder(d, tests)
}

// setOrder sets the tests from that depth on, deeper ones included.
func (p *parser) setOrder(depth int, arg piece) error {
	groups, err := parseGroups(arg)
	if err != nil {
		return err
	}
	s := p.scan()
	s.Orders = slices.DeleteFunc(s.Orders, func(o Order) bool { return o.Depth >= depth })
	s.Orders = append(s.Orders, Order{depth, groups})
	return nil
}

// brackets are the characters around a group; kinds what follows one.
const (
	opening = "[("
	closing = "])"
)

// parseGroups reads a tests order.
func parseGroups(t piece) ([]Group, error) {
	if t.text == "" {
		return nil, t.errorf("no move tests: expected some as in 01[23456789]")
	}
	var out []Group
	for t.text != "" {
		if !strings.Contains(opening, t.text[:1]) {
			n := strings.IndexAny(t.text, opening)
			if n < 0 {
				n = len(t.text)
			}
			if err := checkTests(t.part(0, n)); err != nil {
				return nil, err
			}
			out = append(out, Group{Tests: t.text[:n]})
			t = t.from(n)
			continue
		}
		g, rest, err := parseGroup(t)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
		t = rest
	}
	return out, nil
}

// parseGroup reads a group in brackets that t begins with.
func parseGroup(t piece) (g Group, rest piece, err error) {
	end := strings.IndexAny(t.text, closing)
	if end < 0 {
		return g, rest, t.errorf("group %q without an end: expected ]", t.text)
	}
	if strings.IndexByte(opening, t.text[0]) != strings.IndexByte(closing, t.text[end]) {
		return g, rest, t.from(end).errorf("group %q begins with %c and ends with %c", t.text[:end+1], t.text[0], t.text[end])
	}
	if end == 1 {
		return g, rest, t.errorf("group %q without move tests", t.text[:2])
	}
	if err := checkTests(t.part(1, end)); err != nil {
		return g, rest, err
	}
	g = Group{Kind: Rand, Tests: t.text[1:end]}
	t = t.from(end + 1)
	if !strings.HasPrefix(t.text, "=") {
		return g, t, nil
	}
	call := strings.IndexByte(t.text, ')')
	name, args, ok := t.part(1, max(call, 1)).cut('(')
	if !ok {
		return g, rest, t.errorf("kind %q: expected =rand(), =asw(weights) or =all()", t.text)
	}
	switch name.text {
	case "asw":
		g.Kind = Sorted
		g.Weights, err = parseWeights(args)
	case "rand", "all":
		if name.text == "all" {
			g.Kind = All
		}
		if args.text != "" {
			err = args.errorf("%s takes no argument, not %q", name.text, args.text)
		}
	default:
		err = name.errorf("kind %q: expected rand, asw or all", name.text)
	}
	return g, t.from(call + 1), err
}

// checkTests refuses characters that are no move tests.
func checkTests(t piece) error {
	for i, c := range t.text {
		if !strings.ContainsRune(otherTests+simonTests, c) {
			return t.from(i).errorf("unknown move test %q in %q: expected one of %s%s", c, t.text, otherTests, simonTests)
		}
	}
	return nil
}
