package commands

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"
)

// ListenTLSFlags say how a server protects its connections. A command that
// listens embeds them in its struct.
type ListenTLSFlags struct {
	TLSCert     string `name:"tls-cert" type:"existingfile" placeholder:"FILE" help:"Certificate of this server, in PEM; turns TLS on."`
	TLSKey      string `name:"tls-key" type:"existingfile" placeholder:"FILE" help:"Private key of the certificate."`
	TLSClientCA string `name:"tls-client-ca" type:"existingfile" placeholder:"FILE" help:"Only clients with a certificate of this authority may connect."`
	Insecure    bool   `help:"Allow other machines to connect without a client certificate."`
}

// Listen listens on addr, with TLS when a certificate is given. An address that
// other machines can reach is a usage error unless clients need certificates or
// --insecure is given.
func (f *ListenTLSFlags) Listen(flag, addr string) (net.Listener, error) {
	config, err := f.config()
	if err != nil {
		return nil, err
	}
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, usageErrorf("%s %s: %w", flag, addr, err)
	}
	if !tcp.IP.IsLoopback() && f.TLSClientCA == "" && !f.Insecure {
		return nil, usageErrorf("%s %s: other machines could connect: expected --tls-client-ca, or --insecure to allow all of them", flag, addr)
	}
	l, err := net.ListenTCP("tcp", tcp)
	if err != nil {
		return nil, err
	}
	if config == nil {
		return l, nil
	}
	return tls.NewListener(l, config), nil
}

// config returns nil when there is to be no TLS.
func (f *ListenTLSFlags) config() (*tls.Config, error) {
	if f.TLSCert == "" && f.TLSKey == "" {
		if f.TLSClientCA != "" {
			return nil, usageErrorf("--tls-client-ca: expected --tls-cert and --tls-key too")
		}
		return nil, nil
	}
	cert, err := keyPair(f.TLSCert, f.TLSKey)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	if f.TLSClientCA != "" {
		config.ClientAuth = tls.RequireAndVerifyClientCert
		config.ClientCAs, err = certPool(f.TLSClientCA)
	}
	return config, err
}

// DialTLSFlags say how a client protects its connections.
type DialTLSFlags struct {
	TLS           bool   `name:"tls" help:"Connect with TLS; implied by the other TLS flags."`
	TLSCA         string `name:"tls-ca" type:"existingfile" placeholder:"FILE" help:"Authority of the server's certificate, in PEM, instead of those that the system trusts."`
	TLSCert       string `name:"tls-cert" type:"existingfile" placeholder:"FILE" help:"Certificate of this client."`
	TLSKey        string `name:"tls-key" type:"existingfile" placeholder:"FILE" help:"Private key of the certificate."`
	TLSServerName string `name:"tls-server-name" placeholder:"NAME" help:"Name in the server's certificate, if it is not the host that is connected to."`
}

// config returns nil when there is to be no TLS.
func (f *DialTLSFlags) config(addr string) (*tls.Config, error) {
	if *f == (DialTLSFlags{}) {
		return nil, nil
	}
	config := &tls.Config{ServerName: f.TLSServerName, MinVersion: tls.VersionTLS12}
	if f.TLSServerName == "" {
		host, _, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, usageErrorf("%w", err)
		}
		config.ServerName = host
	}
	var err error
	if f.TLSCA != "" {
		if config.RootCAs, err = certPool(f.TLSCA); err != nil {
			return nil, err
		}
	}
	if f.TLSCert != "" || f.TLSKey != "" {
		var cert tls.Certificate
		cert, err = keyPair(f.TLSCert, f.TLSKey)
		config.Certificates = []tls.Certificate{cert}
	}
	return config, err
}

// dialer returns the function that connects to addr, which is the value of
// --connect.
func (f *DialTLSFlags) dialer(addr string) (func(context.Context) (net.Conn, error), error) {
	config, err := f.config(addr)
	if err != nil {
		return nil, err
	}
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, usageErrorf("--connect: %w", err)
	}
	plain := &net.Dialer{Timeout: 10 * time.Second}
	if config == nil {
		return func(ctx context.Context) (net.Conn, error) { return plain.DialContext(ctx, "tcp", addr) }, nil
	}
	secure := &tls.Dialer{NetDialer: plain, Config: config}
	return func(ctx context.Context) (net.Conn, error) { return secure.DialContext(ctx, "tcp", addr) }, nil
}

func keyPair(cert, key string) (tls.Certificate, error) {
	if cert == "" || key == "" {
		return tls.Certificate{}, usageErrorf("expected both of --tls-cert and --tls-key")
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return pair, fmt.Errorf("--tls-cert %s, --tls-key %s: %w", cert, key, err)
	}
	return pair, nil
}

func certPool(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: expected certificates in PEM", file)
	}
	return pool, nil
}

// addressTaken tells whether listening failed because somebody else listens.
func addressTaken(err error) bool { return errors.Is(err, syscall.EADDRINUSE) }

// isLoopback tells whether only this machine reaches addr.
func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
