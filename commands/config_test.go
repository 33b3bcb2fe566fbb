package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeConfig writes a configuration file and returns its path.
func writeConfig(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPriority takes one source after the other away: flag, variable, file,
// default.
func TestPriority(t *testing.T) {
	config := writeConfig(t, "[probe]\ncycle-len = 30\n")
	sources := []struct {
		env, config, flag string
		want              int64
	}{
		{"20", config, "10", 10},
		{"20", config, "", 20},
		{"", config, "", 30},
		{"", "", "", 1000},
		{"20", "", "", 20},
	}
	for _, s := range sources {
		args := []string{"probe"}
		if s.flag != "" {
			args = append(args, "--cycle-len", s.flag)
		}
		if s.config != "" {
			args = append(args, "--config", s.config)
		}
		if s.env != "" {
			t.Setenv("PUZZLEKIT_PROBE_CYCLE_LEN", s.env)
		} else {
			os.Unsetenv("PUZZLEKIT_PROBE_CYCLE_LEN") // t.Setenv puts it back
		}
		p := &probe{}
		if _, _, err := runProbe(t, p, args...); err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		if p.CycleLen != s.want {
			t.Errorf("%+v: the command got %d", s, p.CycleLen)
		}
	}
}

func TestVariables(t *testing.T) {
	t.Setenv("PUZZLEKIT_GROUP_SUB_DEPTH", "5")
	t.Setenv("PUZZLEKIT_PROBE_NAMES", "a,b")
	t.Setenv("PUZZLEKIT_LOG_LEVEL", "error")
	t.Setenv("PUZZLEKIT_HELP", "true") // not a setting
	p := &probe{}
	if stdout, _, err := runProbe(t, p, "group", "sub"); err != nil || stdout != "" {
		t.Fatalf("error %v, output %q", err, stdout)
	}
	if p.group.Sub.Depth != 5 {
		t.Errorf("group sub got depth %d", p.group.Sub.Depth)
	}
	if _, _, err := runProbe(t, p, "probe"); err != nil {
		t.Fatal(err)
	}
	if strings.Join(p.Names, "+") != "a+b" {
		t.Errorf("probe got names %v", p.Names)
	}
	t.Setenv("PUZZLEKIT_PROBE_CYCLE_LEN", "many")
	_, _, err := runProbe(t, p, "probe")
	if err == nil || !strings.Contains(err.Error(), `PUZZLEKIT_PROBE_CYCLE_LEN="many"`) {
		t.Errorf("the error does not name the variable: %v", err)
	}
}

func TestConfigValues(t *testing.T) {
	config := writeConfig(t, `
log-level = "debug"

[probe]
cycle-len = 12
scan = "-to 01"
mode = "wide"
names = ["a", "b,c"]

[group.sub]
depth = 9
`)
	p := &probe{}
	t.Setenv("PUZZLEKIT_CONFIG", config)
	if _, _, err := runProbe(t, p, "probe"); err != nil {
		t.Fatal(err)
	}
	if p.CycleLen != 12 || p.Scan != "-to 01" || p.Mode != "wide" || strings.Join(p.Names, "+") != "a+b,c" {
		t.Errorf("probe got %+v", p.probeCmd)
	}
	if _, _, err := runProbe(t, p, "group", "sub"); err != nil {
		t.Fatal(err)
	}
	if p.group.Sub.Depth != 9 {
		t.Errorf("group sub got depth %d", p.group.Sub.Depth)
	}
}

func TestConfigErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"unknown key", "[probe]\ncycle-length = 1\n", `FILE: unknown key "probe.cycle-length": expected a flag's name, in the table of its command`},
		{"unknown table", "[prob]\ncycle-len = 1\n", `FILE: unknown key "prob": expected a flag's name, in the table of its command`},
		{"command's flag at the top", "cycle-len = 1\n", `FILE: unknown key "cycle-len": expected a flag's name, in the table of its command`},
		{"global flag in a table", "[probe]\njson = true\n", `FILE: unknown key "probe.json": expected a flag's name, in the table of its command`},
		{"a question", "version = true\n", `FILE: unknown key "version": expected a flag's name, in the table of its command`},
		{"file within the file", "config = \"b.toml\"\n", `FILE: unknown key "config": expected a flag's name, in the table of its command`},
		{"command without a table", "probe = 3\n", `FILE: unknown key "probe": expected a flag's name, in the table of its command`},
		{"wrong type", "[probe]\ncycle-len = \"long\"\n", `--cycle-len: FILE: key "probe.cycle-len": expected a valid 64 bit int but got "long"`},
		{"wrong choice", "[probe]\nmode = \"up\"\n", `--mode: FILE: key "probe.mode": expected one of deep,wide but got "up"`},
		{"syntax", "[probe]\ncycle-len = = 3\n", `FILE:2:13: expected value but found '=' instead`},
		{"same key twice", "[probe]\nscan = \"a\"\nscan = \"b\"\n", `FILE:3:12: Key 'probe.scan' has already been defined.`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			config := writeConfig(t, tt.text)
			_, _, err := runProbe(t, &probe{}, "--config", config, "probe")
			if err == nil {
				t.Fatal("no error")
			}
			if got := strings.ReplaceAll(err.Error(), config, "FILE"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if code := exitCode(t.Context(), err); code != exitUsage {
				t.Errorf("exit code %d, want %d", code, exitUsage)
			}
		})
	}
}

func TestConfigFileIsMissing(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.toml")
	if _, _, err := runProbe(t, &probe{}, "--config", missing, "probe"); err == nil {
		t.Error("a missing file named by --config is no error")
	}
}

// FuzzConfig checks that no file makes the loader panic or set a flag to a value
// that the grammar forbids.
func FuzzConfig(f *testing.F) {
	for _, seed := range []string{
		"", "log-level = \"warn\"", "[probe]\ncycle-len = 1e3\nmode = \"wide\"", "[probe]\nnames = [1, [2], {a=3}]",
		"[[probe]]\n", "[group.sub]\ndepth = 0x10", "probe.mode = 1979-05-27", "[probe]\nmode = nan",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := &probe{}
		_, _, err := runProbe(t, p, "--config", writeConfig(t, text), "probe")
		if err == nil && p.Mode != "deep" && p.Mode != "wide" {
			t.Errorf("mode %q", p.Mode)
		}
	})
}
