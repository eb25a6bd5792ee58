package recovery_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// A plan printed: what is wrong, what would be done about it, and the session as it
// would be. Nothing is written.
func ExamplePrepare() {
	text, err := os.ReadFile("../testdata/broken.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	src, err := sessionlog.Bytes(text)
	if err != nil {
		log.Fatal(err)
	}
	plan, err := recovery.Prepare(context.Background(), src, "broken.jsonl", recovery.Policy{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range plan.Found {
		fmt.Printf("line %d: %s (%s)\n\t%s\n", f.At+1, f.Message, f.Rule.ID, f.Fix)
	}
	fmt.Printf("%d removed, %d added, %d leaves after it\n", plan.Removed, plan.Added, len(plan.After.Leaves()))
	// Output:
	// line 11: 2 records share the line (line-glued)
	// 	give each its own line
	// line 17: the last line is cut off after 147 bytes (line-torn)
	// 	take the torn record out
	// line 10: call toolu_03Edit has two results, which are alike (pair-duplicate-result)
	// 	drop the second result
	// line 12: result toolu_99Gone answers no call on this branch (pair-orphan-result)
	// 	drop the result
	// line 13: 1 of 2 calls have no result: read toolu_05Vet (pair-missing-result)
	// 	add 1 error result
	// 3 removed, 1 added, 1 leaves after it
}

// A file repaired in place: whatever happens meanwhile, it is the old one or the new
// one, and the old one stays as a backup. (That the services take plan.After is for
// package replay to say; whether a pi is at work on the file, for Live.)
func ExampleReplace() {
	repair := func(name string) (backup string, err error) {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		base, err := recovery.Stamp(f) // before it is read, so that no change slips through
		if err != nil {
			return "", err
		}
		src, err := sessionlog.NewFile(f)
		if err != nil {
			return "", err
		}
		plan, err := recovery.Prepare(context.Background(), src, filepath.Base(name), recovery.Policy{})
		if err != nil || plan.Patch == nil { // nil: nothing is to be done
			return "", err
		}
		if plan.Left() > integrity.Info {
			return "", errors.New("something is left")
		}
		done, err := recovery.Replace(context.Background(), name, recovery.Replacement{
			Base:  base,
			Write: func(w io.Writer) error { _, err := plan.Patch.WriteTo(w); return err },
		})
		return filepath.Base(done.Backup), err
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	broken, err := os.ReadFile("../testdata/broken.jsonl")
	name := filepath.Join(dir, "session.jsonl")
	if err = errors.Join(err, os.WriteFile(name, broken, 0o600)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(repair(name))
	fmt.Println(repair(name)) // there is nothing left to do
	// Output:
	// session.jsonl.6499d9b2f163.bak <nil>
	//  <nil>
}
