package hook

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
)

// A Shell is one for which pi can be wrapped in a function.
type Shell struct {
	Name string
	// file returns the file that the shell reads at its start.
	file func(Env) string
	// text is the function.
	text string
}

// Env is what is known of the user's surroundings.
type Env struct {
	Home string
	// Get reads an environment variable.
	Get func(string) string
}

// File is where the function stands.
func (s *Shell) File(e Env) string { return s.file(e) }

// Shells are all that are known.
var Shells = []*Shell{
	{Name: "bash", text: posix, file: func(e Env) string { return filepath.Join(e.Home, ".bashrc") }},
	{Name: "zsh", text: posix, file: func(e Env) string {
		if dir := e.Get("ZDOTDIR"); dir != "" {
			return filepath.Join(dir, ".zshrc")
		}
		return filepath.Join(e.Home, ".zshrc")
	}},
	{Name: "fish", text: fish, file: func(e Env) string {
		dir := e.Get("XDG_CONFIG_HOME")
		if dir == "" {
			dir = filepath.Join(e.Home, ".config")
		}
		return filepath.Join(dir, "fish", "conf.d", "pi-fix.fish")
	}},
}

// The functions start pi unless the check says no with status 1, or was
// interrupted. Whatever else happens to the check, pi is started, with a word
// about it; PI_FIX_HOOK=strict keeps it from starting then. "function pi" and not
// "pi()", in which an alias of that name would be replaced. Shells that end at a
// failure (set -e) or at an unset variable (set -u) do not end here.
const posix = `function pi {
	command pi-fix hook run --gate -- "$@" || case $? in
	1) return 1 ;;
	130) return 130 ;;
	*)
		echo 'pi-fix: the session was not checked' >&2
		case ${PI_FIX_HOOK-} in *strict*) return 1 ;; esac
		;;
	esac
	command pi "$@"
}
`

const fish = `function pi
	command pi-fix hook run --gate -- $argv
	switch $status
		case 0
		case 1
			return 1
		case 130
			return 130
		case '*'
			echo 'pi-fix: the session was not checked' >&2
			string match -q '*strict*' -- "$PI_FIX_HOOK"; and return 1
	end
	command pi $argv
end
`

const (
	blockBegin = "# >>> pi-fix hook >>> (taken out by: pi-fix hook uninstall)\n"
	blockEnd   = "# <<< pi-fix hook <<<\n"
	// blockMade stands in the block of a file that was not there before.
	blockMade = "# pi-fix made this file.\n"
)

// ErrHalfBlock reports a block of which one end is missing. Where it ends is not
// to be guessed in a file that is the user's.
var ErrHalfBlock = errors.New("one end of the block of pi-fix is missing")

// block is what is put at the end of a file. The line end before it belongs to it,
// so that a last line without one is the same again when the block is taken out.
func (s *Shell) block(made bool) []byte {
	text := "\n" + blockBegin
	if made {
		text += blockMade
	}
	return []byte(text + s.text + blockEnd)
}

// With returns the content of the shell's file with the function in it, once.
func (s *Shell) With(content []byte, exists bool) ([]byte, error) {
	rest, was, err := cutBlock(content)
	if err != nil {
		return nil, err
	}
	made := !exists || bytes.Contains(was, []byte(blockMade))
	if bytes.Equal(was, s.block(made)) {
		return content, nil // also when the user has moved it
	}
	return append(bytes.Clone(rest), s.block(made)...), nil
}

// Without returns the content without the block. gone says that nothing is left
// of a file that was made for it.
func (s *Shell) Without(content []byte) (rest []byte, gone bool, err error) {
	rest, was, err := cutBlock(content)
	return rest, len(rest) == 0 && bytes.Contains(was, []byte(blockMade)), err
}

// Present reports whether the function is in the content, and is this one.
func (s *Shell) Present(content []byte) (present, same bool, err error) {
	_, was, err := cutBlock(content)
	return len(was) > 0, bytes.Contains(was, []byte(s.text)), err
}

// cutBlock takes the block out, with the line end before it.
func cutBlock(content []byte) (rest, block []byte, err error) {
	begin, end := bytes.Index(content, []byte(blockBegin)), bytes.Index(content, []byte(blockEnd))
	switch {
	case begin < 0 && end < 0:
		return content, nil, nil
	case begin < 0 || end < begin:
		return nil, nil, fmt.Errorf("line %d: %w", 1+bytes.Count(content[:max(begin, end)], []byte("\n")), ErrHalfBlock)
	}
	end += len(blockEnd)
	if begin > 0 && content[begin-1] == '\n' {
		begin--
	}
	return append(bytes.Clone(content[:begin]), content[end:]...), content[begin:end], nil
}
