package mapper

import (
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSoup maps words and signs of each language in an order that makes no sense, again
// and again: every symbol stands where it should, and nothing is passed again and again.
func TestSoup(t *testing.T) {
	const size = 4 << 10
	words := soupWords(t)
	signs := strings.Fields("{ } ( ) [ ] < > ; : , . = => -> :: \" ' ` \"\"\" ''' # // /* */ -- \\ | & ! ? @ $ ${ #{ << <<EOF <!-- %> name")
	signs = append(signs, "\n", "\n  ", "\n    ", "\n\t", "\r\n")
	r := rand.New(rand.NewSource(1))
	for _, l := range Languages {
		for range 60 {
			var pool []string
			for range 3 + r.Intn(12) {
				from := signs
				if own := words[l.Name]; len(own) > 0 && r.Intn(2) == 0 {
					from = own
				}
				pool = append(pool, from[r.Intn(len(from))], " ")
			}
			var unit strings.Builder
			for range 5 + r.Intn(100) {
				unit.WriteString(pool[r.Intn(len(pool))])
			}
			text := strings.Repeat(unit.String(), size/unit.Len()+1)
			f := newFile("x", text)
			l.scan(f)
			if f.steps > 30*len(text)+40000 || f.vain > 40*len(text) {
				t.Errorf("%s, %q: %d steps and %d bytes in vain", l.Name, unit.String(), f.steps, f.vain)
			}
			f.release()
			for _, most := range []int{0, 1, 7} {
				m, err := Outline("x", []byte(text), Options{Language: l.Name, most: most})
				if err != nil {
					continue
				}
				checkMap(t, m)
				if n := m.Count(); most > 0 && n > most {
					t.Errorf("%s, %q: %d symbols, not %d", l.Name, unit.String(), n, most)
				}
			}
		}
	}
}

// soupWords returns the words and signs that the files of the golden maps are made of.
func soupWords(t *testing.T) map[string][]string {
	token := regexp.MustCompile(`[A-Za-z_$@#][\w-]*|\d+|[^\s\w]`)
	words := map[string][]string{}
	files, err := filepath.Glob("testdata/maps/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if l := Detect(name, string(src)); err == nil && l != nil {
			words[l.Name] = append(words[l.Name], token.FindAllString(string(src), -1)...)
		}
	}
	return words
}
