package sheet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/technique"
	"puzzlekit/fixtures"
)

// browse opens a page of the items in Chromium.
func browse(t *testing.T, list []Item) context.Context {
	t.Helper()
	text, err := HTML("Test", list)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(t.Context(), chromedp.WithAllocatorOptions(chromedp.NoSandbox, chromedp.WindowSize(1000, 900)))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file), chromedp.WaitVisible("#puzzle1 .grid")); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// known returns a puzzle of each class.
func known(t *testing.T) []Item {
	t.Helper()
	var list []Item
	have := make(map[string]bool)
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/puzzles.tsv") {
		if class := row[8]; !have[class] {
			have[class] = true
			list = append(list, Item{readCode(t, row[0], row[4]), readCode(t, row[0], row[3]).Clues, class})
		}
	}
	return list
}

func readCode(t *testing.T, width, code string) *puzzle.Puzzle {
	t.Helper()
	w, err := strconv.Atoi(width)
	if err != nil {
		t.Fatal(err)
	}
	list, err := notation.Read(code, w)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// end is how a board looks when no hint goes on.
type end struct {
	Solved  bool   `json:"solved"`
	Class   int    `json:"class"` // of the hardest hint
	Message string `json:"message"`
}

// TestHintsInBrowser follows the page's hints to the solution and compares the
// hardest class that they take with the class of the puzzle.
func TestHintsInBrowser(t *testing.T) {
	list := known(t)
	ctx := browse(t, list)
	for i, item := range list {
		got, err := chromedp.Run(ctx, chromedp.Evaluate[end](fmt.Sprintf(`(() => {
			const element = document.getElementById("puzzle%d");
			const press = what => element.querySelector('[data-do="' + what + '"]').click();
			let hardest = 0;
			for (let i = 0; i < 2000 && !element.classList.contains("solved"); i++) {
				press("hint");
				if (!element.board.step) break;
				hardest = Math.max(hardest, element.board.step.class);
				press("apply");
			}
			return { solved: element.classList.contains("solved"), class: hardest, message: element.querySelector(".message").textContent };
		})()`, i+1)))
		if err != nil {
			t.Fatal(err)
		}
		want, err := technique.Grade(t.Context(), item.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Solved || technique.Class(got.Class) != want || got.Message != "Solved." {
			t.Errorf("puzzle %d of class %d: %+v", i+1, want, got)
		}
	}
}

// TestPlay fills in a puzzle with keys and clicks.
func TestPlay(t *testing.T) {
	item := known(t)[0]
	ctx := browse(t, []Item{item})
	p := item.Puzzle
	cell := -1
	for i, v := range p.Clues {
		if v == 0 && p.Values(i) > 2 && i%p.Width < p.Width-1 {
			cell = i
			break
		}
	}
	box := fmt.Sprintf(`[data-cell="%s"]`, p.Name(cell))
	wrong := item.Solution[cell]%p.Values(cell) + 1
	// see expects an expression of the page to have a value.
	see := func(expression, want string) chromedp.Action[chromedp.Void] {
		return func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
			got, err := chromedp.Evaluate[string](expression)(ctx, target)
			if err == nil && got != want {
				err = fmt.Errorf("%s is %q, want %q", expression, got, want)
			}
			return chromedp.Void{}, err
		}
	}
	shown := fmt.Sprintf(`document.querySelector('%s').textContent`, box)
	message := `document.querySelector(".message").textContent`
	selected := `document.querySelector(".selected").dataset.cell`
	right := strconv.Itoa(item.Solution[cell])
	for i, step := range []chromedp.Action[chromedp.Void]{
		chromedp.Click(box), chromedp.Focus(".grid"), see(selected, p.Name(cell)),
		chromedp.KeyEvent(strconv.Itoa(wrong)), see(shown, strconv.Itoa(wrong)),
		chromedp.KeyEvent("c"), see(message, "Wrong: "+p.Name(cell)+"."),
		chromedp.KeyEvent("h"), see(message, "Wrong: "+p.Name(cell)+"."),
		chromedp.KeyEvent("u"), see(shown, ""),
		chromedp.KeyEvent("p"), chromedp.KeyEvent("1"), chromedp.KeyEvent("2"), see(shown, "1 2"),
		chromedp.KeyEvent("1"), see(shown, "2"),
		chromedp.KeyEvent("p"), chromedp.KeyEvent(right), see(shown, right),
		chromedp.KeyEvent("c"), see(message+".slice(0, 12)", "Right so far"),
		chromedp.KeyEvent(kb.Backspace), see(shown, ""),
		chromedp.KeyEvent(kb.ArrowRight), see(selected, p.Name(cell+1)),
		chromedp.KeyEvent(kb.ArrowLeft), see(selected, p.Name(cell)),
		chromedp.Click(`[data-do="marks"]`), chromedp.Click(`[data-do="undo"]`), see(shown, ""),
	} {
		if err := chromedp.Do(ctx, step); err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
	// The rest by clicks alone, as a finger would.
	for i, v := range item.Solution {
		if p.Clues[i] != 0 {
			continue
		}
		err := chromedp.Do(ctx, chromedp.Click(fmt.Sprintf(`[data-cell="%s"]`, p.Name(i))), chromedp.Click(fmt.Sprintf(`[data-do="%d"]`, v)))
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := chromedp.Do(ctx, see(message, "Solved."), chromedp.Reload(), chromedp.WaitVisible(".board.solved")); err != nil {
		t.Fatal(err)
	}
}
