package webui

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"time"
)

//go:embed assets
var assets embed.FS

// kinds has the Content-Type of every file. The system's own table is not asked:
// on Windows other programs change it.
var kinds = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// file is a file of a page in memory.
type file struct {
	kind string
	tag  string // changes with the content
	body []byte
}

// Files serves the files of the assets directory of a page's embedded files and
// the ones that all pages share: base.css, chart.js, dom.js, format.js and
// poll.js. The path value {file} of the request is the name; index.html is also
// "". It panics when the files are not what a page has: a mistake of the page's
// author, which shows when the page is made.
func Files(page fs.FS) http.Handler {
	files := map[string]file{}
	for _, system := range []fs.FS{assets, page} {
		if err := read(system, files); err != nil {
			panic(fmt.Errorf("webui: %w", err))
		}
	}
	files[""] = files["index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, ok := files[r.PathValue("file")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", f.kind)
		w.Header().Set("Cache-Control", "no-cache") // ask each time whether the tag is still the same
		w.Header().Set("ETag", f.tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.body))
	})
}

// read adds the files of the directory assets.
func read(system fs.FS, files map[string]file) error {
	entries, err := fs.ReadDir(system, "assets")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		body, err := fs.ReadFile(system, path.Join("assets", name))
		if err != nil {
			return err
		}
		kind, ok := kinds[path.Ext(name)]
		if !ok {
			return fmt.Errorf("%s: no Content-Type is known for such files", name)
		}
		if _, ok := files[name]; ok {
			return fmt.Errorf("%s: there is a shared file of that name", name)
		}
		sum := sha256.Sum256(body)
		files[name] = file{kind: kind, tag: `"` + hex.EncodeToString(sum[:12]) + `"`, body: body}
	}
	return nil
}
