package js_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/js"
)

func TestNames(t *testing.T) {
	camels := func(word string) []string {
		if word == "tool_use" {
			return []string{"toolUse"}
		}
		return nil
	}
	names := js.NewNamesAlso(camels, "id", "tool_calls", "tool_call_id", "tool_use")
	v := parse(t, `{"id":1,"tool_calls":"tool_use","to\u006fl_call_id":2,"toolUse":"toolU\u0073e","tool_callx":3,"":4,"id":5}`)
	var first, last [2]js.Ref
	if got := names.Read(v, last[:]); got != names.Set("id", "tool_calls", "tool_call_id", "tool_use").With(js.Other) {
		t.Errorf("got the members %b", got)
	}
	if got := names.ReadFirst(v, first[:]); !got.Outside(names.Set("id")) || got.Outside(^js.Set(0)) || got.Without(0).Has(0) {
		t.Errorf("got the members %b", got)
	}
	if v.At(first[0]).Raw() != "1" || v.At(last[0]).Raw() != "5" || v.At(0).Exists() {
		t.Errorf("got %s as the first id and %s as the last", v.At(first[0]).Raw(), v.At(last[0]).Raw())
	}
	for said, want := range map[js.Value]int{v.Get("tool_calls"): 3, v.Get("toolUse"): 3, v.Get("id"): js.Other, {}: js.Other} {
		if got := names.Of(said); got != want {
			t.Errorf("%s: got %d, want %d", said.Raw(), got, want)
		}
	}
	for e := range parse(t, `["id"]`).All() {
		if names.Key(e) != js.Other || names.Of(e) != 0 || names.Key(js.Value{}) != js.Other {
			t.Errorf("an element has the name %d and the word %d", names.Key(e), names.Of(e))
		}
	}
}

// TestTextsOfAllLengths puts what needs a look at every place of a text that is long
// enough to be read in blocks.
func TestTextsOfAllLengths(t *testing.T) {
	for n := range 600 {
		before, after := strings.Repeat("a", n), strings.Repeat("b", 600-n)
		for _, special := range []string{"", `\n`, `\"`, `\u00e9`, "é", `\ud83d`} {
			text := `"` + before + special + after + `"`
			if v := parse(t, text); v.Raw() != text || !strings.HasPrefix(v.Text(), before) || !strings.HasSuffix(v.Text(), after) {
				t.Fatalf("%q at %d: got %q", special, n, v.Text())
			}
		}
		for broken, offset := range map[string]int{"\t": 0, `\x`: 1, `\u1z`: 1, `" `: 2} {
			_, err := js.Parse([]byte(`"` + before + broken + after + `"`))
			var syntax *js.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset != 1+n+offset {
				t.Fatalf("%q at %d: got %v", broken, n, err)
			}
		}
	}
}

func TestAlphabet(t *testing.T) {
	digits := js.AlphabetOf("0123456789")
	for n := range 40 {
		text := strings.Repeat("7", n)
		if !digits.Only(text) || digits.Only(text+"x") || digits.Only("x"+text) || digits.Only(text+"é"+text) {
			t.Errorf("wrong for %d digits", n)
		}
	}
}
