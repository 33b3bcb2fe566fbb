package ggzxml

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// read returns all elements of a text and the error after them.
func read(text string) (all []Element, rest string, err error) {
	in := bufio.NewReader(iotest.OneByteReader(strings.NewReader(text)))
	r := NewReader(in)
	for {
		e, err := r.Next()
		if err != nil {
			left, _ := io.ReadAll(in)
			return all, string(left), err
		}
		all = append(all, e)
	}
}

// What an original client says, and how.
func TestClient(t *testing.T) {
	got, rest, err := read("<?xml version='1.0' encoding='UTF-8'?>\n<SESSION>\n" +
		"<LANGUAGE>C.UTF-8</LANGUAGE>\n<LOGIN TYPE='guest'>\n<NAME>alice</NAME>\n</LOGIN>\n" +
		"<LIST TYPE='room' FULL='true'/>\n<chat type=\"normal\">5 &lt; 6 &#x26; <![CDATA[a<b]]></chat><PONG/>" +
		"<CHANNEL ID='alice' />\n</SESSION>\n\x00\x00\x00\x02")
	want := []Element{
		E("LANGUAGE").Saying("C.UTF-8"),
		E("LOGIN", "TYPE", "guest").With(E("NAME").Saying("alice")),
		E("LIST", "TYPE", "room", "FULL", "true"),
		E("CHAT", "TYPE", "normal").Saying("5 < 6 & a<b"),
		E("PONG"),
		E("CHANNEL", "ID", "alice"),
	}
	if diff := cmp.Diff(want, got); diff != "" || !errors.Is(err, ErrEnd) {
		t.Errorf("%v %s", err, diff)
	}
	if rest != "\n\x00\x00\x00\x02" {
		t.Errorf("%q is left", rest)
	}
	if name := got[1].Child("NAME").Text; name != "alice" || got[0].Child("NAME").Text != "" || got[0].Attr("ID") != "" {
		t.Errorf("the name is %q", name)
	}
}

// What a server says, byte for byte as the original one does.
func TestAppend(t *testing.T) {
	table := E("TABLE", "ID", "1", "SEATS", "2").With(E("DESC").Saying("Fun & games"), E("SEAT", "NUM", "0", "TYPE", "player").Saying("alice"), E("SEAT", "NUM", "1", "TYPE", "open"))
	motd := E("MOTD", "PRIORITY", "normal", "URL", "").Saying("a ]]> b")
	motd.CDATA = true
	tests := []struct {
		e    Element
		want string
	}{
		{E("PING"), "<PING/>\n"},
		{E("RESULT", "ACTION", "login", "CODE", "ok"), "<RESULT ACTION='login' CODE='ok'/>\n"},
		{E("UPDATE", "TYPE", "table").With(table), "<UPDATE TYPE='table'>\n<TABLE ID='1' SEATS='2'>\n<DESC>Fun &amp; games</DESC>\n<SEAT NUM='0' TYPE='player'>alice</SEAT>\n<SEAT NUM='1' TYPE='open'/>\n</TABLE>\n</UPDATE>\n"},
		{E("PLAYER", "ID", `<'">`), "<PLAYER ID='&lt;&apos;&quot;&gt;'/>\n"},
		{motd, "<MOTD PRIORITY='normal' URL=''><![CDATA[a ]]]]><![CDATA[> b]]></MOTD>\n"},
	}
	for _, tt := range tests {
		if got := string(Append(nil, tt.e)); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestRefused(t *testing.T) {
	begin := "<SESSION>"
	tests := []struct{ name, text, says string }{
		{"another root", "<html></html>", "begins with <html>"},
		{"no XML", "GET / HTTP/1.1\r\n\r\n", "element has more than|text between|EOF"},
		{"text", begin + "hello<PING/>", "text between elements"},
		{"not closed", begin + "<A></B>", "closed by"},
		{"no quotes", begin + "<A B=c/>", "quoted"},
		{"entities", "<!DOCTYPE s [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>" + begin + "<A>&b;</A>", "<!DOCTYPE"},
		{"entity from elsewhere", "<!DOCTYPE s SYSTEM 'file:///etc/passwd'>" + begin, "<!DOCTYPE"},
		{"unknown entity", begin + "<A>&bomb;</A>", "invalid character entity"},
		{"long", begin + "<A>" + strings.Repeat("a", maxBytes), "more than 16384 bytes"},
		{"long attribute", begin + "<A B='" + strings.Repeat("a", maxBytes), "more than 16384 bytes"},
		{"long name", begin + "<" + strings.Repeat("a", maxBytes), "more than 16384 bytes"},
		{"endless blanks", begin + strings.Repeat(" ", maxBytes+1), "more than 16384 bytes"},
		{"long comment", begin + "<!--" + strings.Repeat("a", maxBytes), "more than 16384 bytes"},
		{"deep", begin + strings.Repeat("<A>", maxDepth+1), "9 deep"},
		{"many", begin + "<A>" + strings.Repeat("<B/>", maxChildren+1), "more than 64 elements"},
		{"encoding", "<?xml version='1.0' encoding='ISO-8859-1'?>" + begin, "ISO-8859-1"},
		{"not UTF-8", begin + "<A>\xff</A>", "invalid UTF-8"},
		{"NUL", begin + "<A>\x00</A>", "illegal character"},
	}
	for _, tt := range tests {
		_, _, err := read(tt.text)
		if tt.name == "no XML" {
			if err == nil || errors.Is(err, ErrEnd) {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.says)
		}
	}
	for _, text := range []string{"", begin, begin + "<A", begin + "<A><B>", begin + "<A>text"} {
		if _, _, err := read(text); !errors.Is(err, io.EOF) {
			t.Errorf("%q: got %v, want EOF", text, err)
		}
	}
	broken := errors.New("connection reset")
	r := NewReader(bufio.NewReader(io.MultiReader(strings.NewReader(begin+"<A>"), iotest.ErrReader(broken))))
	if _, err := r.Next(); !errors.Is(err, broken) || errors.Is(err, ErrSyntax) {
		t.Errorf("got %v", err)
	}
}

// Whatever texts are in it, an element is read as it was written.
func TestRoundTrip(t *testing.T) {
	word := rapid.StringMatching(`[A-Z][A-Z0-9]{0,9}`)
	text := rapid.StringMatching(`[!-~äß€😀]([ -~äß€😀\n]{0,40}[!-~])?`)
	rapid.Check(t, func(t *rapid.T) {
		e := E(word.Draw(t, "name"), "A", text.Draw(t, "value"), "B", text.Draw(t, "value"))
		if rapid.Bool().Draw(t, "children") {
			for range rapid.IntRange(1, 4).Draw(t, "n") {
				e = e.With(E(word.Draw(t, "child")).Saying(text.Draw(t, "text")))
			}
		} else {
			e.Text = text.Draw(t, "text")
		}
		got, _, err := read(Begin + string(Append(nil, e)) + End)
		e.Attrs[0].Value = strings.ReplaceAll(e.Attrs[0].Value, "\r", "\n")
		if diff := cmp.Diff([]Element{e}, got); diff != "" || !errors.Is(err, ErrEnd) {
			t.Errorf("%v %s", err, diff)
		}
	})
}

// Nothing makes a Reader fail in another way, or take more than its bounds allow,
// and what it has read can be written and read again.
func FuzzReader(f *testing.F) {
	f.Add([]byte(Begin + "<LOGIN TYPE='guest'>\n<NAME>alice</NAME>\n</LOGIN>\n" + End))
	f.Add([]byte(Begin + "<LAUNCH><TABLE GAME='0' SEATS='2'><DESC>a&amp;b</DESC><SEAT NUM='0' TYPE='open'/></TABLE></LAUNCH>"))
	f.Add([]byte("<!DOCTYPE s [<!ENTITY a 'aaaa'>]><SESSION><A>&a;</A>"))
	f.Fuzz(func(t *testing.T, b []byte) {
		all, _, err := read(string(b))
		if err == nil {
			t.Fatal("no end")
		}
		text := []byte(Begin)
		for _, e := range all {
			text = Append(text, e)
		}
		again, _, err := read(string(text) + End)
		if len(again) == 0 && len(all) > 0 {
			t.Errorf("%q was written as %q: %v", b, text, err)
		}
	})
}
