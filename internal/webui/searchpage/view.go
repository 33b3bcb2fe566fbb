package searchpage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"puzzlekit/internal/webui"
)

// What bounds the size of /state.
const (
	maxClients  = 500
	maxWorks    = 500
	maxCoords   = 24   // of a CoordSeq as an array
	maxShown    = 12   // of a CoordSeq as text
	maxSolution = 4000 // bytes
)

// view is a State as /state shows it.
type view struct {
	Game            string       `json:"game"`
	FreeCells       int          `json:"free_cells"`
	Board           string       `json:"board"`
	Scan            string       `json:"scan"`
	Verdict         string       `json:"verdict"`
	Solution        string       `json:"solution"`
	SolutionBytes   int          `json:"solution_bytes"` // more than the length of solution when that is cut
	Share           float64      `json:"share"`
	Iterations      int64        `json:"iterations"`
	Rate            rough        `json:"rate"`
	MaxDepth        int          `json:"max_depth"`
	ElapsedSeconds  float64      `json:"elapsed_seconds"`
	CycleLen        int64        `json:"cycle_len"`
	DepthAllocDelta int          `json:"depth_alloc_delta"`
	Settable        bool         `json:"settable"` // PUT /settings exists
	Working         int          `json:"working"`
	Waiting         int          `json:"waiting"`
	Queued          int          `json:"queued"`
	ClientsLeftOut  int          `json:"clients_left_out"`
	Clients         []clientView `json:"clients"`
	WorksLeftOut    int          `json:"works_left_out"`
	Works           []workView   `json:"works"`
	History         []sample     `json:"history"`
}

type clientView struct {
	ID              int64   `json:"id"`
	Remote          string  `json:"remote"`
	State           string  `json:"state"` // working or waiting
	Initial         string  `json:"initial"`
	Current         string  `json:"current"`
	Depth           int     `json:"depth"`
	Iterations      int64   `json:"iterations"`
	Rate            rough   `json:"rate"`
	ConnectedFor    float64 `json:"connected_seconds"`
	LastReportedAgo float64 `json:"last_report_seconds"`
}

type workView struct {
	ID         int64   `json:"id"`
	Parent     int64   `json:"parent"`
	Client     int64   `json:"client"` // 0 when queued
	Under      int64   `json:"under"`  // 0 for none
	Level      int     `json:"level"`
	Path       string  `json:"path"`
	Start      []int32 `json:"start"`
	At         []int32 `json:"at"`
	Truncated  bool    `json:"truncated"` // start or at is cut
	StartDepth int     `json:"start_depth"`
	AtDepth    int     `json:"at_depth"`
	Holes      int     `json:"holes"`
	Weight     rough   `json:"weight"`
	Left       rough   `json:"left"`
}

// rough is a number of which six digits are enough.
type rough float64

// MarshalJSON writes the six digits.
func (r rough) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(r), 'g', 6, 64), nil
}

// totals counts what may be left out of the lists.
type totals struct {
	working, waiting, queued int
}

func (s *State) totals() totals {
	var t totals
	for i := range s.Clients {
		if s.Clients[i].Working {
			t.working++
		} else {
			t.waiting++
		}
	}
	for i := range s.Works {
		if s.Works[i].Client == 0 {
			t.queued++
		}
	}
	return t
}

// document makes the body of /state.
func (s *State) document(settable bool, history []sample) *webui.Document {
	t := s.totals()
	v := view{
		Game: s.Game, FreeCells: s.FreeCells, Board: s.Board, Scan: s.Scan,
		Verdict: s.Verdict, Solution: cutText(s.Solution), SolutionBytes: len(s.Solution),
		Share: share(s.Share), Iterations: s.Iterations, Rate: rough(finite(s.Rate)),
		MaxDepth: s.MaxDepth, ElapsedSeconds: seconds(s.Elapsed),
		CycleLen: s.CycleLen, DepthAllocDelta: s.DepthAllocDelta, Settable: settable,
		Working: t.working, Waiting: t.waiting, Queued: t.queued,
		Clients: clientViews(s.Clients), Works: workViews(s.Works), History: history,
	}
	v.ClientsLeftOut = len(s.Clients) - len(v.Clients)
	v.WorksLeftOut = len(s.Works) - len(v.Works)
	body, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Errorf("searchpage: %w", err)) // a view has only what JSON can express
	}
	return webui.NewDocument("application/json", body)
}

func clientViews(all []Client) []clientView {
	clients := slices.Clone(all)
	slices.SortFunc(clients, func(a, b Client) int { return cmp.Compare(a.ID, b.ID) })
	views := []clientView{}
	for _, c := range clients[:min(len(clients), maxClients)] {
		v := clientView{
			ID: c.ID, Remote: c.Remote, State: "waiting",
			Initial: bracketed(c.Initial), Current: bracketed(c.Current), Depth: len(c.Current),
			Iterations: c.Iterations, Rate: rough(finite(c.Rate)),
			ConnectedFor: seconds(c.Connected), LastReportedAgo: seconds(c.Reported),
		}
		if c.Working {
			v.State = "working"
		}
		views = append(views, v)
	}
	return views
}

func workViews(all []Work) []workView {
	views := []workView{}
	for _, n := range tree(all, maxWorks) {
		w := n.work
		views = append(views, workView{
			ID: w.ID, Parent: w.Parent, Client: w.Client,
			Under: n.under, Level: n.level, Path: shorten(w.Start[n.from:]),
			Start: cut(w.Start), At: cut(w.At), StartDepth: len(w.Start), AtDepth: len(w.At),
			Truncated: len(w.Start) > maxCoords || len(w.At) > maxCoords,
			Holes:     w.Holes, Weight: rough(share(w.Weight)), Left: rough(share(w.Left)),
		})
	}
	return views
}

// cut returns the beginning of a CoordSeq, never nil.
func cut(seq []int32) []int32 {
	return append([]int32{}, seq[:min(len(seq), maxCoords)]...)
}

// bracketed writes a CoordSeq as "[0 3 1]".
func bracketed(seq []int32) string { return "[" + shorten(seq) + "]" }

// shorten writes coordinates with spaces between them, and of many only those at
// both ends.
func shorten(seq []int32) string {
	if len(seq) > maxShown {
		return shorten(seq[:maxShown/2]) + " … " + shorten(seq[len(seq)-maxShown/2:])
	}
	return strings.Trim(fmt.Sprint(seq), "[]")
}

// cutText cuts a long solution between two moves.
func cutText(text string) string {
	if len(text) <= maxSolution {
		return text
	}
	text = text[:maxSolution]
	if i := strings.LastIndexAny(text, " \n"); i >= 0 {
		text = text[:i]
	}
	return strings.ToValidUTF8(text, "")
}

// finite returns x, or 0 when JSON has no number for it.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}

// share returns x within the bounds of a share.
func share(x float64) float64 { return min(max(finite(x), 0), 1) }

// seconds rounds to milliseconds: more would only make /state longer.
func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }
