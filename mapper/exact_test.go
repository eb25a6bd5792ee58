package mapper

import (
	"fmt"
	"strings"
	"testing"
)

// TestExact holds where declarations begin and end that are easily cut short or drawn out.
func TestExact(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.kt", "class A {\n    fun f() =\n        this@A.g(1)\n\n    override fun g(a: Int) = 1\n    inline val b get() = this@A\n\n    @JvmField\n    val c = 1\n}\n",
			"A 1-10, f 2-3, g 5-5, b 6-6, c 8-9"},
		{"a.kt", "class A {\n    var a: Int\n        get() {\n            return 1\n        }\n        @B(2) private set(value) {\n            c(value)\n        }\n    val d: Int\n\n    operator fun get(i: Int) = d\n}\n",
			"A 1-12, a 2-8, d 9-9, get 11-11"},
		{"a.swift", "extension A {\n    static func f<B>\n    (_ b: B)\n        -> C\n    {\n        b()\n    }\n    init\n    (a: Int) {\n    }\n}\n", "A 1-11, f 2-7, init 8-10"},
		{"a.swift", "let a = #\"{\"b\": \"\\\"#\nlet c = #\"\\\"\"#\nfunc f() {\n    g(##\"\"\"\n    }\"# {\n    \"\"\"##, #/\"{/#)\n}\n#if A\nfunc h() {\n}\n#endif\n", "a 1-1, c 2-2, f 3-7, h 9-10"},
		{"a.lua", "local a = { b = function()\n  while c do d() end\n  repeat\n    e = function() return 1 end until e\n  end\n }\nlocal f = function()\nif g then\n  h()\nelseif i then end\nend\n",
			"b 1-5, e 4-4, f 7-11"},
		{"a.lua", "function a()\n  if b then\n    c()\nend\n\nfunction d()\n  e()\nend\n", "a 1-4, d 6-8"},
	} {
		var got []string
		for _, s := range outline(t, c.name, []byte(c.text)).All {
			got = append(got, fmt.Sprintf("%s %d-%d", s.Name, s.First, s.Last))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s\nwant %s\n%s", c.name, got, c.want, c.text)
		}
	}
}
