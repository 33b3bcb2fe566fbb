package pdfswire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// mustAppend returns the bytes of messages.
func mustAppend(t rapid.TB, messages ...Message) []byte {
	t.Helper()
	var b []byte
	for _, m := range messages {
		var err error
		if b, err = Append(b, m); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// readAll reads up to the first error and returns it.
func readAll(r *Reader) ([]Message, error) {
	var messages []Message
	for {
		m, err := r.Read()
		if err != nil {
			return messages, err
		}
		messages = append(messages, m)
	}
}

// drawMessage draws any message that is within the limits.
func drawMessage(t *rapid.T) Message {
	// Deep ones repeat themselves: they are for the edges of the buffers.
	seq := rapid.Custom(func(t *rapid.T) CoordSeq {
		some := rapid.SliceOfN(rapid.Int32Min(0), 0, 5).Draw(t, "coordinates")
		return slices.Repeat(some, rapid.SampledFrom([]int{1, 1, 1, 500}).Draw(t, "times"))
	})
	atLeast1 := rapid.Int64Min(1)
	text := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r != 0 }))
	switch id := messageID(rapid.IntRange(0, len(table)-1).Draw(t, "id")); id {
	case idEndConn:
		return EndConn{}
	case idClientInit:
		return ClientInit{}
	case idGiveID:
		return GiveID{atLeast1.Draw(t, "id")}
	case idGiveScan:
		return GiveScan{text.Draw(t, "scan"), text.Draw(t, "board")}
	case idIAm:
		return IAm{atLeast1.Draw(t, "id"), seq.Draw(t, "at")}
	case idSolved:
		return Solved{seq.Draw(t, "at")}
	case idNeedHelp:
		return NeedHelp{}
	case idPleaseProvide:
		return PleaseProvide{atLeast1.Draw(t, "count")}
	case idProviding:
		return Providing{rapid.SliceOfN(seq, 0, 10).Draw(t, "seqs")}
	case idWantToHelp:
		return WantToHelp{}
	case idPleaseWorkOn:
		return PleaseWorkOn{seq.Draw(t, "at")}
	case idSetCycleLen:
		return SetCycleLen{atLeast1.Draw(t, "len")}
	case idSetDepthAllocDelta:
		return SetDepthAllocDelta{rapid.Int32Min(0).Draw(t, "delta")}
	default:
		return Quit{}
	}
}

// Whatever one side says in a row is heard by the other, however the network
// cuts it.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom([]Side{Client, Server}).Draw(t, "from")
		said := rapid.SliceOfN(rapid.Custom(drawMessage).Filter(func(m Message) bool {
			return table[m.id()].saidBy&from != 0
		}), 0, 10).Draw(t, "said")
		b := mustAppend(t, said...)
		cut := rapid.SampledFrom([]func(io.Reader) io.Reader{
			iotest.DataErrReader,
			iotest.HalfReader,
			iotest.OneByteReader,
		}).Draw(t, "cut")
		r := NewReader(cut(bytes.NewReader(b)), from)
		r.SetListLimit(10)
		heard, err := readAll(r)
		if !errors.Is(err, io.EOF) {
			t.Fatalf("Read = %v, want io.EOF", err)
		}
		if len(said) > 0 || len(heard) > 0 {
			if diff := cmp.Diff(said, heard); diff != "" {
				t.Errorf("heard (-said +heard):\n%s", diff)
			}
		}
	})
}

// A connection that ends within a message is told from one that ends between
// two, at every byte.
func TestTornAtEveryByte(t *testing.T) {
	for name, m := range samples {
		b := mustAppend(t, m)
		for cut := range b {
			r := NewReader(iotest.HalfReader(bytes.NewReader(b[:cut])), speaker(m))
			r.SetListLimit(3)
			got, err := r.Read()
			switch {
			case cut == 0 && !errors.Is(err, io.EOF):
				t.Errorf("%s without a byte: %v, want io.EOF", name, err)
			case cut > 0 && !errors.Is(err, io.ErrUnexpectedEOF):
				t.Errorf("%s cut at %d: %#v, %v, want io.ErrUnexpectedEOF", name, cut, got, err)
			case cut >= 4 && !strings.HasPrefix(err.Error(), Name(m)+": "):
				t.Errorf("%s cut at %d: %q does not name the message", name, cut, err)
			case errors.Is(err, ErrProtocol):
				t.Errorf("%s cut at %d: %q is no protocol violation", name, cut, err)
			}
		}
	}
}

// Limits are where they are said to be, and not one below.
func TestAtTheLimits(t *testing.T) {
	deepest := slices.Repeat(CoordSeq{0, 1, 2147483647, 3}, MaxDepth/4)
	longest := strings.Repeat("x", maxText-1)
	tests := map[string]Message{
		"depth":  Solved{At: deepest},
		"string": GiveScan{Scan: longest, Board: longest},
	}
	for name, m := range tests {
		b := mustAppend(t, m)
		r := NewReader(bytes.NewReader(b), speaker(m))
		got, err := r.Read()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(b, mustAppend(t, got)) { // go-cmp takes long for megabytes
			t.Errorf("%s at its limit is not read back", name)
		}
	}
}

// A list may have 64 MiB and not a root more.
func TestListBytes(t *testing.T) {
	const depth = 1022 // 4096 bytes
	n := ListCapacity(depth)
	if n != 16384 {
		t.Fatalf("ListCapacity(%d) = %d, want 16384", depth, n)
	}
	full := slices.Repeat([]CoordSeq{make(CoordSeq, depth)}, int(n))
	b := mustAppend(t, Providing{Seqs: full})
	r := NewReader(bytes.NewReader(b), Client)
	r.SetListLimit(n)
	m, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	if got := m.(Providing).Seqs; len(got) != len(full) || !slices.Equal(got[n-1], full[n-1]) {
		t.Errorf("a list of %d is read back as %d", len(full), len(got))
	}

	_, err = Append(nil, Providing{Seqs: append(full, CoordSeq{})})
	const want = "list of 67108872 bytes or more: expected at most 67108864"
	if !errors.Is(err, ErrList) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("Append = %v, want %s", err, want)
	}
	clear(b[len(b)-8:]) // the end mark becomes the root
	r = NewReader(bytes.NewReader(b), Client)
	r.SetListLimit(n + 1)
	_, err = r.Read()
	if !errors.Is(err, ErrList) || !strings.HasSuffix(err.Error(), "sequence 16385: "+want) {
		t.Errorf("Read = %v, want %s", err, want)
	}
}

// What a length promises costs little before it comes.
func TestPromisesCostLittle(t *testing.T) {
	be := binary.BigEndian
	head := func(id messageID) []byte { return be.AppendUint32(nil, uint32(id)) }
	tests := map[string]struct {
		from Side
		b    []byte
	}{
		"string":   {Server, be.AppendUint32(head(idGiveScan), maxText)},
		"CoordSeq": {Client, be.AppendUint64(head(idSolved), MaxDepth)},
		"list":     {Client, be.AppendUint64(head(idProviding), MaxDepth)},
	}
	for name, tt := range tests {
		for _, came := range []int{0, 10_000} {
			r := NewReader(bytes.NewReader(append(tt.b, make([]byte, came)...)), tt.from)
			r.SetListLimit(1 << 40)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := r.Read()
			runtime.ReadMemStats(&after)
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s: Read = %v, want io.ErrUnexpectedEOF", name, err)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > 64<<10 {
				t.Errorf("%s: %d bytes allocated when %d came", name, got, came)
			}
		}
	}
}

// An idle Reader is small, also after it has read something large. A server of
// 5,000 idle clients has 300 MB.
func TestIdleReaderIsSmall(t *testing.T) {
	const readers = 500
	large := mustAppend(t, IAm{ID: 1, At: make(CoordSeq, 20_000)})
	keep := make([]*Reader, readers)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range keep {
		keep[i] = NewReader(bytes.NewReader(large), Client)
		if _, err := keep[i].Read(); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / readers; got > 5<<10 {
		t.Errorf("an idle Reader holds %d bytes", got)
	}
	runtime.KeepAlive(keep)
}

// The time below is the bubble's: it passes when all goroutines wait for it.
func TestSilence(t *testing.T) {
	b := mustAppend(t, IAm{ID: 1, At: CoordSeq{1, 2, 3}})
	for cut := 1; cut < len(b); cut++ {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			defer here.Close()
			defer there.Close()
			var silentSince time.Time
			go func() {
				time.Sleep(24 * time.Hour) // between messages a peer may be idle
				_, _ = there.Write(b)
				time.Sleep(24 * time.Hour)
				// A slow peer is not a silent one.
				for i := range cut {
					time.Sleep(29 * time.Second)
					silentSince = time.Now()
					_, _ = there.Write(b[i : i+1])
				}
			}()
			r := NewReader(here, Client)
			if _, err := r.Read(); err != nil {
				t.Fatal(err)
			}
			_, err := r.Read()
			if !errors.Is(err, ErrSilence) || errors.Is(err, ErrProtocol) {
				t.Errorf("cut at %d: Read = %v, want %v", cut, err, ErrSilence)
			}
			if !strings.HasSuffix(err.Error(), ": nothing more for 30s") {
				t.Errorf("cut at %d: error %q does not say for how long", cut, err)
			}
			if got := time.Since(silentSince); got != 30*time.Second {
				t.Errorf("cut at %d: silence lasted %v, want 30s", cut, got)
			}
		})
	}
}

// A message that comes late but whole leaves no deadline behind.
func TestSilenceIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		defer here.Close()
		b := mustAppend(t, SetCycleLen{Len: 5})
		go func() {
			for range 3 {
				_, _ = there.Write(b[:5])
				time.Sleep(20 * time.Second)
				_, _ = there.Write(b[5:])
				time.Sleep(time.Hour)
			}
			_ = there.Close()
		}()
		r := NewReader(here, Server)
		messages, err := readAll(r)
		if len(messages) != 3 || !errors.Is(err, io.EOF) {
			t.Errorf("%d messages, %v; want 3, io.EOF", len(messages), err)
		}
	})
}

func TestShorterSilence(t *testing.T) {
	here, there := net.Pipe()
	defer here.Close()
	defer there.Close()
	go func() { _, _ = there.Write([]byte{0, 0, 0}) }()
	r := NewReader(here, Client)
	r.Silence = time.Millisecond
	if _, err := r.Read(); !errors.Is(err, ErrSilence) {
		t.Errorf("Read = %v, want %v", err, ErrSilence)
	}
}

// A stream whose deadlines fail, as a closed connection's do.
type badDeadline struct {
	io.Reader
	err error
}

func (b badDeadline) SetReadDeadline(time.Time) error { return b.err }

func TestConnectionErrors(t *testing.T) {
	broken := errors.New("broken")
	tests := map[string]struct {
		stream io.Reader
		want   error
	}{
		"between messages":       {iotest.ErrReader(broken), broken},
		"within the id":          {io.MultiReader(strings.NewReader("\x00\x00"), iotest.ErrReader(broken)), broken},
		"within a message":       {io.MultiReader(strings.NewReader("\x00\x00\x00\x05\x00"), iotest.ErrReader(broken)), broken},
		"deadline cannot be set": {badDeadline{iotest.OneByteReader(strings.NewReader("\x00\x00")), net.ErrClosed}, net.ErrClosed},
		// Nobody but the owner of the connection sets a deadline that passes
		// while no message has begun.
		"interrupted while idle": {iotest.ErrReader(os.ErrDeadlineExceeded), os.ErrDeadlineExceeded},
	}
	for name, tt := range tests {
		_, err := NewReader(tt.stream, Client).Read()
		if !errors.Is(err, tt.want) || errors.Is(err, ErrProtocol) || errors.Is(err, ErrSilence) {
			t.Errorf("%s: Read = %v, want %v", name, err, tt.want)
		}
	}
}

// No panic, no endless loop, memory in proportion, and what is understood is
// exactly what was said.
func FuzzReader(f *testing.F) {
	for _, m := range samples {
		f.Add(byte(speaker(m)), int64(3), mustAppend(f, m))
	}
	f.Add(byte(Client), int64(1), mustAppend(f, ClientInit{}, IAm{ID: 1}, WantToHelp{}, IAm{ID: 1, At: CoordSeq{3}}, NeedHelp{}, Providing{Seqs: []CoordSeq{{4}}}))
	f.Add(byte(Client), int64(1), []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
	f.Fuzz(func(t *testing.T, side byte, limit int64, data []byte) {
		in := bytes.NewReader(data)
		r := NewReader(in, Side(side)&(Client|Server))
		r.SetListLimit(limit)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		messages, err := readAll(r)
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(1<<20+100*len(data)); got > most {
			t.Errorf("%d bytes allocated for %d received", got, len(data))
		}
		said := mustAppend(t, messages...)
		if !bytes.HasPrefix(data, said) {
			t.Errorf("messages %#v are not what was said: %x", messages, data)
		}
		if consumed := len(data) - in.Len() - r.in.Buffered(); errors.Is(err, io.EOF) && consumed != len(said) {
			t.Errorf("consumed %d bytes for messages of %d", consumed, len(said))
		}
	})
}
