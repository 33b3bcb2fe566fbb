package fcc

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/bits"
)

// Fingerprint says for each card whether it is home, loose or on a foundation.
// A card is the bit (rank−1)·4+suit, suits in the order hearts, clubs, diamonds,
// spades. A card in neither set is home. The sets have no card in common.
type Fingerprint struct {
	Loose, Founded uint64
}

// FingerprintBytes is the length of a fingerprint as bytes.
const FingerprintBytes = 13

const (
	cards   = 52
	allBits = 1<<cards - 1
)

// text64 is the Modified Base64 of fingerprints and moves: / is written _.
var text64 = base64.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_").Strict()

// Solved is the fingerprint of the solved state.
var Solved = Fingerprint{Founded: allBits}

// Depth is the sum of the digits.
func (f Fingerprint) Depth() int {
	return bits.OnesCount64(f.Loose) + 2*bits.OnesCount64(f.Founded)
}

// Bytes returns the fingerprint as 13 bytes, one for each rank from the ace up,
// with two bits for each suit, hearts in the lowest.
func (f Fingerprint) Bytes() [FingerprintBytes]byte {
	var b [FingerprintBytes]byte
	for i := range b {
		b[i] = spread(f.Loose>>(4*i)) | spread(f.Founded>>(4*i))<<1
	}
	return b
}

// spread puts the four low bits at the even places.
func spread(x uint64) byte {
	return byte(x&1 | x&2<<1 | x&4<<2 | x&8<<3)
}

// FingerprintOf reads what [Fingerprint.Bytes] wrote.
func FingerprintOf(b []byte) (Fingerprint, error) {
	var f Fingerprint
	if len(b) != FingerprintBytes {
		return f, fmt.Errorf("fcc: a fingerprint of %d bytes, expected %d", len(b), FingerprintBytes)
	}
	for card := range cards {
		switch b[card/4] >> (card % 4 * 2) & 3 {
		case 1:
			f.Loose |= 1 << card
		case 2:
			f.Founded |= 1 << card
		case 3:
			return f, fmt.Errorf("fcc: digit 3 for %v, expected 0 (home), 1 (loose) or 2 (on a foundation)", cardOf(card))
		}
	}
	return f, nil
}

// String returns the fingerprint as 20 characters of Modified Base64.
func (f Fingerprint) String() string {
	b := f.Bytes()
	return text64.EncodeToString(b[:])
}

// ParseFingerprint reads what [Fingerprint.String] wrote.
func ParseFingerprint(text string) (Fingerprint, error) {
	b, err := text64.DecodeString(text)
	if err != nil {
		return Fingerprint{}, fmt.Errorf("fcc: fingerprint %q: %w, expected 20 characters of Base64 with _ for /", text, err)
	}
	f, err := FingerprintOf(b)
	if err != nil {
		return f, fmt.Errorf("%w in %q", err, text)
	}
	return f, nil
}

// Compare orders fingerprints by their bytes.
func (f Fingerprint) Compare(g Fingerprint) int {
	a, b := f.Bytes(), g.Bytes()
	return bytes.Compare(a[:], b[:])
}
