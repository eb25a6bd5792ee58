package mapper

import (
	"strings"
	"testing"
)

// TestVain holds that nothing is looked for again and again which is not there: what is
// passed grows with the file, whatever is in it, and not with its square.
func TestVain(t *testing.T) {
	const size = 4 << 10
	for _, unit := range []string{
		"class ", "class A\n", "class A:\n", "class A<", "class extends ", "class A {", "module A\n", "namespace ", "let a = ", "const ", "var a = ", "import ", "import a\n", "a<b<", "a<b,", "<",
		"fun ", "fun val ", "def a:\n", "def ", "fn a<", "func a(", "function ", "function a() {", "new ", "public ", "public @", "public @interface A {", "a.", ".a", "a: ", "a = b = ", "=> ", "a() {", "(defn a [] ", "x: A<", "int a", "template<a>\n",
		"operator ", "where ", "case ", "type A = ", "enum ", "interface A ", "begin ", "do ", "if ", "end ", "- ", "{", "(", "[", "([{<", "struct A b(", "@a(", "#[a", "A(B) ", "A(B)\n", "@interface a\n", "@implementation\nname int\n", "\nA = A ", "[ ] , ", "package a {\n", "\n package a{package package \n a{", "\\def name ", "#if A\n{\n#else\n",
		"\"a\\", "'\\", "\"${", "\"\\(", "\"#{", "`${", "r#\"", "R\"(", "R\"a(\n", "@\"", "@\"\n", "@'\n", "\"a\",\"b\n", "\"\"\"\n", "[[", "--[[", "=begin\n", "%w(", "%(", "~s(", "q(", "qq{", "m/", "s{", "/",
		"<<A\n", "<<-A\n", "<<~A\n", "<<<A\n", "<<'A'\n", "cat <<A\n", "\"\n$(", "\"${\n", "a = <<E\n", "x = [\n", "x = {\n", "a: [\n", "a: {\n", "a: \"\n", "/*", "(*", "{-", "#|", "<a></b>", "<h1>", "<h1></",
		"\\def\\a", "\\section[", "\\section{", "\\begin{figure}\\end{figure}", "\\begin{figure}[\\end{figure}", "RUN <<E\n", "q < ] s < > \n", "r#", "function a.b()\n", "def a:\n",
		"{" + strings.Repeat("\"$(a ", size/6) + "\n\n", // quotes of one line that is not the last
	} {
		text := strings.Repeat(unit, size/len(unit))
		for _, l := range Languages {
			f := newFile("x", text)
			l.scan(f)
			if f.steps > 30*size+40000 || f.vain > 10*size || f.lost > 2*maxLost {
				t.Errorf("%s, %q: %d steps, %d bytes and %d ends in vain", l.Name, unit, f.steps, f.vain, f.lost)
			}
			f.release()
		}
	}
}

// TestVainFarther holds the same of what shows in a longer text only.
func TestVainFarther(t *testing.T) {
	for unit, l := range map[string]string{"\n@interface A\n(a (b": "Objective-C", "\n@protocol A\n(a (b": "C"} {
		f := newFile("x", strings.Repeat(unit, 3000))
		FindLanguage(l).scan(f)
		if f.steps > 30*len(f.text) {
			t.Errorf("%s, %q: %d steps for %d bytes", l, unit, f.steps, len(f.text))
		}
		f.release()
	}
}
