package commands

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"puzzlekit/commands/tectonicgen"
	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/tier"
)

// tectonicVerifyCmd checks tier files.
type tectonicVerifyCmd struct {
	Weak  bool     `help:"The files are of --pruning weak."`
	Names []string `arg:"" type:"path" name:"file-or-dir" help:"Tier files in either form, or directories of them."`
}

// Help returns the longer help text.
func (*tectonicVerifyCmd) Help() string {
	return `Reads files to their end: trailer, checksums, order and number of the codes, and the rules of grids for each of them. Exit code 3 says that a file is not whole; the reason is printed.

Examples:

  puzzlekit tectonic verify data/h03l03/m05/palier-p07.txt
  puzzlekit tectonic verify data`
}

// verified is the verdict on a file in JSON.
type verified struct {
	File  string `json:"file"`
	OK    bool   `json:"ok"`
	L     int    `json:"L,omitempty"`
	H     int    `json:"H,omitempty"`
	M     int    `json:"M,omitempty"`
	Tier  int    `json:"tier,omitempty"`
	Grids uint64 `json:"grids"`
	Error string `json:"error,omitempty"`
}

// Run prints a line for each file.
func (c *tectonicVerifyCmd) Run(ctx context.Context, env *Env) error {
	var names []string
	for _, name := range c.Names {
		found, err := tierFiles(name)
		if err != nil {
			return err
		}
		names = append(names, found...)
	}
	if len(names) == 0 {
		return errors.New("there is no tier file: expected names like palier-p07.txt or grilles.txt")
	}
	bad := 0
	for _, name := range names {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pruning := tectonicgen.Closure
		if c.Weak || strings.HasSuffix(filepath.Dir(name), "-"+string(tectonicgen.Weak)) {
			pruning = tectonicgen.Weak
		}
		t, err := tectonicgen.Verify(name, pruning)
		v := verified{File: name, OK: err == nil, L: t.Width, H: t.Height, M: t.Max, Tier: t.Tier, Grids: t.Count}
		line := fmt.Sprintf("%s: ok, %d grids of %v, tier %d", name, t.Count, t.Problem, t.Tier)
		if err != nil {
			bad++
			v.Error = err.Error()
			line = err.Error()
			if !strings.HasPrefix(line, name) {
				line = name + ": " + line
			}
		}
		if env.JSON {
			err = env.PrintJSON(v)
		} else {
			_, err = fmt.Fprintln(env.Stdout, line)
		}
		if err != nil {
			return err
		}
	}
	if bad > 0 {
		return &ExitError{Code: exitNo, Err: fmt.Errorf("%d of %d files are not whole", bad, len(names))}
	}
	return nil
}

// tierFiles returns a file, or the tier files below a directory.
func tierFiles(name string) ([]string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{name}, nil
	}
	var names []string
	err = filepath.WalkDir(name, func(file string, e fs.DirEntry, err error) error {
		base := filepath.Base(file)
		ext := filepath.Ext(base)
		if err == nil && !e.IsDir() && (strings.HasPrefix(base, "palier-p") || strings.HasPrefix(base, "grilles.")) && (ext == ".txt" || ext == ".bin") {
			names = append(names, file)
		}
		return err
	})
	return names, err
}

// tectonicExportCmd writes a tier file in another form.
type tectonicExportCmd struct {
	File string `arg:"" type:"path" help:"Tier file in either form."`
	Form string `default:"text" enum:"text,binary,regions" placeholder:"FORM" help:"Form to write: text, binary, or regions, which is values and regions as words, without a trailer."`
	Out  string `short:"o" type:"path" placeholder:"FILE" help:"File to write, whole or not at all; standard output if it is not given."`
}

// Help returns the longer help text.
func (*tectonicExportCmd) Help() string {
	return `In the region-id form a line has the values of a grid and the names of its regions, a digit and a letter a cell: 123415 abbbbb.

Examples:

  puzzlekit tectonic export data/h03l03/m05/palier-p09.bin
  puzzlekit tectonic export data/h03l03/m05/grilles.txt --form regions`
}

// Run writes the file.
func (c *tectonicExportCmd) Run(ctx context.Context, env *Env) (err error) {
	r, f, err := tectonicgen.OpenTier(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return writeOut(env, c.Out, func(out io.Writer) error {
		if c.Form == "regions" {
			return exportRegions(ctx, out, r)
		}
		w, err := tier.NewWriter(out, r.Head, tierForms[c.Form])
		if err != nil {
			return err
		}
		for {
			common, err := r.Next()
			if errors.Is(err, io.EOF) {
				return w.Close()
			}
			if err == nil {
				err = errors.Join(ctx.Err(), w.Add(r.Code(), common))
			}
			if err != nil {
				return fmt.Errorf("%s: %w", c.File, err)
			}
		}
	})
}

func exportRegions(ctx context.Context, out io.Writer, r *tier.Reader) error {
	buffered := bufio.NewWriter(out)
	for {
		_, err := r.Next()
		if errors.Is(err, io.EOF) {
			return buffered.Flush()
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		values, regions := r.Code().Grid(r.Width).RegionForm()
		if _, err := fmt.Fprintf(buffered, "%s %s\n", values, regions); err != nil {
			return err
		}
	}
}

// writeOut runs write on a file that appears whole or not at all, or on standard output.
func writeOut(env *Env, name string, write func(io.Writer) error) error {
	if name == "" {
		return write(env.Stdout)
	}
	return tectonicgen.WriteWhole(name, write)
}

// tectonicImportCmd makes a tier file.
type tectonicImportCmd struct {
	TectonicSize `embed:""`
	File         string `arg:"" optional:"" help:"Codes, or values and regions, one grid a line; standard input if it is not given."`
	Form         string `default:"text" enum:"text,binary" placeholder:"FORM" help:"Form of the file to write: text or binary."`
	Out          string `short:"o" type:"path" placeholder:"FILE" help:"File to write, whole or not at all; standard output if it is not given."`
}

// Help returns the longer help text.
func (*tectonicImportCmd) Help() string {
	return `Every line is the code of a grid or its region-id form; all grids have as many cells. They are checked, sorted and written once each, with a trailer. A trailer among the lines is passed over.

Example:

  puzzlekit tectonic import -L 2 -H 3 -M 5 grids.txt -o palier-p06.bin --form binary`
}

// Run reads, sorts and writes.
func (c *tectonicImportCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	name, in := "standard input", env.Stdin
	if c.File != "" && c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // only read
		name, in = c.File, f
	}
	codes, err := readGrids(ctx, name, in, p)
	if err != nil {
		return err
	}
	if len(codes) == 0 {
		return fmt.Errorf("%s: no grid: expected codes, or values and regions", name)
	}
	return writeOut(env, c.Out, func(out io.Writer) error {
		w, err := tier.NewWriter(out, tier.Head{Problem: p, Tier: len(codes[0])}, tierForms[c.Form])
		if err != nil {
			return err
		}
		for i, code := range codes {
			common := 0
			if i > 0 {
				common = code.Common(codes[i-1])
			}
			if err := w.Add(code, common); err != nil {
				return err
			}
		}
		return w.Close()
	})
}

// readGrids reads grids of one tier and returns their codes sorted, each once.
func readGrids(ctx context.Context, name string, in io.Reader, p tectonic.Problem) ([]tier.Code, error) {
	var codes []tier.Code
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '9' && !strings.Contains(line, " ") {
			continue
		}
		g, err := parseGridLine(line, p)
		if err == nil {
			err = errors.Join(ctx.Err(), known(g))
		}
		if err == nil && len(codes) > 0 && len(g.Values) != len(codes[0]) {
			err = fmt.Errorf("%d cells: expected %d as before", len(g.Values), len(codes[0]))
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		codes = append(codes, tier.FromGrid(g))
	}
	return tier.Sorted(codes), lines.Err()
}

func parseGridLine(line string, p tectonic.Problem) (tectonic.Grid, error) {
	if values, regions, ok := strings.Cut(line, " "); ok {
		return tectonic.ParseRegionForm(values, strings.TrimSpace(regions), p)
	}
	return tectonic.ParseCode(line, p)
}

// known says which value of a grid is not.
func known(g tectonic.Grid) error {
	for cell, v := range g.Values {
		if v == 0 {
			return fmt.Errorf("the value at %s is unknown: expected a grid without unknown values", g.Place(cell))
		}
	}
	return nil
}
