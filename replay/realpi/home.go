package realpi

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// The APIs that a [Model] can ask for, by pi's names.
const (
	Anthropic   = "anthropic-messages"
	Completions = "openai-completions"
	Responses   = "openai-responses"
	Azure       = "azure-openai-responses"
	Codex       = "openai-codex-responses"
	Bedrock     = "bedrock-converse-stream"
	Gateway     = "pi-messages"
)

// A Model is what pi talks to. pi treats the messages of another model in a
// session differently from those of its own, so a faithful replay names the
// session's own provider, model and API and changes only the address.
type Model struct {
	// Provider and ID are stored in the session with every answer.
	Provider, ID string
	// API is [Anthropic], [Completions] or another of pi's API names.
	API string
	// Address is the root of the service, for example that of an
	// httptest.Server, without a path.
	Address string
	// Reasoning says that the model thinks.
	Reasoning bool
	// TextOnly says that the model takes no images.
	TextOnly bool
}

// BaseURL is the address as pi wants it: the clients differ in what they add.
func (m Model) BaseURL() string {
	root := strings.TrimRight(m.Address, "/")
	switch m.API {
	case "openai-completions", "openai-responses":
		return root + "/v1"
	case Azure:
		return root + "/openai/v1"
	case "google-generative-ai":
		return root + "/v1beta"
	case "mistral-conversations":
		return root + "/mistral" // its own paths are those of Chat Completions
	case Gateway:
		return root + "/pi-messages/v1" // its own path is also the end of Anthropic's
	}
	return root
}

// key is one that no service takes. That of Codex has to name an account.
func (m Model) key() string {
	if m.API != Codex {
		return "pi-fix-needs-no-key"
	}
	claim := `{"https://api.openai.com/auth":{"chatgpt_account_id":"pi-fix"}}`
	return "e30." + base64.RawStdEncoding.EncodeToString([]byte(claim)) + ".none"
}

// A Home is a folder in which pi lives during a run: its configuration, an
// empty folder to work in and the copy of a session. Dir is absolute.
type Home struct{ Dir string }

// Agent is the folder of pi's configuration.
func (h Home) Agent() string { return filepath.Join(h.Dir, "agent") }

// Work is the folder in which pi and its tools run.
func (h Home) Work() string { return filepath.Join(h.Dir, "work") }

// Session is the file to which pi appends.
func (h Home) Session() string { return filepath.Join(h.Dir, "session.jsonl") }

// Furnish writes the configuration for one model. Retries and automatic
// compaction are off: both would send requests of their own or add to the
// session, where one request is the question.
func (h Home) Furnish(m Model) error {
	if m.Provider == "" || m.ID == "" || m.API == "" || m.Address == "" {
		return fmt.Errorf("configure pi: a model needs a provider, an id, an API and an address: %+v", m)
	}
	for _, dir := range []string{h.Agent(), h.Work()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	off := map[string]any{"enabled": false}
	settings := map[string]any{"retry": off, "compaction": off}
	return errors.Join(
		writeJSON(filepath.Join(h.Agent(), "settings.json"), settings),
		writeJSON(filepath.Join(h.Agent(), "models.json"), modelsFile(m)),
	)
}

// modelsFile defines the model anew, even where pi knows it: the catalogue of
// a version says nothing about the session, and a model that it lacks would be
// silently replaced by another.
func modelsFile(m Model) any {
	return map[string]any{"providers": map[string]any{m.Provider: m.Entry()}}
}

// Entry is what stands in pi's models.json under the name of the provider. A
// provider that pi does not know needs all of it.
func (m Model) Entry() any {
	input := []string{"text", "image"}
	if m.TextOnly {
		input = input[:1]
	}
	model := map[string]any{
		"id": m.ID, "name": m.ID, "api": m.API, "reasoning": m.Reasoning, "input": input,
		// Larger than any session, so that no size check comes between.
		"contextWindow": 100_000_000, "maxTokens": 8192,
	}
	return map[string]any{
		"baseUrl": m.BaseURL(), "api": m.API, "apiKey": m.key(),
		"models": []any{model},
	}
}

func writeJSON(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

// Put copies a session into the home. The copy is exact but for the folder in
// its header: that of the original may be missing here, and must not be worked
// in. Without it pi takes the folder in which it was started.
func (h Home) Put(session io.Reader) (err error) {
	f, err := os.Create(h.Session())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	in := bufio.NewReader(session)
	for {
		line, readErr := in.ReadBytes('\n')
		record := json.Valid(line)
		if record {
			line = withoutFolder(line)
		}
		if _, err := f.Write(line); err != nil {
			return err
		}
		switch {
		case readErr == io.EOF:
			return nil
		case readErr != nil:
			return readErr
		case record: // pi skips what is no JSON before the header
			_, err := io.Copy(f, in)
			return err
		}
	}
}

// withoutFolder removes the cwd of a header. One that is no string stays: what
// pi makes of it belongs to the replay.
func withoutFolder(line []byte) []byte {
	if gjson.GetBytes(line, "type").Str != "session" {
		return line
	}
	end := line[len(bytes.TrimRight(line, "\r\n")):]
	for gjson.GetBytes(line, "cwd").Type == gjson.String {
		shorter, err := sjson.DeleteBytes(line, "cwd")
		if err != nil || len(shorter) >= len(line) {
			break
		}
		line = shorter
	}
	if !bytes.HasSuffix(line, end) {
		line = append(line, end...)
	}
	return line
}
