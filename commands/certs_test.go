package commands

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// writeCerts writes an authority and the certificates that it has signed, and
// another authority's, to a directory:
//
//	ca.pem
//	server.pem server.key        for 127.0.0.1 and the name puzzles.example
//	client.pem client.key
//	stranger-ca.pem
//	stranger.pem stranger.key    signed by stranger-ca
func writeCerts(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	ca, err := newAuthority(dir, "ca")
	if err != nil {
		return err
	}
	strangers, err := newAuthority(dir, "stranger-ca")
	if err != nil {
		return err
	}
	for name, by := range map[string]*authority{"server": ca, "client": ca, "stranger": strangers} {
		if err := by.issue(dir, name); err != nil {
			return err
		}
	}
	return nil
}

// authority signs certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority makes an authority and writes its certificate.
func newAuthority(dir, name string) (*authority, error) {
	a := &authority{}
	cert := template(name)
	cert.IsCA, cert.BasicConstraintsValid, cert.KeyUsage = true, true, x509.KeyUsageCertSign
	a.cert = cert
	return a, a.sign(dir, name, cert, func(key *ecdsa.PrivateKey) { a.key = key })
}

// issue writes a certificate that the authority has signed, and its key.
func (a *authority) issue(dir, name string) error {
	cert := template(name)
	cert.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	cert.IPAddresses, cert.DNSNames = []net.IP{net.IPv4(127, 0, 0, 1)}, []string{"puzzles.example"}
	return a.sign(dir, name, cert, func(*ecdsa.PrivateKey) {})
}

// sign makes a key, passes it to use, and writes it with its certificate.
func (a *authority) sign(dir, name string, cert *x509.Certificate, use func(*ecdsa.PrivateKey)) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	use(key)
	der, err := x509.CreateCertificate(rand.Reader, cert, a.cert, &key.PublicKey, a.key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	if err := writePEM(filepath.Join(dir, name+".pem"), "CERTIFICATE", der); err != nil {
		return err
	}
	return writePEM(filepath.Join(dir, name+".key"), "EC PRIVATE KEY", secret)
}

func template(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
	}
}

func writePEM(file, kind string, data []byte) error {
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600)
}

func scriptCerts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: certs DIR")
	}
	ts.Check(writeCerts(ts.MkAbs(args[0])))
}
