package js_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/js"
)

func parse(t *testing.T, text string) js.Value {
	t.Helper()
	v, err := js.Parse([]byte(text))
	if err != nil {
		t.Fatalf("parse %s: %v", text, err)
	}
	return v
}

// Each row is what JSON.stringify(JSON.parse(text)) gives in Node.
func TestStringify(t *testing.T) {
	for text, want := range map[string]string{
		` { "a" : [ 1 , null , true , false ] } `:                     `{"a":[1,null,true,false]}`,
		`{"b":1,"10":2,"2":3,"a":4,"02":5,"-1":6}`:                    `{"2":3,"10":2,"b":1,"a":4,"02":5,"-1":6}`,
		`{"4294967294":1,"4294967295":2,"0":3}`:                       `{"0":3,"4294967294":1,"4294967295":2}`,
		`{"a":1,"b":2,"a":3}`:                                         `{"a":3,"b":2}`,
		`{"\u0061":1,"a":2}`:                                          `{"a":2}`,
		`[12345678901234567890, 1e400, -1e400, -0, 1.50, 1E3]`:        `[12345678901234567000,null,null,0,1.5,1000]`,
		`[1e21, 1e-7, 123456789012345680000, 0.000001, 1.5e-10]`:      `[1e+21,1e-7,123456789012345680000,0.000001,1.5e-10]`,
		`["\u00e9\/\u0008\u001f\u007f\u2028","<&>"]`:                  "[\"é/\\b\\u001f\x7f\u2028\",\"<&>\"]",
		`["\ud83d\ude00","\ud83d","\ude00\ud83d","\ud83dx","\uD83D"]`: `["😀","\ud83d","\ude00\ud83d","\ud83dx","\ud83d"]`,
		"\"a\xe2\x82b\xffc\xed\xa0\x80\"":                             "\"a\uFFFDb\uFFFDc\uFFFD\uFFFD\uFFFD\"",
		`"\"\\\t"`:                                                    `"\"\\\t"`,
		`{"":{}}`:                                                     `{"":{}}`,
	} {
		if got := string(parse(t, text).JSON()); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestRefusesWhatIsNoJSON(t *testing.T) {
	for text, offset := range map[string]int{
		``: 0, ` `: 1, `{`: 1, `[1,]`: 3, `{"a":1,}`: 7, `{a:1}`: 1, `01`: 1, `1.`: 2, `-`: 1, `+1`: 0, `.5`: 0,
		`"`: 1, "\"\t\"": 1, `"\x"`: 2, `"\u12g4"`: 2, `tru`: 0, `[1 2]`: 3, `{} {}`: 3, "\ufeff{}": 0, `[}`: 1, `'a'`: 0, `NaN`: 0,
	} {
		_, err := js.Parse([]byte(text))
		var syntax *js.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: got %v, want a syntax error", text, err)
			continue
		}
		if syntax.Offset != offset {
			t.Errorf("%q: got offset %d, want %d", text, syntax.Offset, offset)
		}
	}
}

func TestDepthIsNoLimit(t *testing.T) {
	deep := strings.Repeat("[", 1e6) + strings.Repeat("]", 1e6)
	if v := parse(t, deep); v.Kind() != js.Array {
		t.Errorf("got %v", v.Kind())
	}
}

func TestPlaces(t *testing.T) {
	v := parse(t, `{"a/b":[0,{"c~":[true,"x"]}],"k":1,"k":2}`)
	x := js.Value{}
	for e := range v.Get("a/b").All() {
		for l := range e.Get("c~").All() {
			x = l
		}
	}
	if got := x.Pointer(); got != "/a~1b/1/c~0/1" {
		t.Errorf("got pointer %s", got)
	}
	if got := x.Indexes(); !slices.Equal(got, []int{1, 1}) {
		t.Errorf("got indexes %v", got)
	}
	if got := v.Get("k").Raw(); got != "2" {
		t.Errorf("got k %s, want the last one", got)
	}
	if v.Get("none").Get("none").Exists() || v.Len() != 3 || v.Get("a/b").Len() != 2 || x.Text() != "x" {
		t.Errorf("got %v", v)
	}
}

func TestLone(t *testing.T) {
	v := parse(t, `{"a":"\ud83d\ude00","\udc00":["\\ud83d","\ud83d\ud83d\ude00"]}`)
	var got []string
	for at, offset := range v.Lone() {
		got = append(got, fmt.Sprint(at.Pointer(), "@", offset))
	}
	if want := []string{"/\xed\xb0\x80@21", "/\xed\xb0\x80/1@41"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTexts(t *testing.T) {
	lone := parse(t, `"a\ud83db\ude00\ud83d\ude00"`).Text()
	if got := js.Sanitize(lone); got != "ab😀" {
		t.Errorf("got %q", got)
	}
	if got := js.FromUnits(js.Units(lone)); got != lone || len(js.Units(lone)) != 6 {
		t.Errorf("got %q of %d units, want %q of 6", got, len(js.Units(lone)), lone)
	}
	if got := js.FromUnits(js.Units("é😀")[:2]); string(js.Quoted(got)) != `"é\ud83d"` {
		t.Errorf("got %s", js.Quoted(got))
	}
	for text, blank := range map[string]bool{
		"": true, " \t\r\n\v\f\u00a0\ufeff\u2028\u3000": true, "\u0085": false, "\u200b": false, " x ": false,
	} {
		if js.Blank(text) != blank {
			t.Errorf("%q: got %v", text, !blank)
		}
	}
}

func TestDisplay(t *testing.T) {
	for text, want := range map[string]string{
		`[1,[null,"a"],{}]`: "1,,a,[object Object]", `1e400`: "Infinity", `-1e400`: "-Infinity", `null`: "null", `"a"`: "a",
	} {
		if got := parse(t, text).Display(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// The standard library is the oracle of what is JSON, and reading twice changes
// nothing.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+3,"x\u00e9\ud83d",true,null],"1":{}}`, `"\u12`, `[[[`, `{"a":1,"a":2}`, "\"\x80\"", `1e`, ` 0 `,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := js.Parse(text)
		if json.Valid(text) != (err == nil) {
			t.Fatalf("%q: got %v, encoding/json says %v", text, err, json.Valid(text))
		}
		if err != nil {
			return
		}
		once := v.JSON()
		again, err := js.Parse(once)
		if err != nil {
			t.Fatalf("%q: wrote %q, which is no JSON", text, once)
		}
		if twice := again.JSON(); string(twice) != string(once) {
			t.Fatalf("%q: wrote %q, then %q", text, once, twice)
		}
	})
}
