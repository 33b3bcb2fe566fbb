package commands

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
)

// setEnvs gives every flag its variable: PUZZLEKIT_, the path of the command
// and the flag's name, so --cycle-len of serve is PUZZLEKIT_SERVE_CYCLE_LEN.
func setEnvs(k *kong.Kong) error {
	setNodeEnvs(k.Model.Node, appName)
	return nil
}

func setNodeEnvs(node *kong.Node, path string) {
	for _, flag := range node.Flags {
		if !isQuestion(flag) {
			flag.Tag.Envs = []string{strings.ToUpper(strings.ReplaceAll(path+"_"+flag.Name, "-", "_"))}
		}
	}
	for _, child := range node.Children {
		setNodeEnvs(child, path+"_"+child.Name)
	}
}

// isQuestion tells the flags that are answered at once from settings.
func isQuestion(flag *kong.Flag) bool {
	switch flag.Target.Interface().(type) {
	case helpFlag, versionFlag:
		return true
	}
	return false
}

// BeforeResolve is called by kong when the command line and the variables are
// known; it adds the configuration file as the next source of values.
func (*globals) BeforeResolve(kctx *kong.Context) error {
	path := configPath(kctx)
	if path == "" {
		return nil
	}
	config, err := loadConfig(path, kctx.Model.Node)
	if err != nil {
		return err
	}
	kctx.AddResolver(config)
	return nil
}

// configPath returns the file named by --config or its variable, else the
// user's own file if there is one, else "".
func configPath(kctx *kong.Context) string {
	for _, flag := range kctx.Model.Flags {
		if flag.Name == "config" {
			if path := kctx.FlagValue(flag).(string); path != "" {
				return path
			}
		}
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "" // no home, no file
	}
	path := filepath.Join(dir, appName, "config.toml")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// configFile holds the values of one file; it is a kong.Resolver.
type configFile struct {
	path   string
	values map[*kong.Flag]configValue
}

type configValue struct {
	key   string // as in the file: serve.cycle-len
	value any
}

// loadConfig reads the file and binds its keys to the flags of the grammar.
func loadConfig(path string, root *kong.Node) (*configFile, error) {
	var table map[string]any
	if _, err := toml.DecodeFile(path, &table); err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return nil, fmt.Errorf("%s:%d:%d: %s", path, parse.Position.Line, parse.Position.Col, parse.Message)
		}
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	c := &configFile{path: path, values: map[*kong.Flag]configValue{}}
	return c, c.bind(root, "", table)
}

// bind gives the keys of one table to the flags of the command it is for.
func (c *configFile) bind(node *kong.Node, prefix string, table map[string]any) error {
	for key, value := range table {
		sub, isTable := value.(map[string]any)
		child := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == key })
		flag := slices.IndexFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == key && key != "config" && !isQuestion(f) })
		switch {
		case child >= 0 && isTable:
			if err := c.bind(node.Children[child], prefix+key+".", sub); err != nil {
				return err
			}
		case flag >= 0 && !isTable:
			c.values[node.Flags[flag]] = configValue{prefix + key, value}
		default:
			return fmt.Errorf("%s: unknown key %q: expected a flag's name, in the table of its command", c.path, prefix+key)
		}
	}
	return nil
}

// Validate has nothing left to do: loadConfig has seen every key.
func (c *configFile) Validate(*kong.Application) error { return nil }

// Resolve returns the file's value for a flag that neither the command line nor
// a variable has set, nil if the file has none.
func (c *configFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	v, ok := c.values[flag]
	if !ok || slices.ContainsFunc(flag.Envs, envSet) {
		return nil, nil
	}
	// kong's own message would not say that the value came from this file.
	probe := reflect.New(flag.Target.Type()).Elem()
	if err := flag.Mapper.Decode(&kong.DecodeContext{Value: flag.Value, Scan: kong.Scan().PushTyped(v.value, kong.FlagValueToken)}, probe); err != nil {
		return nil, fmt.Errorf("%s: key %q: %w", c.path, v.key, err)
	}
	if flag.Enum != "" && !flag.EnumMap()[fmt.Sprint(probe.Interface())] {
		return nil, fmt.Errorf("%s: key %q: expected one of %s but got %q", c.path, v.key, flag.Enum, fmt.Sprint(probe.Interface()))
	}
	return v.value, nil
}

func envSet(name string) bool {
	_, ok := os.LookupEnv(name)
	return ok
}
