package commands

import (
	"strings"
	"testing"
)

func TestManPage(t *testing.T) {
	p := &probe{}
	parser, err := newParser(&globals{}, p.commands(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	page := manPage(parser.Model)
	for _, want := range []string{
		".TH PUZZLEKIT 1 \"\" ",
		"\n.SS puzzlekit probe [<arg>]\nProbe.\n",
		"\n.TP\n.B \\-\\-cycle\\-len=N\nNumber (default 1000, $PUZZLEKIT_PROBE_CYCLE_LEN).\n",
		"\n.SS puzzlekit group sub\n",
		"\n.RS 4\n.nf\nlog\\-level = \\(dqwarn\\(dq\n\n[serve]\ncycle\\-len = 1000\n\n.fi\n.RE\n", // from the text of globals
		"\n.TP\n.B 130\ninterrupted\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "secret") {
		t.Errorf("the page shows a hidden flag:\n%s", page)
	}
}

func TestRoff(t *testing.T) {
	tests := []struct{ text, want string }{
		{"plain", "plain"},
		{"--deal", `\-\-deal`},
		{".fi", `\&.fi`},
		{"'tis", `\&'tis`},
		{`a\b`, `a\eb`},
	}
	for _, tt := range tests {
		if got := roff(tt.text); got != tt.want {
			t.Errorf("roff(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}
