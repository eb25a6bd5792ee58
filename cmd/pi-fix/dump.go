package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
)

// dumper writes requests into a folder, one file each, numbered in their order.
type dumper struct {
	dir  string
	made int
}

// dumped is the content of such a file.
type dumped struct {
	API        string             `json:"api"`
	Path       string             `json:"path"`
	Leaf       string             `json:"leaf"`
	Body       json.RawMessage    `json:"body"`
	Violations []report.Violation `json:"violations"`
}

func (d *dumper) write(verdicts []replay.Verdict) error {
	if d.dir == "" {
		return nil
	}
	if err := os.MkdirAll(d.dir, 0o777); errors.Is(err, syscall.ENOTDIR) {
		return usage("name a folder, which is made where there is none", "--dump %s: %v", d.dir, syscall.ENOTDIR)
	} else if err != nil {
		return &writeError{d.dir, err}
	}
	for _, v := range verdicts {
		leaf := v.Entry
		if leaf == "" {
			leaf = fmt.Sprintf("line%d", v.Leaf+1)
		}
		for i, e := range v.Exchanges {
			violations := []report.Violation{}
			for _, x := range v.Violations {
				if x.Request == i {
					violations = append(violations, violation(x))
				}
			}
			if err := d.one(dumped{v.API, e.Path, leaf, e.Body, violations}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *dumper) one(x dumped) error {
	d.made++
	b, err := json.Marshal(x)
	name := fmt.Sprintf("%03d-%s-%s.json", d.made, x.API, fileWord(x.Leaf))
	if name = filepath.Join(d.dir, name); err == nil {
		err = os.WriteFile(name, append(b, '\n'), 0o666)
	}
	if err != nil {
		return &writeError{name, err}
	}
	return nil
}

// fileWord makes an id, which can be any text, fit for a file's name.
func fileWord(id string) string {
	word := strings.Map(func(r rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", r) {
			return r
		}
		return '_'
	}, id)
	return word[:min(len(word), 64)]
}
