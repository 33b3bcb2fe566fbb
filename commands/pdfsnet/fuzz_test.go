package pdfsnet

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"testing"
	"testing/synctest"

	"puzzlekit/engines/freecell/pdfs"
)

// Whatever a client says, as the first thing or when it works and another one
// waits, the server goes on, and the verdict is right.
func FuzzServer(f *testing.F) {
	tr := newTree(f, 4, 0)
	f.Add(false, []byte("GET / HTTP/1.1\r\n\r\n"))
	f.Add(false, mustEncode(f, "CLIENT_INIT", "I_AM 1 []", "WANT_TO_HELP", "I_AM 1 [0 0]", "NEEDHELP"))
	for _, lines := range [][]string{
		{"I_AM 1 [0 0]", "NEEDHELP", "I_AM 1 [0 0 1]", "NEEDHELP"},
		{"I_AM 1 [0 5]", "END_CONN"},
		{"SOLVED [0]"},
		{"I_AM 1 [0 0]", "NEEDHELP", "PROVIDING_COORD_SEQS [0 2]"},
		{"I_AM 1 [0 1]", "NEEDHELP", "PROVIDING_COORD_SEQS [0 9]", "I_AM 1 [0 1 0 0]"},
		{"I_AM 1 [0 1]", "NEEDHELP", "WANT_TO_HELP", "PROVIDING_COORD_SEQS"},
		{"I_AM 1 [0 1]", "NEEDHELP", "raw 00000008 0000000000000002 00000000"},
	} {
		f.Add(true, mustEncode(f, lines...))
	}
	f.Fuzz(func(t *testing.T, works bool, data []byte) {
		inBubble(t, tr.config(), func(b bubble) {
			var conn net.Conn
			if works {
				conn = b.join("1").conn
				b.join("2")
			} else {
				conn = b.connect()
				go io.Copy(io.Discard, conn)
			}
			go conn.Write(data)
			synctest.Wait()
			conn.Close()
			if !b.isOver() {
				b.workers(b.t, 1, 0)
			}
			if r := b.end(b.t); r.Verdict != Unsolvable {
				b.t.Errorf("verdict %s", r.Verdict)
			}
		})
	})
}

// Whatever a server says, the worker ends with it.
func FuzzWorker(f *testing.F) {
	scan := "--freecells-num 0 " + pdfs.DefaultScan
	hello := []string{
		"GIVE_ID_TO_CLIENT 1", fmt.Sprintf("GIVE_SCAN_TO_CLIENT %q %q", scan, endgame),
		"SET_CYCLE_LEN 1", "SET_DEPTH_ALLOC_DELTA 3",
	}
	for _, then := range [][]string{
		{"PLEASE_WORK_ON []"},
		{"PLEASE_WORK_ON [0 1]", "PLEASE_PROVIDE_COORD_SEQS 3", "SET_CYCLE_LEN 7"},
		{"PLEASE_WORK_ON [5]"},
		{"QUIT"},
		{"END_CONN"},
		{"raw 0000000a 00000000"},
	} {
		f.Add(mustEncode(f, append(hello, then...)...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		synctest.Test(t, func(t *testing.T) {
			near, far := net.Pipe()
			go io.Copy(io.Discard, far)
			go func() {
				far.Write(data)
				far.Close()
			}()
			_ = Work(t.Context(), WorkConfig{
				Log: slog.New(slog.DiscardHandler), Parallel: 1, DeadEnds: 1 << 16,
				Dial: func(context.Context) (net.Conn, error) { return near, nil },
			}, nil) // what it returns is as the data has it
		})
	})
}
