package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"puzzlekit/commands/dotsnet"
	"puzzlekit/engines/dots/players"
	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzd"
	"puzzlekit/internal/webui"
)

// dotsHostCmd is a server of Dots.
type dotsHostCmd struct {
	Listen  string `placeholder:"ADDR" help:"Bare port for Dots clients, host:port."`
	Dialect string `default:"seed" enum:"seed,ggz4" help:"Language of the bare port: seed is the protocol's text of June 2000, ggz4 what clients have spoken since 2003."`
	GGZ     string `name:"ggz" placeholder:"ADDR" help:"Port of a GGZ server, host:port, usually 5688: clients log in, chat, and launch or join tables."`
	GGZD    bool   `name:"ggzd" help:"Be the game server of one table under a GGZ server, on the descriptor that GGZSOCKET names, 3 if it names none."`
	Web     string `placeholder:"ADDR" help:"Port of the page for browsers, host:port."`
	Metrics string `name:"http-metrics" placeholder:"ADDR" help:"Port where /metrics has numbers for Prometheus, host:port."`
	Name    string `default:"puzzlekit" placeholder:"NAME" help:"What the GGZ server calls itself."`

	Opponent string        `default:"human" placeholder:"WHO" help:"Who sits opposite those who come to the bare port: human, bot, or the level of a bot."`
	Names    []string      `default:"alice,bob" placeholder:"NAME" help:"What the players on the bare port are called, in seats 0 and 1."`
	Bot      string        `placeholder:"LEVEL" help:"Level of bots for which no other one is chosen; the strongest if not given."`
	BotTime  time.Duration `default:"1s" placeholder:"TIME" help:"Time for a move of a bot."`

	Tables          int           `default:"10000" placeholder:"N" help:"Tables at one time."`
	MaxConnections  int           `default:"25000" placeholder:"N" help:"Connections at one time."`
	Save            string        `type:"path" placeholder:"DIR" help:"Keep games in this directory, one file each, so that the same command goes on with those that are not over."`
	Resume          []string      `type:"existingfile" placeholder:"FILE" help:"Open a table on the bare port with a saved game; may be repeated."`
	MoveTimeout     time.Duration `default:"0" placeholder:"TIME" help:"Part with a player who does not move for so long; 0 never."`
	ReconnectWindow time.Duration `default:"1m" placeholder:"TIME" help:"Keep the seat of a browser that has lost its connection for so long."`

	ListenTLSFlags `embed:""`
}

// Help returns the longer help text.
func (*dotsHostCmd) Help() string {
	return `Runs until it is interrupted. On the bare port the first one who connects gets seat 0 of a table, the second one seat 1, the third one seat 0 of the next table. When all tables are taken, clients of ggz4 look on and those of seed are turned away.

Examples:

  puzzlekit dots host --web 127.0.0.1:8080
  puzzlekit dots host --listen 127.0.0.1:5689 --ggz 127.0.0.1:5688
  puzzlekit dots host --listen 127.0.0.1:5689 --dialect ggz4 --opponent bot --save games`
}

// Run hosts until ctx ends.
func (c *dotsHostCmd) Run(ctx context.Context, env *Env) error {
	config, err := c.config(env)
	if err != nil {
		return err
	}
	dialect, err := dotswire.ParseDialect(c.Dialect)
	if err != nil {
		return usageErrorf("--dialect: %w", err)
	}
	hall, err := dotsnet.NewHall(config)
	if err != nil {
		return err
	}
	defer hall.Close()
	for _, file := range c.Resume {
		if err := hall.Resume(file); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	var open sync.WaitGroup
	defer open.Wait()
	defer stop(nil)
	count := 0
	build := readVersion()
	for _, d := range []door{
		{"--listen", c.Listen, func(l net.Listener) error { return hall.ServeBare(ctx, l, dialect) }},
		{"--ggz", c.GGZ, func(l net.Listener) error { return hall.ServeGGZ(ctx, l, c.Name) }},
		{"--web", c.Web, func(l net.Listener) error { return hall.ServePage(ctx, l, isLoopback(l.Addr())) }},
		{"--http-metrics", c.Metrics, func(l net.Listener) error {
			return hall.ServeMetrics(ctx, l, webui.Build{Version: build.Version, Commit: build.Commit}, isLoopback(l.Addr()))
		}},
	} {
		if d.addr == "" {
			continue
		}
		if d.flag != "--http-metrics" {
			count++
		}
		l, err := c.ListenTLSFlags.Listen(d.flag, d.addr)
		if err != nil {
			return err
		}
		env.Log.Info("listening", "addr", l.Addr(), "for", strings.TrimPrefix(d.flag, "--"))
		open.Go(func() {
			if err := d.serve(l); err != nil {
				stop(fmt.Errorf("%s %s: %w", d.flag, d.addr, err))
			}
		})
	}
	if c.GGZD {
		count++
		conn, err := openGGZD()
		if err != nil {
			return err
		}
		open.Go(func() { stop(cmp.Or(hall.ServeUnder(ctx, conn), errTableOver)) })
	}
	if count == 0 {
		return usageErrorf("nobody could come: expected --listen, --ggz, --web or --ggzd")
	}
	<-ctx.Done()
	switch err := context.Cause(ctx); {
	case errors.Is(err, errTableOver):
		return nil
	case errors.Is(err, context.Canceled) && c.Save != "":
		return fmt.Errorf("stopped; the games are kept in %s, and the same command goes on with them: %w", c.Save, err)
	default:
		return err
	}
}

// errTableOver means that a GGZ server needs this process no longer.
var errTableOver = errors.New("the table is over")

// openGGZD returns the socket to the GGZ server that has started this process.
func openGGZD() (*ggzd.Conn, error) {
	descriptor := cmp.Or(os.Getenv("GGZSOCKET"), "3")
	number, err := strconv.ParseUint(descriptor, 10, 31)
	if err != nil {
		return nil, usageErrorf("GGZSOCKET=%s: expected the number of a descriptor", descriptor)
	}
	return ggzd.Open(uintptr(number))
}

// door is a way in.
type door struct {
	flag, addr string
	serve      func(net.Listener) error // until the context ends
}

// config checks the flags.
func (c *dotsHostCmd) config(env *Env) (dotsnet.Config, error) {
	config := dotsnet.Config{
		Log: env.Log, Tables: c.Tables, MaxConnections: c.MaxConnections,
		Bot: c.Bot, BotTime: c.BotTime, Save: c.Save, Child: c.GGZD,
		MoveTimeout: c.MoveTimeout, ReconnectWindow: c.ReconnectWindow,
	}
	switch {
	case c.Tables < 1:
		return config, usageErrorf("--tables %d: expected at least 1", c.Tables)
	case c.MaxConnections < 1:
		return config, usageErrorf("--max-connections %d: expected at least 1", c.MaxConnections)
	case c.BotTime <= 0:
		return config, usageErrorf("--bot-time %v: expected more than 0", c.BotTime)
	case c.MoveTimeout < 0:
		return config, usageErrorf("--move-timeout %v: expected 0 or more", c.MoveTimeout)
	case c.ReconnectWindow <= 0:
		return config, usageErrorf("--reconnect-window %v: expected more than 0", c.ReconnectWindow)
	case c.Bot != "" && !slices.Contains(players.Levels, c.Bot):
		return config, usageErrorf("--bot %s: expected one of %s", c.Bot, strings.Join(players.Levels, ", "))
	case len(c.Names) != 2:
		return config, usageErrorf("--names %s: expected two names", strings.Join(c.Names, ","))
	}
	for i, name := range c.Names {
		if name == "" || len(name) > dotswire.MaxName {
			return config, usageErrorf("--names %q: expected 1 to %d bytes", name, dotswire.MaxName)
		}
		config.Names[i] = name
	}
	switch {
	case c.Opponent == "human":
	case c.Opponent == "bot" && c.Bot == "":
		config.Opponent = players.Levels[len(players.Levels)-1]
	case c.Opponent == "bot":
		config.Opponent = c.Bot
	case slices.Contains(players.Levels, c.Opponent):
		config.Opponent = c.Opponent
	default:
		return config, usageErrorf("--opponent %s: expected human, bot or one of %s", c.Opponent, strings.Join(players.Levels, ", "))
	}
	return config, nil
}
