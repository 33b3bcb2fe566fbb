//go:build unix

package ggzd

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
)

// Conn is the socket between a GGZ server and a game. Reading is for one
// goroutine at a time.
type Conn struct {
	*net.UnixConn
	files []*os.File
}

// Open returns the socket on a file descriptor.
func Open(descriptor uintptr) (*Conn, error) {
	f := os.NewFile(descriptor, "ggzd")
	if f == nil {
		return nil, fmt.Errorf("ggzd: descriptor %d is not open", descriptor)
	}
	defer func() { _ = f.Close() }() // the connection has a copy
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("ggzd: descriptor %d: %w", descriptor, err)
	}
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("ggzd: descriptor %d is a %s socket, expected a local one", descriptor, conn.LocalAddr().Network()), conn.Close())
	}
	return &Conn{UnixConn: socket}, nil
}

// maxFiles is how many descriptors may come with one read. The kernel ends a read
// behind the bytes that carry some, and each message carries one.
const maxFiles = 4

// Read reads bytes, and keeps the descriptors that come with them.
func (c *Conn) Read(p []byte) (int, error) {
	control := make([]byte, syscall.CmsgSpace(maxFiles*4))
	n, controls, _, _, err := c.ReadMsgUnix(p, control)
	switch {
	case errors.Is(err, io.EOF):
		return n, io.EOF
	case err != nil:
		return n, err
	}
	messages, err := syscall.ParseSocketControlMessage(control[:controls])
	if err != nil {
		return n, fmt.Errorf("ggzd: control message: %w", err)
	}
	for i := range messages {
		descriptors, err := syscall.ParseUnixRights(&messages[i])
		if err != nil {
			return n, fmt.Errorf("ggzd: control message: %w", err)
		}
		for _, d := range descriptors {
			syscall.CloseOnExec(d)
			c.files = append(c.files, os.NewFile(uintptr(d), "client"))
		}
	}
	return n, nil
}

// File is Stream's.
func (c *Conn) File() (*os.File, error) {
	if len(c.files) == 0 {
		return nil, errors.New("a player without a descriptor")
	}
	f := c.files[0]
	c.files = c.files[1:]
	return f, nil
}

// SendFile writes one byte that carries a descriptor, as GGZ does.
func (c *Conn) SendFile(f *os.File) error {
	_, _, err := c.WriteMsgUnix([]byte{0}, syscall.UnixRights(int(f.Fd())), nil)
	return err
}
