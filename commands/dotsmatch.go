package commands

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/match"
	"puzzlekit/engines/dots/players"
)

// dotsMatchCmd is a match between two computer players.
type dotsMatchCmd struct {
	SizeFlags `embed:""`
	Players   string        `default:"chains:greedy" placeholder:"A:B" help:"The two levels: random, greedy, chains or exact."`
	Games     int           `default:"200" placeholder:"N" help:"Games to play; the players change seats after each."`
	Seed      uint64        `default:"1" placeholder:"N" help:"Seed of all chance."`
	MoveTime  time.Duration `default:"1s" placeholder:"TIME" help:"Time a player may take for a move; only exact needs any."`
	Workers   int           `default:"0" placeholder:"N" help:"Games at once; 0 one for each processor."`
}

// Help returns the longer help text.
func (*dotsMatchCmd) Help() string {
	return `The table counts games from the view of the first player. The share is that of decided games; the interval beside it has 95 % confidence. Of exact it also says how many games it had proved to win.

Example:

  puzzlekit dots match --players chains:greedy --size 6x6 --games 200 --seed 1`
}

// Run plays the match and prints the table.
func (c *dotsMatchCmd) Run(ctx context.Context, env *Env) error {
	size, err := c.size()
	if err != nil {
		return err
	}
	a, b, ok := strings.Cut(c.Players, ":")
	if !ok || !slices.Contains(players.Levels, a) || !slices.Contains(players.Levels, b) {
		return usageErrorf("--players %q: expected two of %s such as chains:greedy", c.Players, strings.Join(players.Levels, ", "))
	}
	if c.Games < 1 || c.MoveTime < 0 || c.Workers < 0 {
		return usageErrorf("--games %d, --move-time %v, --workers %d: expected at least one game and nothing negative", c.Games, c.MoveTime, c.Workers)
	}
	workers := c.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	progress := env.Progress("match")
	defer progress.Done()
	done := int64(0)
	table, err := match.Run(ctx, match.Options{
		Size: size, Levels: [2]string{a, b}, Games: c.Games, Seed: c.Seed, MoveTime: c.MoveTime, Workers: workers,
		Done: func(match.Game) {
			done++
			progress.Count(done, int64(c.Games))
		},
	})
	progress.Done()
	if err != nil {
		return err
	}
	if env.JSON {
		return env.PrintJSON(makeMatchJSON(size, a, b, table))
	}
	return printMatch(env.Stdout, size, a, b, table)
}

// sizeText names a board in dots and in boxes.
func sizeText(s dots.Size) string {
	return fmt.Sprintf("%dx%d dots, %dx%d boxes", s.Width, s.Height, s.Width-1, s.Height-1)
}

func printMatch(w io.Writer, size dots.Size, a, b string, t match.Table) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "%s against %s, %s\n", a, b, sizeText(size))
	fmt.Fprintln(tw, "seat\tgames\twon\ttied\tlost\tshare\t95 %\tboxes a game")
	row := func(seat string, r match.Row) {
		share, low, high := r.Share()
		text := "-"
		if r.Wins+r.Losses > 0 {
			text = fmt.Sprintf("%.1f %%", 100*share)
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%s\t%.1f..%.1f %%\t%+.2f\n", seat, r.Games(), r.Wins, r.Ties, r.Losses,
			text, 100*low, 100*high, float64(r.Margin)/float64(max(r.Games(), 1)))
	}
	row("first", t.Seat[0])
	row("second", t.Seat[1])
	row("both", t.All())
	if a == "exact" {
		fmt.Fprintf(tw, "%s proved to win %s before the end and did not win %d of them\n", a, count(t.All().Proved, "game"), t.All().Broken)
	}
	return tw.Flush()
}

// matchJSON is the table as JSON.
type matchJSON struct {
	Width   int       `json:"width"`  // in dots
	Height  int       `json:"height"` // in dots
	Players [2]string `json:"players"`
	First   matchRow  `json:"first"` // games of the first player in seat 0
	Second  matchRow  `json:"second"`
	Both    matchRow  `json:"both"`
}

// matchRow counts games from the view of the first player.
type matchRow struct {
	Games  int        `json:"games"`
	Won    int        `json:"won"`
	Tied   int        `json:"tied"`
	Lost   int        `json:"lost"`
	Share  *float64   `json:"share"`  // of decided games, null without any
	Within [2]float64 `json:"within"` // 95 % confidence
	Margin int        `json:"margin"` // boxes more than the opponent, all games together
	Proved int        `json:"proved"` // games that the player proved to win before their end
	Broken int        `json:"broken"` // those of them that it did not win
}

func makeMatchJSON(size dots.Size, a, b string, t match.Table) matchJSON {
	row := func(r match.Row) matchRow {
		share, low, high := r.Share()
		m := matchRow{Games: r.Games(), Won: r.Wins, Tied: r.Ties, Lost: r.Losses, Within: [2]float64{low, high}, Margin: r.Margin, Proved: r.Proved, Broken: r.Broken}
		if r.Wins+r.Losses > 0 {
			m.Share = &share
		}
		return m
	}
	return matchJSON{size.Width, size.Height, [2]string{a, b}, row(t.Seat[0]), row(t.Seat[1]), row(t.All())}
}
