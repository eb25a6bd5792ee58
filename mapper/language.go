package mapper

import (
	"path"
	"strings"
)

// A Language is one row of the table: how a language is called, how its files are
// recognised, and how they are read.
type Language struct {
	Name       string
	Extensions []string // with the dot, in lower case
	Names      []string // of whole files, or patterns as path.Match has them, in lower case
	Commands   []string // in a #! line
	Aliases    []string // further names, as after the fence of a code block
	// sniff tells whether a text without a known name is of this language; nil never.
	sniff func(text string) bool
	scan  func(*file)
	// counts tells that scan counts the lines, and does not ask for them.
	counts bool
}

// Detect returns the language of a file: by its whole name, its extension, its #!
// line, then its content; nil when it is not recognised.
func Detect(name, text string) *Language {
	base := strings.ToLower(baseName(name))
	text = strings.TrimPrefix(text, "\uFEFF")
	for _, l := range Languages {
		for _, n := range l.Names {
			if n == base || strings.IndexByte(n, '*') >= 0 && alike(n, base) {
				return l
			}
		}
	}
	if l := byExtension(base); l != nil {
		return l
	}
	if cmd := command(text); cmd != "" {
		for _, l := range Languages {
			for _, c := range l.Commands {
				if c == cmd {
					return l
				}
			}
		}
	}
	head := text[:min(len(text), 4096)]
	for _, l := range Languages {
		if l.sniff != nil && path.Ext(base) == "" && l.sniff(head) {
			return l
		}
	}
	return nil
}

// alike tells whether a name fits a pattern.
func alike(pattern, name string) bool {
	ok, _ := path.Match(pattern, name)
	return ok
}

func byExtension(base string) *Language {
	for ext := base; ; {
		n := strings.IndexByte(ext, '.')
		if n < 0 {
			return nil
		}
		ext = ext[n:]
		for _, l := range Languages {
			for _, e := range l.Extensions {
				if e == ext {
					return l
				}
			}
		}
		ext = ext[1:]
	}
}

// command returns the name of the program in a #! line, without its version.
func command(text string) string {
	if !strings.HasPrefix(text, "#!") {
		return ""
	}
	line, _, _ := strings.Cut(text[2:min(len(text), 256)], "\n")
	for _, part := range strings.Fields(line) {
		part = path.Base(part)
		if part == "env" || strings.HasPrefix(part, "-") || strings.Contains(part, "=") {
			continue
		}
		return strings.TrimRight(part, "0123456789.")
	}
	return ""
}

// FindLanguage returns the language with this name, alias or extension, or nil.
func FindLanguage(name string) *Language {
	name = strings.ToLower(name)
	for _, l := range Languages {
		if strings.ToLower(l.Name) == name {
			return l
		}
		for _, list := range [][]string{l.Aliases, l.Extensions} {
			for _, a := range list {
				if a == name || a == "."+name {
					return l
				}
			}
		}
	}
	return nil
}
