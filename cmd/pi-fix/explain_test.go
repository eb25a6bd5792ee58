package main

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/pi-fix/pi-fix/recovery"
)

// What cannot be written is said in the user's words, with what can be done.
func TestExplainWriting(t *testing.T) {
	stopped := func(step recovery.Step, err error) error {
		return &recovery.ReplaceError{Name: "s.jsonl", Step: step, Err: &fs.PathError{Op: "open", Path: "/x/s.jsonl", Err: err}}
	}
	for _, tt := range []struct {
		name       string
		err        error
		what, next string
	}{
		{
			"s.jsonl", stopped(recovery.StepLock, syscall.EACCES),
			"s.jsonl: not permitted to write in its folder, where a repair keeps the backup: permission denied; the file is untouched",
			"write the repaired session elsewhere: pi-fix repair -o FILE s.jsonl",
		},
		{
			"s.jsonl", stopped(recovery.StepBackup, syscall.EACCES),
			"s.jsonl: its backup cannot be written: permission denied; the file is untouched",
			"keep the backup elsewhere: pi-fix repair --backup-dir FOLDER s.jsonl",
		},
		{
			"s.jsonl", stopped(recovery.StepWrite, syscall.ENOSPC),
			"s.jsonl: no space: write the new file: no space left on device; the file is untouched",
			"free some space, or write the repaired session elsewhere: pi-fix repair -o FILE s.jsonl",
		},
		{
			"s.jsonl", &writeError{"out/t.jsonl", &fs.PathError{Op: "open", Path: "out/.t.jsonl.1.pi-fix.out", Err: syscall.EACCES}},
			"s.jsonl: write out/t.jsonl: permission denied", "write it elsewhere, or see who may write there: ls -ld out",
		},
		{"", &writeError{"t.html", syscall.ENOSPC}, "write t.html: no space left on device", "free some space, or write it elsewhere"},
		{"", &writeError{"none/t.html", syscall.ENOENT}, "write none/t.html: no such file or directory", "name a file in a folder that is there"},
		{"", &fs.PathError{Op: "open", Path: "some/file", Err: syscall.EACCES}, "some/file: permission denied", ""},
	} {
		if got := explain(tt.name, tt.err); got.String() != tt.what || got.next != tt.next {
			t.Errorf("%v is explained as\n%s\n%s\nwant\n%s\n%s", tt.err, got, got.next, tt.what, tt.next)
		}
	}
	for _, step := range []recovery.Step{recovery.StepLock, recovery.StepCreate, recovery.StepRename} {
		if got := explain("s.jsonl", stopped(step, syscall.EROFS)).String(); strings.Contains(got, string(step)) {
			t.Errorf("it names a step of ours: %s", got)
		}
	}
}
