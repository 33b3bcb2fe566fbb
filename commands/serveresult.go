package commands

import (
	"fmt"
	"io"
	"strings"
	"time"

	"puzzlekit/commands/pdfsnet"
	"puzzlekit/engines/freecell"
)

// print writes the verdict and how the work was shared, and chooses the exit
// code.
func (r *search) print(env *Env, result pdfsnet.Result) error {
	solution, moves := "", 0
	if result.Verdict == pdfsnet.Solved {
		played, err := r.board.Play(result.Moves)
		if err != nil {
			return fmt.Errorf("solution: %w", err)
		}
		if solution, err = freecell.FormatSolution(r.board, played); err != nil {
			return fmt.Errorf("solution: %w", err)
		}
		moves = len(played)
	}
	var err error
	if env.JSON {
		err = env.PrintJSON(r.json(result, strings.Fields(solution)))
	} else {
		err = r.text(env.Stdout, result, solution, moves)
	}
	if err != nil {
		return err
	}
	switch result.Verdict {
	case pdfsnet.Solved:
		return nil
	case pdfsnet.Unsolvable:
		return &ExitError{Code: exitNo}
	default:
		return &ExitError{Code: exitLimit}
	}
}

// text writes the verdict for people and for the command check.
func (r *search) text(w io.Writer, result pdfsnet.Result, solution string, moves int) error {
	var sb strings.Builder
	fmt.Fprintln(&sb, result.Verdict)
	if result.Reason != "" {
		fmt.Fprintf(&sb, "# stopped at %s\n", result.Reason)
	}
	if result.Verdict == pdfsnet.Solved {
		sb.WriteString(strings.TrimRight(solution, "\n") + "\n")
		fmt.Fprintf(&sb, "# %s, at depth %d of the search\n", count(moves, "move"), len(result.At))
	}
	stats := r.server.Stats()
	fmt.Fprintf(&sb, "# %s iterations reported, %s, %.1f s\n",
		thousands(stats.Total.Iterations), count(int(stats.Total.Clients), "client"), time.Since(r.start).Seconds())
	if n := r.workers.Iterations.Load(); n > 0 {
		fmt.Fprintf(&sb, "# %s iterations by the workers of this process, %s of them no dead ends\n",
			thousands(n), thousands(r.workers.Expanded.Load()))
	}
	const shown = 20
	for i, c := range stats.Past {
		if i == shown {
			fmt.Fprintf(&sb, "# and %s more\n", count(len(stats.Past)-shown+stats.Forgotten, "client"))
			break
		}
		fmt.Fprintf(&sb, "# client %d: %s of work, %d finished, %d given away, %s iterations reported\n",
			c.ID, count(int(c.Assigned), "piece"), c.Finished, c.Delegated, thousands(c.Iterations))
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// serveJSON is the verdict as JSON.
type serveJSON struct {
	Verdict    pdfsnet.Verdict       `json:"verdict"`
	Reason     string                `json:"reason,omitempty"` // of limit
	Game       string                `json:"game"`
	FreeCells  int                   `json:"freecells"`
	Scan       string                `json:"scan"`
	Moves      int                   `json:"moves"`
	Solution   []string              `json:"solution,omitempty"` // standard notation
	Depth      int                   `json:"depth,omitempty"`    // of the solved state in the search
	Seconds    float64               `json:"seconds"`
	Total      pdfsnet.Counters      `json:"total"`
	Iterations int64                 `json:"own_iterations"` // by the workers of this process
	Expanded   int64                 `json:"own_expanded"`   // of them those that were no dead ends
	Clients    []pdfsnet.ClientStats `json:"clients"`
}

func (r *search) json(result pdfsnet.Result, solution []string) serveJSON {
	stats := r.server.Stats()
	return serveJSON{
		Verdict: result.Verdict, Reason: result.Reason,
		Game: r.board.Variant.Name, FreeCells: r.board.Variant.FreeCells, Scan: r.scan.String(),
		Moves: len(solution), Solution: solution, Depth: len(result.At),
		Seconds: time.Since(r.start).Seconds(), Total: stats.Total,
		Iterations: r.workers.Iterations.Load(), Expanded: r.workers.Expanded.Load(), Clients: stats.Past,
	}
}

// thousands writes a number with commas.
func thousands(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
