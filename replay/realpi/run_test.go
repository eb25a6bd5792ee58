package realpi_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

const oneTurn = `{"type":"session","version":3,"id":"0198a7d2-0000-7000-8000-000000000001","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/nowhere/at/all"}
{"type":"message","id":"a0000001","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"first question"}],"timestamp":1767225601000}}
{"type":"message","id":"a0000002","parentId":"a0000001","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"first answer"}],"api":"anthropic-messages","provider":"example","model":"example-1","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":"stop","timestamp":1767225602000}}
`

func serve(t *testing.T) (*replay.Provider, string) {
	t.Helper()
	service := &replay.Provider{}
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	return service, server.URL
}

func TestRunSendsTheSessionAndThePrompt(t *testing.T) {
	for _, release := range realpi.Releases {
		for _, api := range apis {
			t.Run(release.Version+"/"+api, func(t *testing.T) {
				pi := realpitest.Pi(t, release.Version)
				service, address := serve(t)
				outcome, err := pi.Run(t.Context(), realpi.Job{
					Session: strings.NewReader(oneTurn),
					Model:   model(api, address),
				})
				if err != nil {
					t.Fatal(err)
				}
				if outcome.Exit != 0 || strings.TrimSpace(outcome.Stdout) != "ok" {
					t.Errorf("outcome: %+v", *outcome)
				}
				if len(service.Exchanges()) != 1 {
					t.Fatalf("%d requests", len(service.Exchanges()))
				}
				messages := gjson.GetBytes(service.Exchanges()[0].Body, "messages").Raw
				for _, text := range []string{"first question", "first answer", realpi.DefaultPrompt} {
					if !strings.Contains(messages, text) {
						t.Errorf("%q is not in %s", text, messages)
					}
				}
			})
		}
	}
}

func TestRunKillsAPiThatNeverEnds(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	service, address := serve(t)
	cycle := strings.Replace(oneTurn, `"parentId":null`, `"parentId":"a0000002"`, 1)
	outcome, err := pi.Run(t.Context(), realpi.Job{
		Session: strings.NewReader(cycle),
		Model:   model(realpi.Anthropic, address),
		Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	if !outcome.TimedOut || outcome.Exit != -1 || len(service.Exchanges()) != 0 {
		t.Errorf("%d requests, outcome %+v", len(service.Exchanges()), *outcome)
	}
}
