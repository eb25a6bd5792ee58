package recovery

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// effect is what a shell command may do to files.
type effect uint8

const (
	alters   effect = iota // nobody knows
	looks                  // it only looks at files
	restores               // git puts files back, whichever
)

// lookers are commands that write nothing but their output, whatever they are given;
// with "git" in front, those of git.
var lookers = []string{
	"ls", "cat", "head", "tail", "wc", "grep", "egrep", "fgrep", "rg", "pwd", "cd", "echo", "printf", "true", "false",
	"test", "[", "stat", "file", "du", "df", "which", "whoami", "uname", "date", "sleep", "cut", "tr", "nl", "cmp",
	"basename", "dirname", "realpath", "readlink", "md5sum", "sha1sum", "sha256sum", "jq", "od", "seq", "find",
	"git-status", "git-log", "git-show", "git-blame", "git-ls-files", "git-rev-parse", "git-grep",
}

// restorers are the words behind git that put files back.
var restorers = []string{"checkout", "restore", "reset", "stash", "pull", "merge", "rebase", "apply", "am", "cherry-pick", "revert", "switch", "clean"}

// quiet are redirections that write no file. Separators end a command.
var (
	quiet      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9&]?>>?\s*(/dev/null|&[0-9])`) })
	separators = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`&&|\|\||[;|\n]`) })
)

// effectOf judges a command without understanding the shell: what could be more than
// looking counts as a change.
func effectOf(command string) effect {
	worst := looks
	bare := quiet().ReplaceAllString(command, "")
	if strings.ContainsAny(strings.ReplaceAll(bare, "&&", ""), "><`&(") {
		worst = alters
	}
	for _, one := range separators().Split(bare, -1) {
		words := strings.Fields(one)
		if len(words) == 0 {
			continue
		}
		name := words[0]
		if name == "git" {
			if slices.ContainsFunc(words[1:], func(w string) bool { return slices.Contains(restorers, w) }) {
				return restores
			}
			name += "-" + words[min(1, len(words)-1)]
		}
		if !slices.Contains(lookers, name) && !printsLines().MatchString(one) || slices.ContainsFunc(words, writes) {
			worst = alters
		}
	}
	return worst
}

// printsLines is how models look at some lines of a file.
var printsLines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*sed -n ['"]?\d+(,(\d+|\$))?p['"]? [^;]*$`)
})

// writes reports whether a word makes a command write that else only looks.
func writes(word string) bool {
	return word == "-o" || strings.HasPrefix(word, "--output") || word == "-delete" || word == "-i" || strings.HasPrefix(word, "--in-place") ||
		strings.HasPrefix(word, "-exec") || strings.HasPrefix(word, "-ok") || strings.HasPrefix(word, "-fprint") || strings.HasPrefix(word, "-fls")
}
