package mapper

import "strings"

// isJSON tells whether a text begins as an object or array of JSON.
func isJSON(text string) bool {
	s := strings.TrimSpace(text)
	if s == "" || s[0] != '{' && s[0] != '[' {
		return false
	}
	s = strings.TrimSpace(s[1:])
	return s != "" && strings.IndexByte("\"{[}]", s[0]) >= 0
}

// isYAML tells whether a text begins as a YAML document says that it does.
func isYAML(text string) bool {
	return strings.HasPrefix(text, "%YAML ") || strings.HasPrefix(text, "---\n") || strings.HasPrefix(text, "apiVersion: ")
}

func isXML(text string) bool { return strings.HasPrefix(text, "<?xml") }

func isHTML(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text)[:min(len(strings.TrimSpace(text)), 20)])
	return strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html")
}

func isDiff(text string) bool {
	return strings.HasPrefix(text, "diff --git ") || strings.HasPrefix(text, "--- ") && strings.Contains(text, "\n+++ ") || diffBegins(text)
}
