package commands

import (
	"context"
	"fmt"
	"strings"

	"puzzlekit/bench"
)

// benchSignatureCmd computes signatures.
type benchSignatureCmd struct {
	Engine []string `arg:"" optional:"" help:"Engines, all by default."`
}

// Help returns the longer help text.
func (*benchSignatureCmd) Help() string {
	return `Each engine does fixed work that comes to one number: iterations visited, states found. A change that is only to make it faster leaves the number as it is. The numbers that are known are in the program; the exit code is 3 when one differs.

Example:

  puzzlekit bench signature freecell/exhaust`
}

// Run computes the signatures.
func (c *benchSignatureCmd) Run(ctx context.Context, env *Env) error {
	known, err := bench.KnownSignatures()
	if err != nil {
		return err
	}
	chosen, err := c.chosen()
	if err != nil {
		return err
	}
	type signature struct {
		Engine string `json:"engine"`
		Number int64  `json:"number"`
		Known  int64  `json:"known"`
		Work   string `json:"work"`
	}
	var all []signature
	var wrong []string
	for _, s := range chosen {
		n, err := s.Compute(ctx)
		if err != nil {
			return fmt.Errorf("signature of %s: %w", s.Engine, err)
		}
		if n != known[s.Engine] {
			wrong = append(wrong, fmt.Sprintf("%s is %d, was %d", s.Engine, n, known[s.Engine]))
		}
		all = append(all, signature{s.Engine, n, known[s.Engine], s.Work})
	}
	if env.JSON {
		err = env.PrintJSON(all)
	} else {
		for _, s := range all {
			if _, err = fmt.Fprintf(env.Stdout, "%s\t%d\n", s.Engine, s.Number); err != nil {
				break
			}
		}
	}
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		return &ExitError{Code: exitNo, Err: fmt.Errorf("signatures have changed: %s", strings.Join(wrong, "; "))}
	}
	return nil
}

// chosen returns the signatures of the engines that were named.
func (c *benchSignatureCmd) chosen() ([]bench.Signature, error) {
	if len(c.Engine) == 0 {
		return bench.Signatures(), nil
	}
	var chosen []bench.Signature
	for _, name := range c.Engine {
		found := false
		for _, s := range bench.Signatures() {
			if s.Engine == name {
				chosen, found = append(chosen, s), true
			}
		}
		if !found {
			return nil, usageErrorf("engine %q has no signature", name)
		}
	}
	return chosen, nil
}
