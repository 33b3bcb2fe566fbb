package scan

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"puzzlekit/engines/freecell"
)

// Parse reads a scan text; see the package comment. The name stands for the
// text in errors, which are [*freecell.TextError]. Words that it does not
// know, tests and groups that are none, numbers out of range and names that
// are not there are errors.
func Parse(name, text string) (Set, error) {
	words, err := splitWords(name, strings.TrimPrefix(text, "\ufeff"))
	if err != nil {
		return Set{}, err
	}
	p := &parser{set: Set{FreeCells: -1, Scans: []Scan{DefaultScan()}}, names: map[string]int{}}
	for len(words) > 0 {
		if words, err = p.option(words); err != nil {
			return Set{}, err
		}
	}
	if p.prelude != nil {
		if p.set.Prelude, err = p.turns(*p.prelude); err != nil {
			return Set{}, err
		}
	}
	return p.set, nil
}

// parser builds a Set option by option.
type parser struct {
	set     Set
	names   map[string]int // of scans
	prelude *piece         // read last, when all names are known
}

// scan returns the scan that the options are for.
func (p *parser) scan() *Scan { return &p.set.Scans[len(p.set.Scans)-1] }

// option is an option of scan texts: what its argument is, empty for none, and
// what it does. Without an argument it gets its own word.
type option struct {
	argument string
	apply    func(p *parser, arg piece) error
}

// options holds the options by their long names.
var options = map[string]option{
	"--game":               {"a game", (*parser).game},
	"--freecells-num":      {"a number", (*parser).freeCells},
	"--prelude":            {"turns as in 300@name,200@other", (*parser).keepPrelude},
	"--scans-synergy":      {"none or dead-end-marks", (*parser).synergy},
	"--reparent-states":    {"", func(p *parser, _ piece) error { p.set.Reparent = true; return nil }},
	"--optimize-solution":  {"", func(p *parser, _ piece) error { p.set.Optimize = true; return nil }},
	"--max-iters":          {"a number", (*parser).limit},
	"--next-soft-thread":   {"", (*parser).next},
	"--method":             {"a method", (*parser).method},
	"--tests-order":        {"move tests", (*parser).tests},
	"--depth-tests-order2": {"a depth and move tests as in 30,01[23]", (*parser).depthTests},
	"--set-pruning":        {"r:tf", (*parser).pruning},
	"-seed":                {"a number", (*parser).seed},
	"--beam-width":         {"a number", (*parser).width},
	"--a-star-weight":      {"weights as in 0.5,0,0.3", (*parser).weights},
	"--soft-thread-step":   {"a number", (*parser).step},
	"--st-name":            {"a name", (*parser).name},
}

// short holds the long names of the short options.
var short = map[string]string{
	"-g":    "--game",
	"-opt":  "--optimize-solution",
	"-mi":   "--max-iters",
	"-nst":  "--next-soft-thread",
	"-me":   "--method",
	"-to":   "--tests-order",
	"-dto2": "--depth-tests-order2",
	"-sp":   "--set-pruning",
	"-asw":  "--a-star-weight",
	"-step": "--soft-thread-step",
}

// option reads the option that words begin with and returns the words after it.
func (p *parser) option(words []piece) (rest []piece, err error) {
	word, rest := words[0], words[1:]
	name, arg, given := word.cut('=')
	if !given || !strings.HasPrefix(word.text, "--") {
		name, given = word, false
	}
	long := name.text
	if l, ok := short[long]; ok {
		long = l
	}
	o, ok := options[long]
	switch {
	case !ok:
		known := slices.AppendSeq(slices.Collect(maps.Keys(options)), maps.Keys(short))
		slices.Sort(known)
		return nil, word.errorf("unknown word %q: expected one of %s", word.text, strings.Join(known, ", "))
	case o.argument == "" && given:
		return nil, arg.errorf("%s takes no argument", name.text)
	case o.argument == "":
		arg = word
	case given:
	case len(rest) == 0:
		return nil, word.errorf("%s is the last word: expected %s after it", word.text, o.argument)
	default:
		arg, rest = rest[0], rest[1:]
	}
	return rest, o.apply(p, arg)
}

func (p *parser) game(arg piece) error {
	v, err := freecell.VariantByName(arg.text)
	if err != nil {
		return arg.errorf("%s", strings.TrimPrefix(err.Error(), "freecell: "))
	}
	p.set.Game = v.Name
	return nil
}

func (p *parser) freeCells(arg piece) (err error) {
	p.set.FreeCells, err = arg.number("free cells", 0, freecell.MaxFreeCells)
	return err
}

func (p *parser) keepPrelude(arg piece) error {
	p.prelude = &arg
	return nil
}

func (p *parser) synergy(arg piece) error {
	i, err := arg.oneOf("synergy", synergies)
	p.set.Synergy = Synergy(i)
	return err
}

func (p *parser) limit(arg piece) (err error) {
	p.set.Limit, err = arg.number("limit", 1, maxNumber)
	return err
}

func (p *parser) next(arg piece) error {
	if len(p.set.Scans) == MaxScans {
		return arg.errorf("too many scans: expected at most %d", MaxScans)
	}
	p.set.Scans = append(p.set.Scans, DefaultScan())
	return nil
}

func (p *parser) method(arg piece) error {
	if arg.text == "dfs" {
		p.scan().Method = SoftDFS
		return nil
	}
	i, err := arg.oneOf("method", methods)
	p.scan().Method = Method(i)
	return err
}

func (p *parser) pruning(arg piece) error {
	if arg.text != "r:tf" && arg.text != "" {
		return arg.errorf("pruning %q: expected r:tf or nothing", arg.text)
	}
	p.scan().Prune = arg.text != ""
	return nil
}

func (p *parser) width(arg piece) error {
	n, err := arg.number("width", 1, 1<<24)
	p.scan().Width = n
	return err
}

func (p *parser) seed(arg piece) error {
	n, err := arg.number("seed", 0, 1<<32-1)
	p.scan().Seed = uint32(n)
	return err
}

func (p *parser) weights(arg piece) (err error) {
	p.scan().Weights, err = parseWeights(arg)
	return err
}

func (p *parser) step(arg piece) (err error) {
	p.scan().Step, err = arg.number("step", 1, maxNumber)
	return err
}

func (p *parser) name(arg piece) error {
	i := strings.IndexFunc(arg.text, func(r rune) bool { return !validInName(r) })
	if arg.text == "" || i >= 0 {
		return arg.from(max(i, 0)).errorf("name %q: expected letters, digits, dots, hyphens and underscores", arg.text)
	}
	if _, taken := p.names[arg.text]; taken {
		return arg.errorf("name %q is another scan's: expected names that differ", arg.text)
	}
	delete(p.names, p.scan().Name)
	p.scan().Name = arg.text
	p.names[arg.text] = len(p.set.Scans) - 1
	return nil
}

func validInName(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '.' || r == '-' || r == '_'
}

// turns reads a prelude.
func (p *parser) turns(arg piece) ([]Turn, error) {
	var out []Turn
	for _, t := range arg.split(',') {
		count, name, ok := t.cut('@')
		if !ok {
			return nil, t.errorf("turn %q: expected a number, @ and the name of a scan", t.text)
		}
		n, err := count.number("turn", 1, maxNumber)
		if err != nil {
			return nil, err
		}
		i, ok := p.names[name.text]
		if !ok {
			return nil, name.errorf("no scan has the name %q: expected one that --st-name gives", name.text)
		}
		out = append(out, Turn{n, i})
	}
	return out, nil
}

// maxNumber bounds iterations and depths.
const maxNumber = 1 << 53

// number reads a whole number.
func (t piece) number(what string, low, high int) (int, error) {
	n, err := strconv.Atoi(t.text)
	if err != nil || n < low || n > high || strings.ContainsAny(t.text, "+-") {
		if high == maxNumber {
			return 0, t.errorf("%s %q: expected a number from %d up", what, t.text, low)
		}
		return 0, t.errorf("%s %q: expected a number from %d to %d", what, t.text, low, high)
	}
	return n, nil
}

// oneOf returns the index of t among names.
func (t piece) oneOf(what string, names []string) (int, error) {
	i := slices.Index(names, t.text)
	if i < 0 {
		return 0, t.errorf("%s %q: expected %s", what, t.text, strings.Join(names, ", "))
	}
	return i, nil
}
