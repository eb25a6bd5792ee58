package main

import (
	"strings"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
)

// quote returns a file name such that it can be copied into a shell. A name
// with characters that are not printed is shown in the shell's $'…' form.
func quote(name string) string {
	if strings.HasPrefix(name, "-") && name != "-" {
		name = "./" + name
	}
	if report.Visible(name) != name {
		return "$'" + report.Visible(strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name)) + "'"
	}
	if name != "" && strings.Trim(name, safeInShell) == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

const safeInShell = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,:/@%"

// quoteAll quotes names for one command line.
func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	return strings.Join(quoted, " ")
}
