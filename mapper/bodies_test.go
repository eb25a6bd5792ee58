package mapper

import (
	"reflect"
	"testing"
)

// TestBodies holds that a map is the same whether bodies are passed over or read.
func TestBodies(t *testing.T) {
	same := func(name string, src []byte) {
		t.Helper()
		passed := outline(t, name, src)
		of := map[*syntax]*bodies{}
		for _, s := range []*syntax{cSyntax, goSyntax} {
			of[s], s.bodies = s.bodies, nil
		}
		read := outline(t, name, src)
		for s, b := range of {
			s.bodies = b
		}
		passed.list, read.list = nil, nil
		if !reflect.DeepEqual(passed, read) {
			t.Errorf("%s: %v\nis read as %v\n%s", name, passed, read, src)
		}
	}
	sources(t, same)
	for name, texts := range map[string][]string{
		"a.cc": {
			"int f(int a) {\n  struct S {\n    int b;\n  };\n  if (a) {\n    return 1;\n  }\n}\nint g() {\n  return 2;\n}\n",
			"int f(int a) {\n  if (a) {\n    enum class E : int { A, B };\n  }\n}\nvoid g() {\n}\n",
			"int f(int a) {\n#if A\n  if (a) {\n#else\n  if (!a) {\n#endif\n  }\n}\nvoid g() {\n}\n",
			"int f() { return 1; }\nint g() {\n  char c = '{';\n  g();\n}\nint h() {\n}\n",
			"int f() {\n  h(R\"(\n}\n)\");\n}\nint g() {\n}\n",
			"int f() {\n  goto out;\nout:\n  return 1;\n}\nint g() {\n}\n",
			"int f() {\n  a(); }\nint g() {\n}\n",
			"template <class T> struct S f(T a)\n{\n  if (a)\n  {\n    b();\n  }\n}\nint g() {\n}\n",
			"namespace a ATTR(b) {\nint g() {\n}\n}\n", "struct S ATTR(4) {\n  int b;\n};\n", "class ATTR(b) S final {\n  int b;\n};\n",
			"class S {\n public:\n  S(int a)\n      : b(a) {\n    c();\n  }\n  int d;\n};\n",
			"int f() {\n  struct alignas(8) S {\n    int b;\n  };\n}\nint g() {\n}\n",
			"int f() {\n  struct S\n  {\n    int b;\n  };\n}\nint g() {\n}\n",
		},
		"a.go": {
			"func f() {\n\ttype T struct {\n\t\ta int\n\t}\n}\n\nfunc g() {\n\ttypes := 1\n}\n",
			"func f() {\n\tx := `\n\t}\n}\n`\n}\n\nfunc g() {\n}\n",
			"func f(\n\ta int,\n) struct {\n\tb int\n} {\n\treturn g()\n}\n\ntype T struct {\n\ta int\n}\n",
			"func f() map[string]struct{} { return nil }\n\nfunc g() {\n\tif a {\n\t\tb()\n\t}\n}\n",
			"func f() {\nouter:\n\tfor {\n\t}\n}\nvar (\n\ta = func() {\n\t}\n)\n",
		},
	} {
		for _, text := range texts {
			same(name, []byte(text))
		}
	}
}
