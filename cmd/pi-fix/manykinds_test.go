package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
	"github.com/pi-fix/pi-fix/sessionlog"
)

var (
	allKinds = flag.Bool("all-kinds", false, "let the real pi resume every kind of damage with every API")
	seeds    = flag.Uint64("seeds", 4, "how often each kind of damage is done, in other places each time")
)

var strictAPIs = []string{"anthropic-messages", "openai-completions", "openai-responses", "google-generative-ai"}

// TestManyKinds asks the third judge about every leaf of what is damaged and
// repaired. It must have something to say about the damage, too.
func TestManyKinds(t *testing.T) {
	for _, api := range strictAPIs {
		if f := faultsOf(t, read(t, joined(conversation(api))), api); len(f) > 0 {
			t.Fatalf("%s: a sound session: %v", api, f)
		}
	}
	refused := 0
	for _, k := range harms {
		for _, api := range strictAPIs {
			for seed := range *seeds {
				src := k.do(rand.New(rand.NewPCG(seed, 3)), conversation(api))
				if len(faultsOf(t, read(t, src), api)) > 0 {
					refused++
				}
				log := mended(t, src)
				if f := faultsOf(t, log, api); len(f) > 0 {
					t.Errorf("%s, %s, seed %d: %v", k.name, api, seed, f)
				}
			}
		}
	}
	if t.Logf("%d kinds, %d damaged sessions were refused as they were", len(harms), refused); refused < len(harms) {
		t.Errorf("the judge refuses %d damaged sessions only", refused)
	}
}

func read(t *testing.T, src []byte) *sessionlog.Log {
	t.Helper()
	s, err := sessionlog.Bytes(src)
	if err != nil {
		t.Fatal(err)
	}
	log, err := sessionlog.Read(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func mended(t *testing.T, src []byte) *sessionlog.Log {
	t.Helper()
	s, err := sessionlog.Bytes(src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := recovery.Prepare(context.Background(), s, "2026-01-01T00-00-00-000Z_x.jsonl", recovery.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	return p.After
}

// faultsOf asks about every leaf. That pi fails counts as a fault.
func faultsOf(t *testing.T, log *sessionlog.Log, api string) (out []string) {
	t.Helper()
	for _, leaf := range log.Leaves() {
		w, err := replay.Build(log, leaf, api, replay.Options{})
		if failure := (*replay.Failure)(nil); errors.As(err, &failure) {
			out = append(out, failure.Error())
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, faultsOn(api, w.Body)...)
	}
	return out
}

// TestManyKindsRealPi lets the real pi resume them against the third judge.
func TestManyKindsRealPi(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	fix := buildProgram(t)
	for i, k := range harms {
		for j, api := range strictAPIs {
			if !*allKinds && (i%5 != 0 || i/5%4 != j) {
				continue
			}
			t.Run(k.name+"/"+api, func(t *testing.T) {
				t.Parallel()
				src := k.do(rand.New(rand.NewPCG(uint64(i), 3)), conversation(api))
				resumedStrictly(t, pi, fixed(t, fix, src), api)
			})
		}
	}
}

// resumedStrictly stands between pi and the service that answers, and judges what
// goes by.
func resumedStrictly(t *testing.T, pi *realpi.Pi, session []byte, api string) {
	t.Helper()
	service := &replay.Provider{Contract: replay.APIOf(api).Contract}
	var mu sync.Mutex
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		asked++
		mu.Unlock()
		if f := faultsOn(api, body); len(f) > 0 {
			t.Errorf("what pi sends is refused: %v", f)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		service.ServeHTTP(w, r)
	}))
	defer server.Close()
	out, err := pi.Run(t.Context(), realpi.Job{Session: bytes.NewReader(session), Model: realpi.Model{
		Provider: "anthropic", ID: "claude-opus-4-5", API: api, Address: server.URL,
	}})
	if err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if asked == 0 || out.Exit != 0 {
		t.Errorf("pi asked %d times and ended with %d: %s\n%s", asked, out.Exit, out.Stderr, session)
	}
}
