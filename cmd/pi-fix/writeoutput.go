package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"github.com/pi-fix/pi-fix/recovery"
)

// writeOutput writes the session elsewhere, also one in which nothing is wrong:
// whoever names an output expects to find it.
func (r *repairer) writeOutput(ctx context.Context, w *work) error {
	h := sha256.New()
	write := func(to io.Writer) error {
		if r.detail.sum {
			to = io.MultiWriter(to, h)
		}
		return copyAll(to, w)
	}
	var err error
	if name := r.o.output; name == standardInput {
		if err = write(r.a.out); err == nil {
			err = r.a.flush()
		}
	} else {
		err = r.writeFile(ctx, w, name, write)
	}
	if err != nil || w.plan.Patch == nil {
		return err
	}
	w.repaired()
	w.session.Repair.Output = r.o.output
	if r.detail.sum {
		w.session.Repair.SHA256 = hex.EncodeToString(h.Sum(nil))
	}
	return nil
}

func (r *repairer) writeFile(ctx context.Context, w *work, name string, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	switch {
	case err == nil && w.in.file != nil && os.SameFile(info, w.in.info):
		return usage("leave --output away to repair it in place", "--output is the session itself")
	case err == nil && info.IsDir():
		return usage("name a file in it", "--output %s is a folder", name)
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return &writeError{name, err}
		}
		return errors.Join(write(f), f.Close())
	case err == nil && info.Size() > 0:
		return r.overwrite(ctx, w, name, write)
	}
	mode := os.FileMode(0o666)
	if w.in.file != nil {
		mode = w.in.info.Mode().Perm()
	}
	err = writeNew(name, mode, func(f *os.File) error {
		if err := write(f); err != nil {
			return err
		}
		return w.proves(f)
	})
	if err != nil {
		return &writeError{name, err}
	}
	return nil
}

// overwrite gives a file that holds something the session as its content. It may be
// another session, named by mistake: what it held stays in a backup.
func (r *repairer) overwrite(ctx context.Context, w *work, name string, write func(io.Writer) error) error {
	f, err := os.Open(name)
	if err != nil {
		return &writeError{name, err}
	}
	base, err := recovery.Glance(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return &writeError{name, err}
	}
	done, err := recovery.Replace(ctx, name, recovery.Replacement{Base: base, Write: write, Verify: w.proves})
	if err != nil {
		return &writeError{name, err}
	}
	if done.Backup != "" {
		r.a.say("%s: what it held is kept as %s", name, besides(done.Backup, name))
	}
	return nil
}
