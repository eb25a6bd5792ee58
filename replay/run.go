package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/pi-fix/pi-fix/replay/transcript"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// Options say what [Run] asks. The zero value asks for every leaf with the API
// of the leaf's own model.
type Options struct {
	// Leaves are the lines of the entries to resume from; nil means every leaf.
	// Any entry will do, not only the end of a branch.
	Leaves []int
	// APIs are the names of the APIs to ask; nil means the one of the model that
	// a resume would use, and all of [APIs] when that cannot be replayed.
	APIs []string
	// Prompt is what the user says next; "" means a short stand-in.
	Prompt string
	// Questions are what each leaf is asked; nil means [NextPrompt] alone.
	Questions []Question
	// Profiles names the flavours of a service whose clauses count; nil means
	// those of the model that is asked, see [ProfilesOf].
	Profiles []string
	// BaseURL is where the session's own model is served, which no session tells.
	// It may be empty; then the name of the provider decides.
	BaseURL string
	// Version is that of pi; the zero value is the newest.
	Version Version
}

// ErrUnknownAPI is the error of [Run] and [Build] for an API that cannot be
// replayed.
var ErrUnknownAPI = errors.New("the API cannot be replayed")

// StandInPrompt is what the user says next when [Options] have no prompt.
const StandInPrompt = "continue"

// Run sends each leaf as pi would to a strict provider and returns one verdict
// for each leaf and API, leaves first. The provider is as strict as the service of
// the model that is asked: that of the session where it speaks the API. An error means that the question could
// not be answered; a request that is refused, or that pi cannot build, is a
// verdict.
func Run(ctx context.Context, log *sessionlog.Log, o Options) ([]Verdict, error) {
	leaves := o.Leaves
	if leaves == nil {
		leaves = log.Leaves()
	}
	var verdicts []Verdict
	for _, leaf := range leaves {
		l, err := open(log, leaf, leaf, o.prompt(), o.Version)
		if err != nil {
			return nil, err
		}
		apis, err := l.apis(o.APIs)
		if err != nil {
			return nil, err
		}
		for _, a := range apis {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("replay: %w", err)
			}
			v, err := l.ask(ctx, a, o)
			if err != nil {
				return nil, err
			}
			verdicts = append(verdicts, v)
		}
	}
	return verdicts, nil
}

// Build returns the request that pi would send for a leaf, without sending it.
// The error is a [*Failure] when pi would fail instead. Of the options only
// Prompt and Version count.
func Build(log *sessionlog.Log, leaf int, api string, o Options) (*Wire, error) {
	a := APIOf(api)
	if a == nil {
		return nil, fmt.Errorf("replay %q: %w", api, ErrUnknownAPI)
	}
	l, err := open(log, leaf, leaf, o.prompt(), o.Version)
	if err != nil {
		return nil, err
	}
	if l.failure != nil {
		return nil, l.failure
	}
	return a.build(l.transcript, a.model(l.settings), o.Version)
}

// branch is one leaf with what all APIs share.
type branch struct {
	log        *sessionlog.Log
	leaf       int
	settings   sessionlog.Settings
	stored     []sessionlog.Message
	loadout    []sessionlog.Message // the system messages of the whole branch, where pi takes its tools from them
	transcript *transcript.Transcript
	failure    *Failure // pi fails whatever the API
}

// open reads a branch up to a leaf. The model is the one in force at another line,
// which is the leaf too when the question is about a resume.
func open(log *sessionlog.Log, leaf, asked int, prompt string, version Version) (*branch, error) {
	settings, err := log.Settings(asked)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	l := &branch{log: log, leaf: leaf, settings: settings}
	if l.failure, err = l.collect(version); err != nil || l.failure != nil {
		return l, err
	}
	l.transcript, err = l.read(l.stored, prompt, version)
	if errors.As(err, &l.failure) {
		return l, nil
	}
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	l.transcript.Uncloned = uncloned(log, leaf, l.stored)
	return l, nil
}

// read makes a transcript of messages, with the tools that the branch leaves.
func (l *branch) read(stored []sessionlog.Message, prompt string, version Version) (*transcript.Transcript, error) {
	tools, err := transcript.ReadLoadout(l.loadout)
	if err != nil {
		return nil, err
	}
	t, err := transcript.Read(stored, prompt, version)
	if err == nil {
		t.Equip(tools)
	}
	return t, err
}

// collect opens the session and takes the messages of the leaf from it.
func (l *branch) collect(version Version) (*Failure, error) {
	f, anew, err := opening(l.log, version)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	if f != nil || anew {
		return f, nil
	}
	if f, err = contextFailure(l.log, l.leaf, version); err != nil || f != nil {
		return f, err
	}
	if l.stored, err = stored(l.log, l.leaf, version); err == nil && len(l.stored) > 0 && !version.DefaultTools {
		l.loadout, err = loadout(l.log, l.leaf)
	}
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return nil, nil
}

func (l *branch) apis(names []string) ([]*API, error) {
	if names == nil {
		if own := APIOf(l.settings.API); own != nil {
			return []*API{own}, nil
		}
		return APIs, nil
	}
	apis := make([]*API, len(names))
	for i, name := range names {
		if apis[i] = APIOf(name); apis[i] == nil {
			return nil, fmt.Errorf("replay %q: %w", name, ErrUnknownAPI)
		}
	}
	return apis, nil
}

// send posts a request as an HTTP client does, only that no network lies between
// the client and the handler.
func send(ctx context.Context, h http.Handler, wire *Wire) error {
	url := "http://provider.invalid" + wire.Path
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(wire.Body))
	if err != nil {
		return err
	}
	req.Header.Set("content-type", "application/json")
	client := http.Client{Transport: Loopback{h}}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, res.Body)
	return errors.Join(err, res.Body.Close())
}
