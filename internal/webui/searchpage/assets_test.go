package searchpage

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// served returns what the page serves under a name.
func served(t *testing.T, name string) string {
	t.Helper()
	r := ask(New(sampleState, Options{}), "GET", "/"+name, "")
	if r.StatusCode != http.StatusOK {
		t.Errorf("%s: status %d", name, r.StatusCode)
	}
	return text(t, r)
}

// scripts returns the scripts that the page loads, its own and what they import.
func scripts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	names := []string{"page.js"}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		if all[name] != "" {
			continue
		}
		all[name] = served(t, name)
		for _, m := range regexp.MustCompile(`from '\./([a-z]+\.js)'`).FindAllStringSubmatch(all[name], -1) {
			names = append(names, m[1])
		}
	}
	return all
}

// TestPageIsItsOwn checks that the page needs nothing but what it serves, and
// nothing that its own security policy forbids.
func TestPageIsItsOwn(t *testing.T) {
	page := served(t, "index.html")
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if m[1] != "solution" {
			served(t, m[1])
		}
	}
	rest := strings.Replace(page, `<script type="module" src="page.js"></script>`, "", 1)
	if found := regexp.MustCompile(`<script|<style|\son[a-z]+=|\sstyle=|javascript:`).FindString(rest); found != "" {
		t.Errorf("the page has inline scripts or styles: %s", found)
	}
	all := scripts(t)
	all["index.html"] = page
	all["base.css"] = served(t, "base.css")
	all["page.css"] = served(t, "page.css")
	for name, text := range all {
		text = strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "") // a name, not a place
		for _, bad := range []string{"://", "url(", "@import", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %s in it", name, bad)
			}
		}
	}
}

// TestScriptsFitPage checks that every element that a script wants by its id is
// in the page, and that no id is there twice.
func TestScriptsFitPage(t *testing.T) {
	var ids []string
	for _, m := range regexp.MustCompile(`\sid="([^"]*)"`).FindAllStringSubmatch(served(t, "index.html"), -1) {
		if slices.Contains(ids, m[1]) {
			t.Errorf("the id %s is there twice", m[1])
		}
		ids = append(ids, m[1])
	}
	wanted := 0
	for name, text := range scripts(t) {
		for _, m := range regexp.MustCompile(`(?:\$|getElementById)\('([^']*)'\)`).FindAllStringSubmatch(text, -1) {
			wanted++
			if !slices.Contains(ids, m[1]) {
				t.Errorf("%s: the page has no element %s", name, m[1])
			}
		}
	}
	if wanted < 30 {
		t.Errorf("only %d elements are wanted", wanted)
	}
}

// TestScriptsFitState checks that the members of the state that scripts use are
// in /state, and that they use all of them but the few for other readers.
func TestScriptsFitState(t *testing.T) {
	var state struct {
		Clients, Works []map[string]any
	}
	body := []byte(text(t, ask(New(sampleState, Options{}), "GET", "/state", "")))
	var members map[string]any
	if err := json.Unmarshal(body, &members); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &state); err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, script := range scripts(t) {
		all += script
	}
	forOthers := []string{"truncated", "under"}
	for _, m := range regexp.MustCompile(`\bstate\.([a-z_]+)`).FindAllStringSubmatch(all, -1) {
		if _, ok := members[m[1]]; !ok {
			t.Errorf("scripts use state.%s", m[1])
		}
	}
	for _, of := range []map[string]any{members, state.Clients[0], state.Works[0]} {
		for name := range of {
			used := regexp.MustCompile(`[.']` + name + `\b`).MatchString(all)
			if !used && !slices.Contains(forOthers, name) {
				t.Errorf("no script uses %s", name)
			}
		}
	}
}
