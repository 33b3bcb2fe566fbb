// Package match lets two computer players of Dots play games against each other
// and says how sure the outcome is.
//
// The same options give the same games, however many are played at once, as
// long as the players do not depend on the clock.
package match

import (
	"context"
	"fmt"
	"sync"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/players"
)

// Options describe a match. Levels[0] has seat 0 in even games, seat 1 in odd
// ones.
type Options struct {
	Size     dots.Size
	Levels   [2]string
	Games    int
	Seed     uint64
	MoveTime time.Duration   // a player may take for a move; 0 for no limit
	Workers  int             // games at once
	Player   players.Options // for both; the seed is Seed's
	// Done is called after each game, by one game at a time. It may be nil.
	Done func(Game)
}

// Game is one finished game.
type Game struct {
	Number int         // from 0
	Seats  [2]string   // the level in each seat
	Lines  []dots.Line // in order
	Final  *dots.Position
	Proved [2]bool // the seat proved at some move that it wins
}

// Winner returns the seat that won, 2 for a tie.
func (g Game) Winner() int { return g.Final.Winner() }

// Run plays the games and adds up. It returns an error when a player returned
// one, an illegal line included, or ctx was canceled.
func Run(ctx context.Context, opts Options) (Table, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu    sync.Mutex
		table Table
		wg    sync.WaitGroup
	)
	numbers := make(chan int)
	for range max(opts.Workers, 1) {
		wg.Go(func() {
			for n := range numbers {
				game, err := play(ctx, opts, n)
				if err != nil {
					cancel(fmt.Errorf("game %d: %w", n+1, err))
					continue
				}
				mu.Lock()
				table.add(game)
				if opts.Done != nil {
					opts.Done(game)
				}
				mu.Unlock()
			}
		})
	}
	for n := range opts.Games {
		select {
		case numbers <- n:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(numbers)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return table, fmt.Errorf("match: %w", err)
	}
	return table, nil
}

// play plays game n.
func play(ctx context.Context, opts Options, n int) (Game, error) {
	game := Game{Number: n}
	var seats [2]players.Player
	for i, level := range opts.Levels {
		po := opts.Player
		po.Seed = opts.Seed*1_000_003 + uint64(2*n+i)
		player, err := players.New(level, po)
		if err != nil {
			return game, err
		}
		seat := (i + n) % 2
		seats[seat], game.Seats[seat] = player, level
	}
	p, err := dots.New(opts.Size)
	if err != nil {
		return game, err
	}
	for !p.Over() {
		line, err := move(ctx, opts.MoveTime, seats[p.Turn()], p)
		if err == nil {
			_, err = p.Play(line)
		}
		if err != nil {
			return game, fmt.Errorf("%s in seat %d: %w", game.Seats[p.Turn()], p.Turn(), err)
		}
		game.Lines = append(game.Lines, line)
	}
	game.Final = p
	for seat, player := range seats {
		if prover, ok := player.(interface{ Proved() bool }); ok {
			game.Proved[seat] = prover.Proved()
		}
	}
	return game, nil
}

// move asks a player for a line within the time for a move.
func move(ctx context.Context, limit time.Duration, player players.Player, p *dots.Position) (dots.Line, error) {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	return player.Move(ctx, p)
}
