package transcript

import "fmt"

// Roles is how an API writes the messages of each role. Results are handed over
// together as far as they stand together.
type Roles struct {
	User, Assistant func(Message) error
	Results         func([]Message) error
}

// Write writes all messages in their order and stops at the first error.
func (r Roles) Write(messages []Message) error {
	for i := 0; i < len(messages); {
		n, err := r.first(messages[i:])
		if err != nil {
			return err
		}
		i += n
	}
	return nil
}

// first writes the first of the messages, or all results that it begins with,
// and returns how many it took.
func (r Roles) first(messages []Message) (int, error) {
	switch m := messages[0]; m.Role {
	case User:
		return 1, r.User(m)
	case Assistant:
		return 1, r.Assistant(m)
	case Result:
		n := 1
		for n < len(messages) && messages[n].Role == Result {
			n++
		}
		return n, r.Results(messages[:n])
	default:
		panic(fmt.Sprintf("transcript: unknown role %v", m.Role))
	}
}

// Each is for APIs that have a message for each result.
func Each(result func(Message) error) func([]Message) error {
	return func(results []Message) error {
		for _, m := range results {
			if err := result(m); err != nil {
				return err
			}
		}
		return nil
	}
}
