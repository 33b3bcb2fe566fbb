package dotsnet

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"

	"puzzlekit/internal/dotswire"
)

func TestMetrics(t *testing.T) {
	inBubble(t, Config{MaxConnections: 2}, dotswire.Seed, func(b *bubble) {
		alice, bob := b.game("0", "1", dotswire.SendOptions{Width: 2, Height: 2})
		b.connect("2")
		b.say(alice, horizontal(0, 0))
		b.say(bob, horizontal(0, 1))
		b.say(alice, vertical(0, 0))
		b.say(bob, vertical(1, 0))
		if _, err := bob.conn.Write([]byte("nonsense")); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		var text bytes.Buffer
		b.hall.writeMetrics(&text)
		for _, want := range []string{
			`dots_tables{door="bare"} 1`, `dots_tables{door="page"} 0`, "dots_connections 1", "dots_connections_total 2",
			"dots_refused_total 1", "dots_violations_total 1", "dots_games_total 1", "dots_moves_total 4",
		} {
			if !strings.Contains(text.String(), want+"\n") {
				t.Errorf("not in the metrics: %s\n%s", want, text.String())
			}
		}
		for line := range strings.Lines(text.String()) {
			name := strings.FieldsFunc(line, func(r rune) bool { return r == '{' || r == ' ' })[0]
			if name != "#" && explanations[name] == "" {
				t.Errorf("%s is not explained", name)
			}
		}
	})
}
