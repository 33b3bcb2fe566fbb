//go:build !unix

package ggzd

import (
	"errors"
	"net"
	"os"
)

// Conn is the socket between a GGZ server and a game. There is none here: GGZ
// servers pass descriptors, which this system has no word for.
type Conn struct{ net.Conn }

// Open fails.
func Open(uintptr) (*Conn, error) { return nil, errors.New("ggzd: not on this system") }

// File fails.
func (*Conn) File() (*os.File, error) { return nil, errors.ErrUnsupported }
