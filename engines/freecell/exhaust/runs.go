package exhaust

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Disk is where a search keeps its files. What it leaves there when it was killed
// is of no use to anybody.
type Disk interface {
	Create(name string) (io.WriteCloser, error)
	Open(name string) (io.ReadCloser, error)
	Remove(name string) error
}

// ErrDamaged reports a file that does not hold what was written to it.
var ErrDamaged = errors.New("exhaust: damaged file")

// A run is a file of keys in ascending order, each once:
//
//	head    "puzzlekit run 1\n"   16 bytes
//	        bytes a key           uint32, little endian like all numbers
//	block   keys in it            uint32, 1 to 2048
//	        keys                  as put writes them
//	        checksum              uint32, CRC-32C of the block's number from 0 as a
//	                              uint32 and of all of the block before
//	...
//	end     0                     uint32
//	        keys in the file      uint64
//	        checksum              uint32, as for a block
const (
	runHead  = "puzzlekit run 1\n"
	runBlock = 2048
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func runSum(number uint32, data []byte) uint32 {
	var head [4]byte
	binary.LittleEndian.PutUint32(head[:], number)
	return crc32.Update(crc32.Checksum(head[:], castagnoli), castagnoli, data)
}

// runWriter writes a run. It is for one goroutine.
type runWriter[K words] struct {
	name  string
	file  io.WriteCloser
	width int
	block []byte // being filled: its number of keys and the keys
	count uint32 // of blocks written
	keys  int64
	bytes int64
}

func createRun[K words](disk Disk, name string, width int) (*runWriter[K], error) {
	file, err := disk.Create(name)
	if err != nil {
		return nil, fmt.Errorf("exhaust: create %s: %w", name, err)
	}
	w := &runWriter[K]{name: name, file: file, width: width}
	head := binary.LittleEndian.AppendUint32([]byte(runHead), uint32(width))
	if err := w.write(head); err != nil {
		return nil, errors.Join(err, file.Close(), disk.Remove(name))
	}
	w.block = make([]byte, 4, runBytes(width))
	return w, nil
}

// runBytes is the memory of one who writes or reads a run.
func runBytes(width int) int { return 4 + runBlock*width + 12 }

func (w *runWriter[K]) write(data []byte) error {
	n, err := w.file.Write(data)
	w.bytes += int64(n)
	if err != nil {
		return fmt.Errorf("exhaust: write %s: %w", w.name, err)
	}
	return nil
}

// add adds a key, which must be greater than those before.
func (w *runWriter[K]) add(k K) error {
	n := len(w.block)
	w.block = w.block[:n+w.width]
	put(w.block[n:], k)
	w.keys++
	if len(w.block) < 4+runBlock*w.width {
		return nil
	}
	return w.flush()
}

func (w *runWriter[K]) flush() error {
	binary.LittleEndian.PutUint32(w.block, uint32((len(w.block)-4)/w.width))
	return w.seal(w.block)
}

// seal writes a block with its checksum.
func (w *runWriter[K]) seal(block []byte) error {
	err := w.write(binary.LittleEndian.AppendUint32(block, runSum(w.count, block)))
	w.block = w.block[:4]
	w.count++
	return err
}

// close finishes the file.
func (w *runWriter[K]) close() error {
	var err error
	if len(w.block) > 4 {
		err = w.flush()
	}
	if err == nil {
		end := binary.LittleEndian.AppendUint64(make([]byte, 4, 16), uint64(w.keys))
		err = w.seal(end)
	}
	if closeErr := w.file.Close(); err == nil && closeErr != nil {
		err = fmt.Errorf("exhaust: write %s: %w", w.name, closeErr)
	}
	return err
}

// runReader reads a run block by block. It is for one goroutine.
type runReader struct {
	name  string
	file  io.ReadCloser
	width int
	room  []byte
	count uint32 // of blocks read
	keys  int64
	at    int64 // bytes read
}

func openRun(disk Disk, name string, width int) (*runReader, error) {
	file, err := disk.Open(name)
	if err != nil {
		return nil, fmt.Errorf("exhaust: open %s: %w", name, err)
	}
	r := &runReader{name: name, file: file, width: width, room: make([]byte, runBytes(width))}
	head := r.room[:len(runHead)+4]
	if err := r.read(head); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if string(head[:len(runHead)]) != runHead || binary.LittleEndian.Uint32(head[len(runHead):]) != uint32(width) {
		return nil, errors.Join(r.damaged("it is not a run of keys of %d bytes", width), file.Close())
	}
	return r, nil
}

func (r *runReader) damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s, byte %d: %s", ErrDamaged, r.name, r.at, fmt.Sprintf(format, args...))
}

func (r *runReader) read(b []byte) error {
	n, err := io.ReadFull(r.file, b)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		r.at += int64(n)
		return r.damaged("it is cut off")
	case err != nil:
		return fmt.Errorf("exhaust: read %s: %w", r.name, err)
	}
	r.at += int64(n)
	return nil
}

// next returns the keys of the next block, or io.EOF after the last one. They are
// valid until the next call.
func (r *runReader) next() ([]byte, error) {
	head := r.room[:4]
	if err := r.read(head); err != nil {
		return nil, err
	}
	n := int(binary.LittleEndian.Uint32(head))
	if n > runBlock {
		return nil, r.damaged("a block of %d keys, expected at most %d", n, runBlock)
	}
	size := n * r.width
	if n == 0 {
		size = 8
	}
	all := r.room[:4+size+4]
	if err := r.read(all[4:]); err != nil {
		return nil, err
	}
	if sum := runSum(r.count, all[:4+size]); sum != binary.LittleEndian.Uint32(all[4+size:]) {
		return nil, r.damaged("block %d has another checksum", r.count)
	}
	r.count++
	if n == 0 {
		if keys := binary.LittleEndian.Uint64(all[4:]); keys != uint64(r.keys) {
			return nil, r.damaged("%d keys, expected %d", r.keys, keys)
		}
		return nil, io.EOF
	}
	r.keys += int64(n)
	return all[4 : 4+size], nil
}

func (r *runReader) close() error { return r.file.Close() }
