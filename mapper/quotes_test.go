package mapper

import (
	"slices"
	"strings"
	"testing"
)

// TestQuotes holds that what looks like the begin of another string does not hide what
// comes next.
func TestQuotes(t *testing.T) {
	for name, text := range map[string]string{
		"a.cs": "class A {\n  void F() {\n    var a = @\"\"\"{\"\"b\"\"}\"\"\" + c + @\"\"\"}\";\n    var d = $@\"\"\"x\"\"\";\n  }\n\n  void G() {\n    var a = \"\"\"\n      { \" }\n      \"\"\";\n  }\n\n  void H() {\n  }\n}\n",
		"a.pl": "sub F { ($a->b // '') eq 'c/d' }\n\nsub G { $a //= 1; return $b // \"}\" }\n\nsub H { split //, $a }\n",
		"a.go": "package a\n\nfunc F() {\n\ta := b` + \"`x\" + `\n}\n\nfunc G() {\n}\n\nfunc H() {\n}\n",
	} {
		var names []string
		for _, s := range outline(t, name, []byte(text)).All {
			if len(s.Name) == 1 && function(s.Kind) {
				names = append(names, s.Name)
			}
		}
		if !slices.Equal(names, []string{"F", "G", "H"}) {
			t.Errorf("%s: %s\n%s", name, strings.Join(names, " "), text)
		}
	}
}
