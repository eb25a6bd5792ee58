package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// replace puts the repaired session in the place of the damaged one.
func (r *repairer) replace(ctx context.Context, w *work) error {
	base, err := stamp(w.in)
	if err != nil {
		return err
	}
	change := recovery.Replacement{
		Base:      base,
		Write:     func(to io.Writer) error { return copyAll(to, w) },
		Verify:    w.proves,
		Sum:       r.detail.sum,
		BackupDir: r.o.backupDir,
	}
	if r.batch {
		// pi continues the latest session. A repair of many must not make it
		// another one than before.
		change.ModTime = base.ModTime
	}
	done, err := recovery.Replace(ctx, w.target.name, change)
	if err != nil {
		return err
	}
	w.repaired()
	if r.detail.sum {
		w.session.Repair.SHA256 = done.After.Hash()
	}
	w.session.Repair.Backup, w.session.Repair.Late = besides(done.Backup, w.target.name), done.Late
	return nil
}

// stamp takes the fingerprint of what was read. What was read is what was there
// when the file was opened, so a change since then stops the repair.
func stamp(in *input) (recovery.Fingerprint, error) {
	base, err := recovery.Glance(in.file)
	if err != nil {
		return base, err
	}
	was := base
	was.Size, was.ModTime = in.info.Size(), in.info.ModTime()
	if base.Size != was.Size || !base.ModTime.Equal(was.ModTime) {
		return base, &recovery.ChangedError{Name: in.name, Was: was, Is: base}
	}
	return base, nil
}

// besides shows a backup in the folder of its session the way the session was
// named, so that its name can be used as it is printed.
func besides(backup, name string) string {
	near := filepath.Join(filepath.Dir(name), filepath.Base(backup))
	a, err := os.Stat(near)
	if err != nil {
		return backup
	}
	if b, err := os.Stat(backup); err != nil || !os.SameFile(a, b) {
		return backup
	}
	return near
}

// repaired enters in the report that the session is written.
func (w *work) repaired() {
	s := w.session
	s.Status, s.Repair, s.Next = report.Repaired, changes(w.plan), ""
	for i := range s.Findings {
		s.Findings[i].Fixed = s.Findings[i].Fix != ""
	}
}

// An unprovenError reports a repaired session that did not turn out sound when
// it was read back from the disk.
type unprovenError struct{ What string }

func (e *unprovenError) Error() string { return "read back what was written: " + e.What }

// proves reads back what was written: it must be, byte for byte, what the last round
// of the plan has found sound.
func (w *work) proves(f *os.File) error {
	meant := sessionlog.Source(w.plan.Patch)
	if w.plan.Patch == nil {
		meant = w.in.src
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != meant.Size() {
		return &unprovenError{fmt.Sprintf("it has %d bytes and should have %d", info.Size(), meant.Size())}
	}
	at, err := recovery.Differ(f, meant, meant.Size())
	if err == nil && at >= 0 {
		err = &unprovenError{fmt.Sprintf("it is not what was meant, from byte %d on or soon behind it", at)}
	}
	return err
}

// copyAll writes the session as the plan has it.
func copyAll(to io.Writer, w *work) error {
	if w.plan.Patch != nil {
		_, err := w.plan.Patch.WriteTo(to)
		return err
	}
	_, err := io.Copy(to, io.NewSectionReader(w.in.src, 0, w.in.src.Size()))
	return err
}

func sumOf(src sessionlog.Source) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(src, 0, src.Size())); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
