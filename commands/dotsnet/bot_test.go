package dotsnet

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/internal/dotswire"
)

// slow is a player that takes all the time it may and then draws the first line.
type slow struct{ took []time.Duration }

func (s *slow) Move(ctx context.Context, p *dots.Position) (dots.Line, error) {
	begun := time.Now()
	<-ctx.Done()
	s.took = append(s.took, time.Since(begun))
	if errors.Is(ctx.Err(), context.Canceled) {
		return dots.Line{}, ctx.Err()
	}
	for l := range p.FreeLines() {
		return l, nil
	}
	return dots.Line{}, dots.ErrOver
}

// seatSlow opens a table with a slow bot that moves first and returns its player.
func (b *bubble) seatSlow(budget time.Duration) (*slow, *table) {
	b.t.Helper()
	player := &slow{}
	t, err := b.hall.open(Bare)
	if err == nil {
		err = t.seatBot(0, &bot{name: "slow", budget: budget, player: player})
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return player, t
}

// While a bot thinks the table answers, a move that comes too late is not made, and
// a hall that closes does not wait for it.
func TestBotThinks(t *testing.T) {
	inBubble(t, Config{}, dotswire.Seed, func(b *bubble) {
		player, table := b.seatSlow(time.Minute)
		alice := b.connect("0")
		synctest.Wait()
		alice.heard()
		b.say(alice, dotswire.SendOptions{Width: 2, Height: 2})
		b.say(alice, horizontal(0, 0), dotswire.RequestSync{})
		in, _ := alice.heard()
		if want := 4 + 2 + 4 + 1 + 4 + 1 + 8 + 5; len(in) != want { // OPTIONS, RSP_MOVE -2, SYNC
			t.Errorf("she hears % x", in)
		}
		b.after(59 * time.Second)
		if table.position.Free() != 4 {
			t.Error("the bot has moved too soon")
		}
		alice.conn.Close() // it is all over
		synctest.Wait()
		if len(player.took) != 1 || player.took[0] != 59*time.Second {
			t.Errorf("it thought for %v", player.took)
		}
		second, _ := b.seatSlow(time.Hour)
		bob := b.connect("1")
		synctest.Wait()
		b.say(bob, dotswire.SendOptions{Width: 2, Height: 2})
		b.stop()
		if len(second.took) != 1 || second.took[0] != 0 {
			t.Errorf("it thought for %v", second.took)
		}
	})
}

// However many bots there are, none takes more than twice its time.
func TestManyBots(t *testing.T) {
	inBubble(t, Config{}, dotswire.Seed, func(b *bubble) {
		const bots = 50
		var tables []*table
		for i := range bots {
			_, table := b.seatSlow(time.Second)
			tables = append(tables, table)
			p := b.connect(string(rune('A' + i)))
			synctest.Wait()
			b.say(p, dotswire.SendOptions{Width: 25, Height: 25})
		}
		b.after(2*time.Second + hurry)
		for i, table := range tables {
			table.mu.Lock()
			if table.position.Turn() != 1 {
				t.Errorf("bot %d has not moved", i)
			}
			table.mu.Unlock()
		}
	})
}
