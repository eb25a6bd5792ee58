package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/mapper"
)

// maxMapped is the size of the largest file that is mapped, in bytes.
const maxMapped = 1 << 30

// mapOptions are the flags of map.
type mapOptions struct {
	json, compat, ctags, languages bool
	budget, tokens                 int
	level, language                string
}

func newMap(a *app) *cobra.Command {
	var o mapOptions
	cmd := &cobra.Command{
		Use:   "map FILE...",
		Short: "Print the structure of source files, with line numbers",
		Long: `Print what a source file holds, with the lines where it stands: a map that fits
into a tool result, so that a model can go on with reads of the right lines.

The map takes at most the budget. Everything is shown if it fits; otherwise names
alone, then the outer ones, then some of them, and what is left of the budget goes
to the most important. What is left out is said where it was left out. A damaged or
partial file is mapped as far as it can be read. FILE - is standard input; --language
says what it is when its content does not.

The exit status is 0 when every file has a map, 1 when one has nothing to map, such
as an image, and 2 for trouble.`,
		Example: `  pi-fix map main.go
  pi-fix map --budget 4096 src/*.ts
  pi-fix map --json lib.rs
  git show HEAD:app.py | pi-fix map --language python -`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(args, cmd.Flags().Changed("tokens")); err != nil {
				return err
			}
			if o.languages {
				return a.listLanguages()
			}
			return a.mapFiles(cmd.Context(), args, o)
		},
	}
	fs := cmd.Flags()
	fs.BoolVar(&o.json, "json", false, "print every symbol as JSON, one document for each file")
	fs.IntVar(&o.budget, "budget", mapper.DefaultBudget, "bytes that a map may take, its frame included")
	fs.IntVar(&o.tokens, "tokens", 0, "tokens that a map may take, by a careful estimate; instead of --budget")
	fs.StringVar(&o.level, "level", "full", "the most that is shown of all symbols: "+levelNames())
	fs.StringVar(&o.language, "language", "", "the language, where name and content do not tell it")
	fs.BoolVar(&o.compat, "compat", false, "write lines and levels as pi-read-map 1.3.0 does")
	fs.BoolVar(&o.ctags, "ctags", false, "ask universal-ctags, where it is installed, about files of no known language")
	fs.BoolVar(&o.languages, "languages", false, "list the languages")
	return cmd
}

func levelNames() string {
	var names []string
	for _, l := range mapper.Levels {
		names = append(names, string(l))
	}
	return strings.Join(names, ", ")
}

// check refuses options that make no sense, and works out the budget.
func (o *mapOptions) check(args []string, inTokens bool) error {
	switch {
	case o.languages:
		return nil
	case len(args) == 0:
		return usage("pi-fix map FILE, where - is standard input", "no file was given")
	case !slices.Contains(mapper.Levels, mapper.Level(o.level)):
		return usage("it is one of "+levelNames(), "unknown value %q of --level", o.level)
	case o.budget <= 0 || inTokens && o.tokens <= 0:
		return usage("it is a number of bytes, or of tokens, above 0", "the budget makes no sense")
	case o.language != "" && mapper.FindLanguage(o.language) == nil:
		return usage("what there is: pi-fix map --languages", "unknown language %q", o.language)
	}
	if inTokens {
		o.budget = int(min(float64(o.tokens)*mapper.TokenBytes, math.MaxInt32))
	}
	return nil
}

func (a *app) listLanguages() error {
	for _, l := range mapper.Languages {
		if _, err := io.WriteString(a.out, l.Name+": "+strings.Join(append(slices.Clone(l.Extensions), l.Names...), " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// A mapping is a file to be mapped, and where what came of it goes.
type mapping struct {
	name string
	done chan mapped
}

// A mapped is what mapping a file came to.
type mapped struct {
	text string
	err  error
}

// mapFiles maps the files, a few at a time, and prints the maps in their order; trouble
// with one does not stop the others.
func (a *app) mapFiles(ctx context.Context, names []string, o mapOptions) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	debug.SetGCPercent(easyCollecting)
	running := a.startMaps(ctx, names, o)
	for _, name := range names {
		one, ok := <-running
		if !ok || ctx.Err() != nil {
			return ctx.Err()
		}
		select {
		case m := <-one.done:
			if err := a.tellMap(name, m); err != nil {
				return err
			}
		case <-ctx.Done(): // a map is not stopped, but not waited for either
			return ctx.Err()
		}
	}
	return nil
}

// workerShare is how many bytes of files each worker has to have: what fewer hold is mapped
// sooner than the memory of another is at hand.
const workerShare = 4 << 20

// startMaps has the files mapped by as many as they are worth, at most as many as there
// are workers, each of which keeps its stack, and returns them in their order.
func (a *app) startMaps(ctx context.Context, names []string, o mapOptions) <-chan mapping {
	workers := a.workers()
	running, waiting := make(chan mapping, workers), make(chan mapping)
	work := func() {
		var memory []byte // where one source is read after the other
		for one := range waiting {
			text, err := a.mapFile(ctx, one.name, o, &memory)
			one.done <- mapped{text, err}
		}
	}
	go func() {
		defer close(running)
		defer close(waiting)
		started, size := 0, int64(0)
		for _, name := range names {
			if started < workers && size >= int64(started)*workerShare {
				started++
				go work()
			}
			if info, err := os.Stat(name); err == nil {
				size += info.Size()
			}
			one := mapping{name, make(chan mapped, 1)}
			for _, to := range []chan mapping{running, waiting} {
				select {
				case to <- one:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return running
}

// tellMap prints a map, or why there is none. The error is one that ends the command.
func (a *app) tellMap(name string, m mapped) error {
	switch err := m.err; {
	case err == nil:
		_, err = a.out.WriteString(m.text)
		if err == nil && !strings.HasSuffix(m.text, "\n") { // JSON ends its line
			err = a.out.WriteByte('\n')
		}
		return err
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, mapper.ErrBinary), errors.Is(err, mapper.ErrNothing):
		a.say("%s: %v", shownName(name), err)
		a.raise(exitLeft)
	default:
		a.complainOfSource(name, err)
		a.raise(exitTrouble)
	}
	return nil
}

// complainOfSource reports trouble with a file that is no session.
func (a *app) complainOfSource(name string, err error) {
	switch {
	case errors.Is(err, errFolder):
		a.say("%s: it is a folder\nnext: name its files: pi-fix map %s", name, quote(strings.TrimRight(name, "/")+"/FILE"))
	case errors.Is(err, fs.ErrNotExist):
		a.say("%s: no such file\nnext: see what there is: ls %s", name, quote(filepath.Dir(name)))
	case errors.Is(err, errNotRegular):
		a.say("%s: not a regular file\nnext: give its content on standard input: pi-fix map - < %s", name, quote(name))
	case errors.Is(err, errHuge) && name == standardInput:
		a.say("standard input: it is larger than 1 GB\nnext: give a part of it: … | head -c 100M | pi-fix map -")
	case errors.Is(err, errHuge):
		a.say("%s: it is larger than 1 GB\nnext: map a part of it: head -c 100M %s | pi-fix map -", name, quote(name))
	default:
		a.complain(name, err)
	}
}

func shownName(name string) string {
	if name == standardInput {
		return "standard input"
	}
	return name
}

// mapFile returns what is printed for a file, which is read into the memory. It may run
// beside others.
func (a *app) mapFile(ctx context.Context, name string, o mapOptions, memory *[]byte) (string, error) {
	src, err := a.readSource(ctx, name, memory)
	if err != nil {
		return "", err
	}
	m, err := mapper.OutlineText(shownName(name), src, mapper.Options{Language: o.language})
	if o.ctags && name != standardInput && (errors.Is(err, mapper.ErrNothing) || err == nil && m.Language == "Unknown") {
		if tags := ctagsMap(ctx, name, src); tags != nil {
			m, err = tags, nil
		}
	}
	if err != nil {
		return "", err
	}
	defer m.Release()
	text, err := m.Format(mapper.Format{Budget: o.budget, Level: mapper.Level(o.level), Compat: o.compat})
	if o.json && (err == nil || errors.Is(err, mapper.ErrBudget)) {
		m.Tidy()
		var b strings.Builder
		err = report.WriteJSON(&b, mapDocument(name, m, text))
		return b.String(), err
	}
	if errors.Is(err, mapper.ErrBudget) {
		return "", usage("give more: pi-fix map --budget 4096 "+quote(name), "%s: %v", shownName(name), err)
	}
	if err != nil {
		return "", err
	}
	return text.Text, nil
}

// errFolder reports a folder where a file was asked for, errHuge one that no map is
// made of.
var (
	errFolder = errors.New("it is a folder")
	errHuge   = errors.New("it is larger than 1 GB")
)
