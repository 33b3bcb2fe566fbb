package commands

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"puzzlekit/commands/dotsnet"
	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/players"
	"puzzlekit/internal/dotswire"
)

// dotsPlayCmd is a client in a terminal.
type dotsPlayCmd struct {
	Connect  string        `required:"" placeholder:"ADDR" help:"Address of the server, host:port."`
	Dialect  string        `default:"seed" enum:"seed,ggz4" help:"Language of the server."`
	As       string        `placeholder:"LEVEL" help:"Let a computer player of this level choose the moves."`
	MoveTime time.Duration `default:"1s" placeholder:"TIME" help:"Time for a move of the computer player."`
	Games    int           `default:"1" placeholder:"N" help:"Games to play before leaving; 0 asks after each."`

	SizeFlags    `embed:""`
	DialTLSFlags `embed:""`
}

// Help returns the longer help text.
func (*dotsPlayCmd) Help() string {
	return `Shows the board after every move and reads yours from standard input, one a line: h 1 2 draws the line from dot (1,2) to the right, v 1 2 the one down from there. s shows the board again, q leaves. The size is for those who are asked for it.

Example:

  puzzlekit dots play --connect 127.0.0.1:5689 --size 4x4`
}

// Run plays until the games are over or somebody leaves.
func (c *dotsPlayCmd) Run(ctx context.Context, env *Env) error {
	client := &dotsClient{cmd: c, env: env, view: dotsnet.NewView()}
	var err error
	if client.size, err = c.size(); err != nil {
		return err
	}
	if client.dialect, err = dotswire.ParseDialect(c.Dialect); err != nil {
		return usageErrorf("--dialect: %w", err)
	}
	switch {
	case c.Games < 0:
		return usageErrorf("--games %d: expected 0 or more", c.Games)
	case c.As == "":
	case !slices.Contains(players.Levels, c.As):
		return usageErrorf("--as %s: expected one of %s", c.As, strings.Join(players.Levels, ", "))
	default:
		if client.player, err = players.New(c.As, players.Options{}); err != nil {
			return err
		}
	}
	dial, err := c.dialer(c.Connect)
	if err != nil {
		return err
	}
	if client.conn, err = dial(ctx); err != nil {
		return err
	}
	defer func() { _ = client.conn.Close() }() // the game is over
	return client.play(ctx)
}

// dotsClient is a game in a terminal.
type dotsClient struct {
	cmd     *dotsPlayCmd
	env     *Env
	size    dots.Size
	dialect dotswire.Dialect
	player  players.Player // nil for a human
	conn    net.Conn
	view    *dotsnet.View
	games   int
	asking  bool // whether there is to be another game
}

// heard is what the server says, or why it does not.
type heard struct {
	message dotswire.ServerMessage
	err     error
}

func (c *dotsClient) play(ctx context.Context) error {
	said := make(chan heard)
	input := make(chan string)
	gone := make(chan struct{})
	defer close(gone)
	go func() {
		r := dotswire.NewReader(c.conn, c.dialect)
		for {
			m, err := r.Server()
			select {
			case said <- heard{m, err}:
			case <-gone:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	if c.player == nil {
		go func() {
			defer close(input)
			for lines := bufio.NewScanner(c.env.Stdin); lines.Scan(); {
				select {
				case input <- strings.ToLower(strings.TrimSpace(lines.Text())):
				case <-gone:
					return
				}
			}
		}()
	}
	for {
		// What is typed waits until it is wanted.
		var wanted <-chan string
		if c.view.MayMove || c.asking {
			wanted = input
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case h := <-said:
			if errors.Is(h.err, io.EOF) {
				return fmt.Errorf("%s closed the connection", c.cmd.Connect)
			}
			if h.err != nil {
				return fmt.Errorf("%s: %w", c.cmd.Connect, h.err)
			}
			if done, err := c.hear(ctx, h.message); done || err != nil {
				return err
			}
		case line, ok := <-wanted:
			if !ok || line == "q" {
				return nil
			}
			if done, err := c.typed(line); done || err != nil {
				return err
			}
		}
	}
}

// hear shows what the server says and answers it. It returns true when the last
// game is over.
func (c *dotsClient) hear(ctx context.Context, m dotswire.ServerMessage) (done bool, err error) {
	if news := c.view.Apply(m); news != "" {
		c.print(news + "\n")
	}
	switch m.(type) {
	case dotswire.Options, dotswire.Move, dotswire.MoveResult, dotswire.Sync:
		c.print(c.view.String())
	}
	switch {
	case c.view.Over && !c.asking:
		c.games++
		if c.cmd.Games > 0 {
			if c.games == c.cmd.Games {
				return true, nil
			}
			return false, c.again()
		}
		c.asking = true
		c.print("Another game? y or n\n")
	case c.view.Asked:
		c.view.Asked = false
		return false, c.send(dotswire.SendOptions{Width: uint8(c.size.Width), Height: uint8(c.size.Height)})
	case c.view.MayMove && c.player != nil:
		return false, c.choose(ctx)
	case c.view.MayMove:
		if _, asked := m.(dotswire.RequestMove); asked {
			c.print("Your move: h X Y or v X Y\n")
		}
	}
	return false, nil
}

// choose lets the computer player move.
func (c *dotsClient) choose(ctx context.Context) error {
	position, err := c.view.Position()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.cmd.MoveTime)
	defer cancel()
	line, err := c.player.Move(ctx, position)
	if err != nil {
		return err
	}
	return c.send(c.view.Send(line))
}

// typed does what somebody has typed.
func (c *dotsClient) typed(line string) (done bool, err error) {
	if c.asking {
		c.asking = false
		if !strings.HasPrefix(line, "y") {
			return true, nil
		}
		return false, c.again()
	}
	if line == "s" {
		c.print(c.view.String())
		return false, nil
	}
	move, err := parseMove(line)
	if err != nil {
		fmt.Fprintln(c.env.Stdout, err) // and there is another try
		return false, nil
	}
	return false, c.send(c.view.Send(move))
}

// parseMove reads "h 1 2", or a line as it is written elsewhere.
func parseMove(text string) (dots.Line, error) {
	words := strings.Fields(text)
	if len(words) == 3 {
		text = words[0] + words[1] + "," + words[2]
	}
	line, err := dots.ParseLine(text)
	if err == nil && (line.X > 255 || line.Y > 255) { // what the language has no bytes for
		err = fmt.Errorf("%s: expected numbers up to 255", text)
	}
	return line, err
}

func (c *dotsClient) again() error {
	c.view.Over = false
	return c.send(dotswire.RequestNewGame{})
}

func (c *dotsClient) send(m dotswire.ClientMessage) error {
	_, err := c.conn.Write(dotswire.AppendClient(nil, m))
	return err
}

func (c *dotsClient) print(text string) { fmt.Fprint(c.env.Stdout, text) }
