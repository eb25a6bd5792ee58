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
		{"a.java", "@A\npublic @interface B {\n  @C({D})\n  public static @interface E {\n    String f() default \"\";\n  }\n  private @G @interface H {\n  }\n}\npublic @", "B 1-9, E 3-6, f 5-5, H 7-8"},
		{"a.java", "class A {\n  void lock() {\n  }\n  static <T> B<T> is(T t) {\n    if (in(t)) {\n    }\n  }\n  int when(int i);\n}\n", "A 1-9, lock 2-3, is 4-7, when 8-8"},
		{"a.ts", "const a = {\n  async return() {\n  },\n  test(b) {\n    if (c) {\n    }\n  },\n};\n", "a 1-8, return 2-3, test 4-7"},
		{"a.lua", "local a = { b = function()\n  while c do d() end\n  repeat\n    e = function() return 1 end until e\n  end\n }\nlocal f = function()\nif g then\n  h()\nelseif i then end\nend\n",
			"b 1-5, e 4-4, f 7-11"},
		{"a.lua", "function a()\n  if b then\n    c()\nend\n\nfunction d()\n  e()\nend\n", "a 1-4, d 6-8"},
		{"a.sh", "IFS=$' \\t\\n'\na() {\n  b=\"c:\n - d\n\ne\"\n}\nf() {\n  printf $'\\'%s'\n}\n", "a 2-7, f 8-10"},
		// a brace more hides no string that runs over lines
		{"a.sh", "a() {\n  b=\"c:\n - d\n\ne\"\n  \"\n$b\n\"*) {\n}\n\nf() {\n  g\n}\n", "a 1-9, f 11-13"},
		// a quote more swallows nothing but its line
		{"a.sh", "a() {\n  b \"${c:-$(\"d)}\"\n}\n\ne() {\n  f (\"g)\n}\n\nh() {\n  i 'j\n  k' \"l\n  m\"\n}\n", "a 1-3, e 5-7, h 9-13"},
		// the line where a brace is missing
		{"a.sh", "a() {\n  if b; then\n    c\n  fi\n\nd() {\n  e\n}\n", "a 1-5, d 6-8"},
		{"a.kt", "class A {\n    fun b() {\n        c()\n\n    fun d() {\n        e()\n    }\n}\n", "A 1-8, b 2-4, d 5-7"},
		{"a.ts", "class A {\n  b() {\n    if (c) {\n      d();\n    }\n\n  e() {\n  }\n}\nfunction f() {\n  g();\n\nfunction h() { {\n}\n\nclass I {\n}\n", "A 1-9, b 2-6, e 7-8, f 10-12, h 13-14, I 16-17"},
		// macros about a namespace, a template, and nothing that comes next
		{"a.h", "namespace a ATTR(b)\n{\nBEGIN_VERSION\n  typedef int c;\n  namespace d {\n  void e() {\n  }\n  }\n}\n", "a 1-9, c 4-4, d 5-8, e 6-7"},
		{"a.h", "EXPORT template <class A> class B {\n  template <class C> operator D<C (A...)>() const {\n  }\n  operator e::f<const A, C>*() {\n  }\n};\n",
			"B 1-6, operator D<C (A...)> 2-3, operator e::f<const A, C>* 4-5"},
		{"a.h", "DECLARE_a(B, C)\n\n\ntypedef struct e {\n  int f;\n} g;\ntypedef int h __attribute__((size(8))), i;\ntypedef char j[2] __attribute__((k));\n", "e 4-6, f 5-5, g 4-6, i 7-7, j 8-8"},
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
