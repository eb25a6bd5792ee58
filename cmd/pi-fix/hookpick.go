package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// checkPicked looks at the sessions of a folder, of which pi opens the one that the
// user picks. There can be many: those that were found sound before and have not
// changed since are not read again.
func (g *gate) checkPicked(ctx context.Context, dir string, names []string) error {
	place, _, err := hookPlace()
	if err != nil {
		return err
	}
	known := place.Sound(programID(), time.Now())
	var todo []resumable
	for _, name := range names {
		info, err := os.Stat(name)
		if err == nil && !known.Has(name, info) {
			todo = append(todo, resumable{name, info})
		}
	}
	done := 0
	err = inOrder(ctx, g.a.workers(), todo, func(ctx context.Context, c resumable) picked {
		l, err := g.a.look(ctx, c.name)
		return picked{l, c, err}
	}, func(p picked) error {
		switch {
		case errors.Is(p.err, context.DeadlineExceeded):
			return p.err
		case p.err != nil: // pi has its own words for what it cannot read
		case !p.Damaged:
			known.Add(p.of.name, p.of.info)
		case p.Fixable:
			g.found = append(g.found, p.opened)
		}
		done++
		return nil
	})
	_ = known.Keep(dir) // it only saves time
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%d of %d sessions were not checked in time; the next start goes on with them", len(todo)-done, len(names))
	}
	return err
}

// resumable is a file that pi may open, as of before it was read.
type resumable struct {
	name string
	info fs.FileInfo
}

// picked is what was found in one.
type picked struct {
	opened
	of  resumable
	err error
}

// programID is another one for every build: what is sound is for its rules to say.
func programID() string {
	id := version()
	name, err := os.Executable()
	if err != nil {
		return id
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return id
	}
	if info, err := os.Stat(name); err == nil {
		id = fmt.Sprintf("%s %d %d", id, info.Size(), info.ModTime().UnixNano())
	}
	return id
}
