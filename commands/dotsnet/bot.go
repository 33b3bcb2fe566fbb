package dotsnet

import (
	"context"
	"runtime"
	"sync"
	"time"

	"puzzlekit/engines/dots/players"
)

// bot is a computer player in a seat. stop and think need the table's lock; what
// it thinks needs none.
type bot struct {
	name   string
	budget time.Duration
	cancel context.CancelFunc // of the thought that goes on, nil before the first

	mu     sync.Mutex // one thought at a time
	player players.Player
}

// newThinking returns what bounds the bots that think at a time: more would only
// take each other's time away.
func newThinking() chan struct{} { return make(chan struct{}, runtime.GOMAXPROCS(0)) }

// hurry is the time for a move of a bot that has waited too long already.
const hurry = 20 * time.Millisecond

// turn waits until the bot may think, for as long as it would think at most, and
// returns how long it may. A bot whose turn does not come hurries, so that nobody
// waits for much more than twice the budget however many bots there are.
func (b *bot) turn(ctx context.Context, thinking chan struct{}) (budget time.Duration, done func()) {
	timer := time.NewTimer(b.budget)
	defer timer.Stop()
	select {
	case thinking <- struct{}{}:
		return b.budget, func() { <-thinking }
	case <-timer.C:
	case <-ctx.Done():
	}
	return min(hurry, b.budget), func() {}
}

func newBot(level string, budget time.Duration, seed uint64) (*bot, error) {
	p, err := players.New(level, players.Options{Seed: seed})
	if err != nil {
		return nil, err
	}
	return &bot{name: level, budget: budget, player: p}, nil
}

// stop ends a thought whose result nobody wants.
func (b *bot) stop() {
	if b.cancel != nil {
		b.cancel()
	}
}

// think lets the bot in the seat find its move. The table is not locked while it
// does, and when it has found one the game may have gone elsewhere.
func (t *table) think(number int) {
	b := t.seats[number].bot
	ctx, cancel := context.WithCancel(t.hall.ctx)
	b.cancel = cancel
	turn, position := t.turns, t.position.Clone()
	t.hall.bots.Go(func() {
		defer cancel()
		b.mu.Lock()
		defer b.mu.Unlock()
		budget, done := b.turn(ctx, t.hall.thinking)
		defer done()
		limited, stop := context.WithTimeout(ctx, budget)
		defer stop()
		line, err := b.player.Move(limited, position)
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.turns != turn || t.closed || ctx.Err() != nil {
			return
		}
		if err != nil {
			// A bot that cannot move is a mistake of ours: the game must not hang.
			t.hall.log.Error("bot", "table", t.id, "level", b.name, "err", err)
			for l := range position.FreeLines() {
				line = l
				break
			}
		}
		t.move(number, toWire(line))
	})
}

// strongest returns the level of the strongest bot.
func strongest() string { return players.Levels[len(players.Levels)-1] }
