package pdfsnet

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// bubble runs a server in a synctest bubble. In it a client is a pipe, and a
// client that has come as far as asking for work is one that hears what it is told.
type bubble struct {
	t *testing.T
	served
	logged *logged
}

func inBubble(t *testing.T, config Config, test func(b bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		lines := &logged{}
		config.Log = lines.logger()
		test(bubble{t, serve(t, config, overPipe), lines})
	})
}

// connect returns a new connection of which nothing is read.
func (b bubble) connect() net.Conn {
	b.t.Helper()
	conn, err := b.dial()
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { conn.Close() })
	return conn
}

// join returns a client that has asked for work, the id-th of its server.
func (b bubble) join(id string) *scriptedClient {
	b.t.Helper()
	c := &scriptedClient{conn: b.connect()}
	go c.read()
	for _, line := range []string{"CLIENT_INIT", "I_AM " + id + " []", "WANT_TO_HELP"} {
		if _, err := c.conn.Write(mustEncode(b.t, line)); err != nil {
			b.t.Fatal(err)
		}
		synctest.Wait()
	}
	return c
}

// finish lets our worker do the rest.
func (b bubble) finish() {
	b.t.Helper()
	b.workers(b.t, 1, 0)
	if r := b.end(b.t); r.Verdict != Unsolvable {
		b.t.Errorf("verdict %s", r.Verdict)
	}
}

// More connections than there may be are closed at once. When one ends there is
// room again.
func TestTooManyClients(t *testing.T) {
	config := newTree(t, 4, 0).config()
	config.MaxClients = 3
	inBubble(t, config, func(b bubble) {
		idle := []net.Conn{b.connect(), b.connect(), b.connect()}
		for range 20 {
			if n, err := b.connect().Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
				t.Fatalf("a fourth client is told %d bytes, %v", n, err)
			}
			b.logged.want(b.t, `"connection refused" reason="3 clients are connected already"`)
		}
		idle[0].Close()
		synctest.Wait()
		b.finish()
	})
}

// Only so much waits for a client that does not read.
func TestQueueBound(t *testing.T) {
	config := newTree(t, 4, 0).config()
	config.WriteTimeout, config.ReportTimeout = time.Hour, time.Hour
	inBubble(t, config, func(b bubble) {
		c := b.join("1")
		c.mu.Lock()
		c.deaf = true
		c.mu.Unlock()
		const message = 12 + 8 // SET_CYCLE_LEN and SET_DEPTH_ALLOC_DELTA
		for i := range maxQueued/message + 2 {
			if err := b.SetLimits(10, 10); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				synctest.Wait() // or else the first, on its way, takes others along
			}
		}
		time.Sleep(10 * time.Second) // it has no time to lose: Linger, not WriteTimeout
		synctest.Wait()
		b.logged.want(b.t, `reason="does not read: `)
		for c.next() != "" {
			// What it heard before it was deaf.
		}
		if err := c.cutOff(); err != nil {
			t.Error(err)
		}
		b.finish()
	})
}

// A server that is told to stop says QUIT to all who hear it, waits for nobody who
// does not, and leaves nothing running.
func TestDrain(t *testing.T) {
	config := newTree(t, 57, 2).config()
	inBubble(t, config, func(b bubble) {
		working, waiting, deaf := b.join("1"), b.join("2"), b.join("3")
		silent := b.connect()
		amid := b.connect()
		if _, err := amid.Write([]byte{0, 0}); err != nil {
			t.Fatal(err)
		}
		deaf.mu.Lock()
		deaf.deaf = true
		deaf.mu.Unlock()
		if err := b.SetLimits(10, 10); err != nil { // the deaf one's pipe is full
			t.Fatal(err)
		}
		synctest.Wait()

		start := time.Now()
		b.cancel()
		for _, conn := range []net.Conn{silent, amid} {
			if m, err := decode(conn); m != "QUIT" {
				t.Errorf("a client that has not said who it is hears %q, %v", m, err)
			}
		}
		_, err := b.run()
		if took := time.Since(start); !errors.Is(err, context.Canceled) || took > b.config.Linger {
			t.Errorf("Run returned %v after %v", err, took)
		}
		for name, c := range map[string]*scriptedClient{"working": working, "waiting": waiting} {
			last := ""
			for m := c.next(); m != ""; m = c.next() {
				last = m
			}
			if last != "QUIT" {
				t.Errorf("the last thing that the %s client hears is %q", name, last)
			}
			if err := c.cutOff(); err != nil {
				t.Errorf("%s client: %v", name, err)
			}
		}
	})
}

// On a real connection the last words arrive though the client goes on speaking:
// the server closes its half, and listens on for a while. If it closed all, the
// system would throw away what the client has not read yet.
func TestLastWordsArrive(t *testing.T) {
	s := serve(t, newTree(t, 4, 0).config(), overTCP)
	for range 20 {
		conn, err := s.dial()
		if err != nil {
			t.Fatal(err)
		}
		speak := bytes.Repeat([]byte("hello world\r\n"), 1000)
		if _, err := conn.Write(speak); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(conn); err != nil || !bytes.Equal(got, mustEncode(t, "END_CONN")) {
			t.Errorf("heard % x, %v", got, err)
		}
		for i := range 100 {
			if _, err := conn.Write(speak); err != nil {
				t.Fatalf("after %d more words: %v", i, err)
			}
		}
		conn.Close()
	}
	s.workers(t, 1, 0)
	s.end(t)
}

// A client that begins no TLS handshake is dropped like any other that does not
// say who it is, and does not keep the server from stopping.
func TestTLSWithoutHandshake(t *testing.T) {
	config := newTree(t, 4, 0).config()
	lines := &logged{}
	config.Log, config.Greeting, config.Linger = lines.logger(), time.Nanosecond, time.Millisecond
	s := serve(t, config, overPipe)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	cert := &x509.Certificate{SerialNumber: big.NewInt(1)}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secure := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	silent := func() net.Conn {
		near, far := net.Pipe()
		s.Serve(tls.Server(far, secure))
		return near
	}

	conn := silent()
	s.tick(time.Now().Add(time.Second))
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the connection is open: %v", err)
	}
	lines.await(`reason="did not come to WANT_TO_HELP within 1ns"`)
	stays := silent()
	defer stays.Close()
	s.cancel()
	if _, err := s.run(); !errors.Is(err, context.Canceled) {
		t.Errorf("Run returned %v", err)
	}
}
