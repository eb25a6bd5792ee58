package sessionlog_test

import (
	"fmt"
	"log"
	"os"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// A session's branches, and what pi would hand to a model for each of them.
func Example() {
	src, err := os.ReadFile("../testdata/sessions/0.87.1-branch.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	session := sessionlog.Parse(src)
	fmt.Printf("version %d, %d lines\n", session.Version(), session.Len())
	for _, leaf := range session.Leaves() {
		messages, err := session.Messages(leaf)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("leaf on line %d: a branch of %d entries\n", leaf+1, len(session.Branch(leaf)))
		for _, m := range messages {
			fmt.Printf("  line %d: %s\n", m.Line+1, session.Role(m.Line))
		}
	}
	// Output:
	// version 3, 15 lines
	// leaf on line 10: a branch of 9 entries
	//   line 4: system
	//   line 5: user
	//   line 6: assistant
	//   line 7: user
	//   line 8: assistant
	//   line 9: toolResult
	//   line 10: assistant
	// leaf on line 15: a branch of 10 entries
	//   line 4: system
	//   line 5: user
	//   line 6: assistant
	//   line 11: user
	//   line 12: assistant
	//   line 13: toolResult
	//   line 14: toolResult
	//   line 15: assistant
}

// An edit replaces a range of bytes; everything else stays as it is.
func ExampleApply() {
	src := []byte(`{"type":"session","version":3}` + "\n" + `{"type":"message","id":"a"}` + "\n")
	session := sessionlog.Parse(src)
	out, err := sessionlog.Apply(src, []sessionlog.Edit{{Span: session.Span(1)}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", out)
	// Output: {"type":"session","version":3}
}
