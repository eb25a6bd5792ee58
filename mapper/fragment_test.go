package mapper

import (
	"strings"
	"testing"
)

// TestDocstrings holds that a docstring full of examples hides nothing behind it, while
// a part of a file that begins within one is read from its end on.
func TestDocstrings(t *testing.T) {
	examples := strings.Repeat("    def example(self):\n        pass\n\n", 4)
	for what, text := range map[string]string{
		"a module's":         "# mypy: strict\nr\"\"\"Says much.\n\n" + examples + "\"\"\"\nimport os\n\ndef real():\n    pass\n",
		"a class's":          "import os\n\nclass Big:\n    \"\"\"Says much.\n" + examples + "    \"\"\"\n\ndef real():\n    pass\n",
		"the end of another": "    of what was said before.\n    \"\"\"\n" + examples + "def real():\n    \"\"\"Is one.\"\"\"\n",
	} {
		var names []string
		for _, s := range outline(t, "a.py", []byte(text)).All {
			if s.Kind != Class {
				names = append(names, s.Name)
			}
		}
		if got := strings.Join(names, " "); got != "real" && (what != "the end of another" || got != strings.Repeat("example ", 4)+"real") {
			t.Errorf("%s docstring: %s", what, got)
		}
	}
}
