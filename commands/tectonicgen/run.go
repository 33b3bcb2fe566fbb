package tectonicgen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"

	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/engines/tectonic/tier"
	"puzzlekit/internal/atomicfile"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/cluster/local"
)

// ErrLocked means that another process is at work in the directory.
var ErrLocked = errors.New("another process is generating in this directory")

// mostWaiting is how many answers of a tier may wait for an earlier one before no
// other batch is given.
const mostWaiting = 4096

// leaseGrids is about how many grids a lease has when batches are small.
const leaseGrids = 1 << 16

func lotsDir(dir string) string       { return filepath.Join(dir, "lots") }
func lotFile(dir, name string) string { return filepath.Join(lotsDir(dir), filepath.FromSlash(name)) }

// run is one call of Run. It belongs to one goroutine.
type run struct {
	Config
	stages []*stage // by tier; nil below the first that is needed
	low    int      // first tier of stages
	lots   *lots
	flip   *flipFlop
	users  map[string]int // batches that still need an answer file
	done   map[batch]answer
	leased int // leases in work
	clock  int64
	made   uint64
}

// Run makes all tiers that are missing and returns the number of complete grids. When
// ctx is canceled it stops, and a later Run goes on.
func Run(ctx context.Context, c Config) (count uint64, err error) {
	if c.Dedup != Canonical {
		return runStudy(ctx, c)
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return 0, err
	}
	lock := flock.New(filepath.Join(c.Dir, "lock"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		return 0, errors.Join(err, fmt.Errorf("%w: %s", ErrLocked, c.Dir))
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	r := &run{
		Config: c, flip: &flipFlop{dir: c.Dir, form: c.Form}, users: map[string]int{}, done: map[batch]answer{},
		stages: make([]*stage, c.Problem.Cells()+1),
	}
	if n, ok, err := r.complete(); ok || err != nil {
		return n, err
	}
	if err := r.recover(); err != nil {
		return 0, err
	}
	err = r.work(ctx)
	for _, s := range r.stages {
		if s != nil {
			err = errors.Join(err, s.close())
		}
	}
	err = errors.Join(err, r.lots.close())
	if err != nil {
		return 0, err
	}
	return r.last().nb, r.tidy()
}

func (r *run) last() *stage { return r.stages[len(r.stages)-1] }

// complete reports whether the list is there already.
func (r *run) complete() (count uint64, ok bool, err error) {
	name := GridsFile(r.Dir, r.Form)
	if r.Pruning == Weak {
		name = tierFile(r.Dir, r.Problem.Cells(), r.Form)
	}
	if !exists(name) || exists(r.flip.name(0)) || exists(r.flip.name(1)) {
		return 0, false, nil
	}
	reader, f, err := OpenTier(name)
	if err != nil {
		return 0, false, err
	}
	return reader.Count, true, f.Close()
}

// newStage returns a tier without a file.
func (r *run) newStage(n int) *stage {
	return &stage{
		head: tier.Head{Problem: r.Problem, Tier: n}, name: tierFile(r.Dir, n, r.Form),
		waiting: map[uint64]answer{},
	}
}

// recover finds the state in which an earlier run ended, or makes the first one.
func (r *run) recover() error {
	tiers, err := r.flip.read()
	if err != nil {
		return err
	}
	if tiers == nil {
		tiers, err = r.begin()
	}
	if err != nil {
		return err
	}
	r.low = tiers[0].tier
	if r.Drop {
		if err := r.drop(); err != nil {
			return err
		}
	}
	for _, p := range tiers {
		s := r.newStage(p.tier)
		s.nb, s.nbRead, s.issued, s.bytes = p.nb, p.nbRead, p.nbRead, p.bytes
		if p.finished {
			err = s.open()
		} else {
			err = s.resume(r.Form)
		}
		if err != nil {
			return err
		}
		if s.nb != p.nb {
			return fmt.Errorf("%s has %d grids: the context has %d", s.name, s.nb, p.nb)
		}
		r.stages[p.tier] = s
		s.mark(r)
	}
	r.lots, err = r.recoverLots()
	return err
}

// begin makes the first tier, or takes over the deepest one that is stored.
func (r *run) begin() ([]progress, error) {
	for n := r.Problem.Cells(); n > 0; n-- {
		s := r.newStage(n)
		if exists(s.name) && s.open() == nil && verify(s.name, r.Pruning) == nil {
			return []progress{{tier: n, nb: s.nb, finished: true}}, nil
		}
	}
	if p, err := r.reuse(); p != nil || err != nil {
		return p, err
	}
	s := r.newStage(1)
	if err := s.create(r.Form); err != nil {
		return nil, err
	}
	pruning := grow.Closure
	if r.Pruning == Weak {
		pruning = grow.Weak
	}
	start := tier.Head{Problem: r.Problem}
	e, err := tier.NewExpander(start, pruning, nil)
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	first, _, err := e.Expand(nil, tier.NewDecoder(oneLine(), start, tier.Text), 1, r.Form)
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	if err := errors.Join(s.w.AddRun(tier.NewDecoder(bytesReader(first), s.head, r.Form)), s.finish()); err != nil {
		return nil, err
	}
	return []progress{{tier: 1, nb: s.nb, bytes: s.bytes, finished: true}}, nil
}

// recoverLots opens the journal, checks the answers that are done and not yet appended,
// and removes all other answer files.
func (r *run) recoverLots() (*lots, error) {
	l, kept, err := openLots(filepath.Join(r.Dir, "lots.txt"), func(a answer) bool {
		s := r.stage(a.Batch.Tier)
		if s == nil || a.Batch.From < s.nbRead || a.Batch.From+a.Batch.Count > s.nb {
			return false // appended, or its parents are not known any more
		}
		if err := r.check(a); err != nil {
			r.Log.Warn("an answer is damaged, its batch is given again", "batch", a.Batch, "err", err)
			return false
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	for _, a := range kept {
		if _, ok := r.done[a.Batch]; !ok {
			r.done[a.Batch] = a
			r.stages[a.Batch.Tier].waiting[a.Batch.From] = a
			r.users[a.File]++
		}
	}
	blobs := local.Dir(lotsDir(r.Dir))
	if err := blobs.Clean(""); err != nil {
		return nil, errors.Join(err, l.close())
	}
	names, err := blobs.List(context.Background(), "")
	if err != nil {
		return nil, errors.Join(err, l.close())
	}
	for _, name := range names {
		if r.users[name] == 0 {
			if err := os.Remove(lotFile(r.Dir, name)); err != nil {
				return nil, errors.Join(err, l.close())
			}
		}
	}
	return l, nil
}

func (r *run) stage(n int) *stage {
	if n < 0 || n >= len(r.stages) {
		return nil
	}
	return r.stages[n]
}

// check compares an answer with what the journal says of it.
func (r *run) check(a answer) (err error) {
	file, err := os.Open(lotFile(r.Dir, a.File))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := crc32.NewIEEE()
	n, err := io.Copy(sum, io.NewSectionReader(file, a.Offset, a.Bytes))
	switch {
	case err != nil:
		return err
	case n != a.Bytes:
		return fmt.Errorf("%d bytes: expected %d", n, a.Bytes)
	case sum.Sum32() != a.CRC:
		return fmt.Errorf("checksum %08x: expected %08x", sum.Sum32(), a.CRC)
	}
	return nil
}

// work gives batches and takes answers until the last tier is finished.
func (r *run) work(ctx context.Context) error {
	worker := &Worker{Problem: r.Problem, Dir: r.Dir, Form: r.Form, Pruning: r.Pruning, Point: r.Point}
	pool := local.New(ctx, local.Config{
		Goroutines: r.Workers, Handler: worker.Handle,
		Processes: r.Processes, Command: r.Command, Log: r.Log,
	})
	defer pool.Close()
	for {
		if err := r.commit(); err != nil {
			return err
		}
		r.tell()
		if r.last() != nil && r.last().finished {
			return nil
		}
		if err := r.issue(ctx, pool); err != nil {
			return err
		}
		if r.leased == 0 {
			return errors.New("no batch is in work and the last tier is not finished: the context and the journal do not fit together")
		}
		report, err := pool.Report(ctx)
		if err != nil {
			return err
		}
		if err := r.take(report); err != nil {
			return err
		}
	}
}

// take notes the answers of a lease.
func (r *run) take(report cluster.Report) error {
	if report.Error != "" {
		return errors.New(report.Error)
	}
	var answers []answer
	if err := json.Unmarshal(report.Result, &answers); err != nil {
		return fmt.Errorf("report of %s: %w", report.Name, err)
	}
	r.leased--
	fresh := answers[:0]
	for _, a := range answers {
		if before, ok := r.done[a.Batch]; ok {
			if before.Grids != a.Grids || before.CRC != a.CRC || before.Bytes != a.Bytes {
				return fmt.Errorf("batch %v was answered twice, and not the same: %d grids, then %d", a.Batch, before.Grids, a.Grids)
			}
			continue
		}
		fresh = append(fresh, a)
	}
	if len(fresh) == 0 {
		return nil
	}
	if err := r.lots.done(fresh); err != nil {
		return err
	}
	r.Point.reach("done")
	for _, a := range fresh {
		s := r.stages[a.Batch.Tier]
		s.given--
		s.waiting[a.Batch.From] = a
		r.done[a.Batch] = a
		r.users[a.File]++
		r.made += a.Grids
	}
	return nil
}

// commit appends all answers whose turn has come, tier by tier.
func (r *run) commit() error {
	for n := r.low; n < len(r.stages)-1; n++ {
		s := r.stages[n]
		if s == nil {
			return nil
		}
		var appended []answer
		for {
			a, ok := s.waiting[s.nbRead]
			if !ok {
				break
			}
			if err := r.openNext(n); err != nil {
				return err
			}
			if err := r.stages[n+1].append(r.Dir, r.Form, a); err != nil {
				return err
			}
			delete(s.waiting, s.nbRead)
			s.nbRead += a.Batch.Count
			s.issued = max(s.issued, s.nbRead)
			appended = append(appended, a)
		}
		finish := s.finished && s.nbRead == s.nb && (r.stages[n+1] == nil || !r.stages[n+1].finished)
		if len(appended) == 0 && !finish {
			continue
		}
		if err := r.settle(n, appended, finish); err != nil {
			return err
		}
	}
	return nil
}

// openNext starts the tier behind n if it is not there.
func (r *run) openNext(n int) error {
	if r.stages[n+1] != nil {
		return nil
	}
	r.stages[n+1] = r.newStage(n + 1)
	return r.stages[n+1].create(r.Form)
}

// settle makes what was appended to the tier behind n last.
func (r *run) settle(n int, appended []answer, finish bool) error {
	if err := r.openNext(n); err != nil {
		return err
	}
	next := r.stages[n+1]
	var err error
	if finish {
		r.Point.reach("trailer")
		err = next.finish()
		r.Point.reach("finished")
	} else {
		err = next.sync()
	}
	if err != nil {
		return err
	}
	r.Point.reach("appended")
	if err := r.flip.write(r.context()); err != nil {
		return err
	}
	r.Point.reach("context")
	next.mark(r)
	for _, a := range appended {
		delete(r.done, a.Batch)
		if r.users[a.File]--; r.users[a.File] == 0 {
			delete(r.users, a.File)
			if err := os.Remove(lotFile(r.Dir, a.File)); err != nil {
				return err
			}
			r.Point.reach("deleted")
		}
	}
	if finish && r.Drop {
		r.low = n + 1
		if err := r.flip.write(r.context()); err != nil {
			return err
		}
		return r.drop()
	}
	return nil
}

// drop removes the files of tiers below the lowest one of the context.
func (r *run) drop() error {
	for n := range r.low {
		r.stages[n] = nil
		if err := os.Remove(tierFile(r.Dir, n, r.Form)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// context returns what is to be remembered of all tiers.
func (r *run) context() []progress {
	var list []progress
	for n := r.low; n < len(r.stages) && r.stages[n] != nil; n++ {
		s := r.stages[n]
		list = append(list, progress{n, s.nb, s.nbRead, s.bytes, s.finished})
	}
	return list
}

// mark notes that the tier has grown.
func (s *stage) mark(r *run) {
	r.clock++
	s.marks = append(s.marks, mark{s.nb, r.clock})
}

// since returns when the next batch became ready.
func (s *stage) since() int64 {
	for len(s.marks) > 1 && s.marks[0].nb <= s.issued {
		s.marks = s.marks[1:]
	}
	return s.marks[0].time
}

// issue gives leases until all workers have enough to do.
func (r *run) issue(ctx context.Context, q cluster.Queue) error {
	for r.leased < 2*(r.Workers+r.Processes) {
		s := r.choose()
		if s == nil {
			return nil
		}
		l := r.lease(s)
		if err := r.lots.given(l.Batches); err != nil {
			return err
		}
		r.Point.reach("given")
		data, err := json.Marshal(l)
		if err != nil {
			return err
		}
		first, last := l.Batches[0], l.Batches[len(l.Batches)-1]
		name := fmt.Sprintf("%d/%d-%d", s.head.Tier, first.From, last.From+last.Count-first.From)
		if err := q.Push(ctx, cluster.Task{Name: name, Data: data}); err != nil {
			return err
		}
		r.leased++
		s.given += len(l.Batches)
	}
	return nil
}

// choose returns the tier of the next lease, nil if there is nothing to give.
func (r *run) choose() *stage {
	var ready []*stage
	var blocked []*stage
	for n := r.low; n < len(r.stages)-1 && r.stages[n] != nil; n++ {
		s := r.stages[n]
		for a, ok := s.waiting[s.issued]; ok; a, ok = s.waiting[s.issued] { // done in an earlier run
			s.issued += a.Batch.Count
		}
		if len(s.waiting) > mostWaiting {
			blocked = append(blocked, s)
		}
		if Ready(s.nb, s.issued, r.Batch, s.finished) > 0 && (r.PerTier == 0 || s.given < r.PerTier) {
			ready = append(ready, s)
		}
	}
	if len(blocked) > 0 {
		// Only what the waiting answers wait for.
		ready = slices.DeleteFunc(ready, func(s *stage) bool { return !slices.Contains(blocked, s) || s.issued != s.nbRead })
	}
	if len(ready) == 0 {
		return nil
	}
	switch r.Strategy {
	case High:
		return ready[len(ready)-1]
	case FIFO:
		return slices.MinFunc(ready, func(a, b *stage) int { return int(a.since() - b.since()) })
	default:
		return ready[0]
	}
}

// lease takes the next batches of a tier: one, or more if they are small.
func (r *run) lease(s *stage) lease {
	most := max(1, leaseGrids/r.Batch)
	share := Ready(s.nb, s.issued, r.Batch, s.finished) / uint64(2*(r.Workers+r.Processes))
	most = min(most, max(1, share))
	if r.PerTier > 0 {
		most = min(most, uint64(r.PerTier-s.given))
	}
	var l lease
	l.Start, l.Offset = s.runStart(s.issued)
	for range most {
		count := min(r.Batch, s.nb-s.issued)
		if _, done := s.waiting[s.issued]; done || count == 0 || count < r.Batch && !s.finished {
			break
		}
		for from := range s.waiting { // done in an earlier run with other batches
			if from > s.issued && from < s.issued+count {
				count = from - s.issued
			}
		}
		l.Batches = append(l.Batches, batch{s.head.Tier, s.issued, count})
		s.issued += count
	}
	return l
}

// tell reports how far the work is.
func (r *run) tell() {
	if r.Progress == nil {
		return
	}
	st := Status{Tiers: r.Problem.Cells(), Made: r.made, Tier: r.low}
	for _, p := range r.context() {
		st.Counts = append(st.Counts, Tier{p.tier, p.nb, p.nbRead, p.finished})
		st.Done += p.nbRead
		if p.finished {
			st.Tier = min(p.tier+1, r.Problem.Cells())
		}
		st.Waiting += len(r.stages[p.tier].waiting)
	}
	st.Finished = r.last() != nil && r.last().finished
	r.Progress(st)
}

// tidy gives the last tier its other name and removes what belongs to the work.
func (r *run) tidy() error {
	if r.Pruning != Weak {
		if err := copyFile(GridsFile(r.Dir, r.Form), r.last().name); err != nil {
			return err
		}
	}
	return errors.Join(os.Remove(filepath.Join(r.Dir, "lots.txt")), os.RemoveAll(lotsDir(r.Dir)), r.flip.remove())
}

// copyFile gives a file a second name, by a link where the system has them.
func copyFile(name, from string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(from, name); err == nil {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	out, err := atomicfile.Create(name)
	if err != nil {
		return errors.Join(err, in.Close())
	}
	_, err = io.Copy(out, in)
	if err := errors.Join(err, in.Close()); err != nil {
		return errors.Join(err, out.Abort())
	}
	return out.Commit()
}
