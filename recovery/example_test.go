package recovery_test

import (
	"context"
	"fmt"
	"log"
	"os"

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
