package pdfsnet

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"runtime"
	"testing"
	"time"
)

// Thousands of clients wait without costing much, and hear the end of the search.
// The memory counted is that of both ends.
func TestIdleClients(t *testing.T) {
	const (
		clients = 5000
		budget  = 300 << 20
		fewest  = 1000 // where there may not be so many open files
	)
	config := newTree(t, 4, 0).config()
	config.Log, config.ReportTimeout, config.Greeting = slog.New(slog.DiscardHandler), time.Hour, time.Hour
	s := serve(t, config, overTCP)
	before := inUse()
	hello := mustEncode(t, "CLIENT_INIT")
	var conns []net.Conn
	defer func() {
		for _, conn := range conns {
			conn.Close()
		}
	}()
	for len(conns) < clients {
		conn, err := s.dial()
		if err == nil {
			conns = append(conns, conn)
			_, err = conn.Write(hello)
		}
		var id string
		if err == nil {
			id, err = decode(conn)
		}
		for range 3 {
			if err == nil {
				_, err = decode(conn)
			}
		}
		if err == nil {
			_, err = conn.Write(mustEncode(t, "I_AM"+id[len("GIVE_ID_TO_CLIENT"):]+" []", "WANT_TO_HELP"))
		}
		if err != nil {
			if len(conns) <= fewest {
				t.Fatal(err)
			}
			t.Logf("client %d: %v", len(conns), err)
			conns[len(conns)-1].Close()
			conns = conns[:len(conns)-1]
			break
		}
	}
	if m, err := decode(conns[0]); m != "PLEASE_WORK_ON []" {
		t.Fatal(m, err)
	}
	for s.Stats().Waiting < len(conns)-1 {
		runtime.Gosched() // the last ones are about to be heard
	}
	used := inUse() - before
	t.Logf("%d clients: %.1f MB, %d bytes each", len(conns), float64(used)/1e6, used/int64(len(conns)))
	if used > budget/clients*int64(len(conns)) {
		t.Errorf("%d bytes for %d clients: expected at most %d for %d", used, len(conns), budget, clients)
	}

	if _, err := conns[0].Write(mustEncode(t, "WANT_TO_HELP")); err != nil {
		t.Fatal(err)
	}
	for i, conn := range conns {
		if m, err := decode(conn); m != "QUIT" {
			t.Fatalf("client %d hears %q, %v", i+1, m, err)
		}
		if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Fatalf("client %d after QUIT: %v", i+1, err)
		}
		conn.Close()
	}
	s.end(t)
}

// inUse returns how many bytes of heap and stacks the process uses.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}
