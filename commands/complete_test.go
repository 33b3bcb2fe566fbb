package commands

import (
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	p := &probe{}
	parser, err := newParser(&globals{}, p.commands(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ typed, want string }{
		{"", "group probe"},
		{"pr", "probe"},
		{"x", ""},
		{"group ", "sub"},
		{"group s", "sub"},
		{"--log-level warn gr", "group"},            // the value is no command
		{"--log-level group pr", "probe"},           // even if it is spelled like one
		{"--json gr", "group"},                      // a flag without a value
		{"probe --mo", "--mode"},                    //
		{"probe --mode ", "deep wide"},              //
		{"probe --mode w", "wide"},                  //
		{"probe --mode=w", "--mode=wide"},           // as zsh and fish see it
		{"probe --mode = w", "wide"},                // as bash sees it
		{"probe --mode =", "deep wide"},             //
		{"probe --mode = wide --cy", "--cycle-len"}, //
		{"probe --cycle-len ", ""},                  // free text
		{"probe --cycle-len=", ""},                  //
		{"probe --s", "--scan"},                     // not the hidden --secret
		{"probe --log", "--log-level"},              // global flags, too
		{"probe --nothing=", ""},                    //
		{"group sub --d", "--depth"},
	}
	for _, tt := range tests {
		var got []string
		for _, word := range complete(parser.Model.Node, strings.Split(tt.typed, " ")) {
			got = append(got, word.text)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("after %q: %q, want %q", tt.typed, got, tt.want)
		}
	}
	if got := complete(parser.Model.Node, nil); len(got) != 2 {
		t.Errorf("without words: %v", got)
	}
}
