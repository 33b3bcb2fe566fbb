package dotswire

import (
	"unicode/utf8"

	"puzzlekit/internal/dotswire/basic"
)

// AppendServer appends what a server says to dst. Names are cut to what clients
// survive.
func AppendServer(dst []byte, d Dialect, m ServerMessage) []byte {
	dst = basic.AppendInt(dst, m.serverOpcode())
	switch m := m.(type) {
	case Seat:
		dst = basic.AppendInt(dst, m.Number)
	case Players:
		for _, seat := range m.Seats {
			dst = basic.AppendInt(dst, d.number(seat.Assignment))
			if seat.Assignment != Open {
				dst = basic.AppendString(dst, CutName(seat.Name))
			}
		}
	case Move:
		dst = append(dst, m.Line.X, m.Line.Y)
		if d == GGZ4 {
			dst = appendScore(dst, m.Score)
		}
	case GameOver:
		dst = append(dst, m.Winner)
	case MoveResult:
		if d == GGZ4 {
			dst = appendScore(append(dst, byte(m.Status)), m.Score)
		} else if m.Status < 0 {
			dst = append(dst, byte(m.Status))
		} else {
			dst = append(dst, m.Score.Count)
		}
	case Sync:
		dst = append(dst, byte(m.Turn))
		dst = basic.AppendInt(dst, m.Scores[0])
		dst = basic.AppendInt(dst, m.Scores[1])
		dst = append(append(dst, m.Vertical...), m.Horizontal...)
		for _, owner := range m.Owners {
			dst = append(dst, byte(owner))
		}
	case Options:
		dst = append(dst, m.Width, m.Height)
	}
	return dst
}

func appendScore(dst []byte, s Score) []byte {
	dst = append(dst, s.Count)
	for _, b := range s.Boxes[:s.Count] {
		dst = append(dst, b.X, b.Y)
	}
	return dst
}

// AppendClient appends what a client says to dst. The dialects agree on it.
func AppendClient(dst []byte, m ClientMessage) []byte {
	dst = basic.AppendInt(dst, m.clientOpcode())
	switch m := m.(type) {
	case SendMove:
		dst = append(dst, m.Line.X, m.Line.Y)
	case SendOptions:
		dst = append(dst, m.Width, m.Height)
	}
	return dst
}

// CutName returns a name of at most MaxName bytes, whole characters of it.
func CutName(name string) string {
	if len(name) <= MaxName {
		return name
	}
	n := MaxName
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}
