package dotsnet

import (
	"testing"

	"go.uber.org/goleak"
)

// Nothing may go on running when the tests are over. The browser is closed by its
// context, and what reads its pipe ends a moment later.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}
