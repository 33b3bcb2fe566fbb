package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// checkpoint replaces the records of j by the given ones.
func checkpoint(t rapid.TB, j *Journal, records ...record) {
	t.Helper()
	if err := j.Checkpoint(emitAll(records)); err != nil {
		t.Fatal(err)
	}
}

func emitAll(records []record) func(func(byte, []byte) error) error {
	return func(emit func(byte, []byte) error) error {
		for _, r := range records {
			if err := emit(r.Type, []byte(r.Payload)); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestCheckpoint(t *testing.T) {
	dir := t.TempDir()
	j, _ := open(t, dir)
	appendAll(t, j, one, two, three)
	checkpoint(t, j, four)
	wantFiles(t, dir, "00000002.journal")
	if got, want := j.Size(), int64(len(encode(four))); got != want {
		t.Errorf("Size = %d, want %d", got, want)
	}
	appendAll(t, j, one)
	if got := readFile(t, generationName(dir, 2)); !bytes.Equal(got, encode(four, one)) {
		t.Error("the second generation is not the checkpoint and what was appended after it")
	}
	checkpoint(t, j)
	closeJournal(t, j)
	wantFiles(t, dir, "00000003.journal")
	_, got := open(t, dir)
	wantRecords(t, got)
}

func TestCheckpointPastEightDigits(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, generationName(dir, 99_999_999), encode(one))
	j, got := open(t, dir)
	wantRecords(t, got, one)
	checkpoint(t, j, two)
	closeJournal(t, j)
	wantFiles(t, dir, "100000000.journal")
	// The older one sorts behind the newer one in the directory.
	writeFile(t, generationName(dir, 99_999_999), encode(one))
	_, got = open(t, dir)
	wantRecords(t, got, two)
	wantFiles(t, dir, "100000000.journal")
}

func TestCheckpointThatFailsLeavesTheOldRecords(t *testing.T) {
	dir := t.TempDir()
	j, _ := open(t, dir)
	appendAll(t, j, one)
	stop := errors.New("stop")
	err := j.Checkpoint(func(emit func(byte, []byte) error) error {
		return errors.Join(emit(4, []byte("half")), stop)
	})
	if !errors.Is(err, stop) {
		t.Fatalf("Checkpoint = %v, want %v", err, stop)
	}
	wantFiles(t, dir, "00000001.journal")
	appendAll(t, j, two)
	checkpoint(t, j, one, two)
	closeJournal(t, j)
	_, got := open(t, dir)
	wantRecords(t, got, one, two)
}

// When it is unknown which generation a restart finds, nothing more may be
// appended to either. A directory in the way makes the rename fail.
func TestCheckpointThatCannotTakeItsName(t *testing.T) {
	dir := t.TempDir()
	j, _ := open(t, dir)
	appendAll(t, j, one)
	inTheWay := generationName(dir, 2)
	if err := os.MkdirAll(filepath.Join(inTheWay, "child"), 0o777); err != nil {
		t.Fatal(err)
	}
	err := j.Checkpoint(emitAll([]record{four}))
	if err == nil {
		t.Fatal("Checkpoint onto a directory succeeded")
	}
	if again := j.Append(1, nil); !errors.Is(again, err) {
		t.Errorf("Append = %v, want the checkpoint's error", again)
	}
	if again := j.Close(); !errors.Is(again, err) {
		t.Errorf("Close = %v, want the checkpoint's error", again)
	}
	if err := os.RemoveAll(inTheWay); err != nil {
		t.Fatal(err)
	}
	_, got := open(t, dir)
	wantRecords(t, got, one)
	wantFiles(t, dir, "00000001.journal")
}

// Every state in which a crash during a checkpoint can leave the directory.
// The checkpoint writes down the same state in fewer records, so either
// generation will do.
func TestCrashDuringCheckpoint(t *testing.T) {
	older, newer := encode(one, two, three), encode(three, two)
	first, second := generationName("", 1), generationName("", 2)

	// Before the rename: a temporary file as far as it had come.
	for cut := range len(newer) + 1 {
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, first), older)
		writeFile(t, filepath.Join(dir, "."+second+"8841"), newer[:cut])
		_, got := open(t, dir)
		wantRecords(t, got, one, two, three)
		wantFiles(t, dir, first)
	}
	// After the rename, before the old generation is deleted.
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, first), older)
	writeFile(t, filepath.Join(dir, second), newer)
	j, got := open(t, dir)
	wantRecords(t, got, three, two)
	wantFiles(t, dir, second)
	closeJournal(t, j)

	// The first generation was not made yet, either.
	dir = t.TempDir()
	writeFile(t, filepath.Join(dir, "."+first+"8841"), encode()[:5])
	_, got = open(t, dir)
	wantRecords(t, got)
	wantFiles(t, dir, first)
}

// Files that are not the journal's are not read and not touched.
func TestStrangersInTheDirectory(t *testing.T) {
	dir := t.TempDir()
	strangers := []string{".00000001.journal.swp", "00000009.journal.bak", "9.journal", "notes.journal", "notes.txt"}
	for _, name := range strangers {
		writeFile(t, filepath.Join(dir, name), []byte("mine"))
	}
	j, _ := open(t, dir)
	appendAll(t, j, one)
	checkpoint(t, j, two)
	closeJournal(t, j)
	_, got := open(t, dir)
	wantRecords(t, got, two)
	wantFiles(t, dir, ".00000001.journal.swp", "00000002.journal",
		"00000009.journal.bak", "9.journal", "notes.journal", "notes.txt")
}

// The journal against a slice, under random operations.
func TestAgainstSlice(t *testing.T) {
	records := rapid.Custom(func(t *rapid.T) record {
		return record{
			Type:    rapid.Byte().Draw(t, "type"),
			Payload: string(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "payload")),
		}
	})
	root := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(root, "journal")
		if err != nil {
			t.Fatal(err)
		}
		want := []record{}
		j, _, err := tryOpen(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = j.Close() }()
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				r := records.Draw(t, "record")
				appendAll(t, j, r)
				want = append(want, r)
			},
			"checkpoint": func(t *rapid.T) {
				want = rapid.SliceOfN(records, 0, 5).Draw(t, "records")
				checkpoint(t, j, want...)
			},
			"reopen": func(t *rapid.T) {
				closeJournal(t, j)
				var got []record
				j, got, err = tryOpen(dir)
				if err != nil {
					t.Fatal(err)
				}
				wantRecords(t, got, want...)
			},
			"tear and reopen": func(t *rapid.T) {
				closeJournal(t, j)
				torn := appendRecord(nil, 1, []byte("never acknowledged"))
				torn = torn[:rapid.IntRange(0, len(torn)-1).Draw(t, "cut")]
				name := generationName(dir, j.generation)
				writeFile(t, name, append(readFile(t, name), torn...))
				var got []record
				j, got, err = tryOpen(dir)
				if err != nil {
					t.Fatal(err)
				}
				wantRecords(t, got, want...)
				if j.Dropped() != int64(len(torn)) {
					t.Errorf("Dropped = %d, want %d", j.Dropped(), len(torn))
				}
			},
			"": func(t *rapid.T) {
				if got, want := j.Size(), int64(len(encode(want...))); got != want {
					t.Errorf("Size = %d, want %d", got, want)
				}
			},
		})
	})
}
