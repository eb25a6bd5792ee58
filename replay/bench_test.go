package replay_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/contract"
)

// large writes a session of n messages, each call answered.
func large(t testing.TB, api string, n int) *session {
	t.Helper()
	s := started(api)
	output := strings.Repeat("a line of output\\n", 20)
	for i := 0; len(s.lines) < n; i++ {
		id := fmt.Sprintf("tool%05d", i)
		if i%4 == 0 {
			s.message("user", `,"content":[`+text("please go on with the next part")+`]`)
		}
		s.assistant(text("I look at it.")+","+callOf(id, "read", `{"path":"a/b/c.go","offset":1,"limit":200}`), "toolUse")
		s.message("toolResult", fmt.Sprintf(`,"toolCallId":%q,"toolName":"read","content":[{"type":"text","text":"%s"}],"isError":false`, id, output))
	}
	return s
}

// One request of 1,000 messages is to be judged in less than a millisecond. How fast
// a machine is at that hour says encoding/json.Valid, which reads the same body by
// turns with the judge.
func BenchmarkJudge(b *testing.B) {
	for _, a := range replay.APIs {
		b.Run(a.Name, func(b *testing.B) {
			log := large(b, a.Name, 1000).log()
			wire, err := replay.Build(log, log.Active(), a.Name, replay.Options{})
			if err != nil {
				b.Fatal(err)
			}
			c := a.Contract.At(&url.URL{Path: wire.Path})
			var judged, read time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				if v := contract.Refusal(c.Judge(wire.Body)); v != nil {
					b.Fatal(v)
				}
				done := time.Now()
				if !json.Valid(wire.Body) {
					b.Fatal("no JSON")
				}
				judged, read = judged+done.Sub(start), read+time.Since(done)
			}
			b.ReportMetric(float64(judged.Nanoseconds())/float64(b.N), "ns/op")
			b.ReportMetric(float64(read.Nanoseconds())/float64(b.N), "ns/json.Valid")
			b.ReportMetric(float64(judged)/float64(read), "x-json.Valid")
		})
	}
}

// TestJudgeIsFrugal holds that a sound request costs a few allocations, however many
// messages it has: memory is that of the requests before.
func TestJudgeIsFrugal(t *testing.T) {
	allocations := func(a *replay.API, rounds int) float64 {
		s := started(a.Name)
		s.message("user", `,"content":[`+text("please go on")+`]`)
		for i := range rounds {
			id := fmt.Sprintf("tool%05d", i)
			s.assistant(text("I look at it.")+","+callOf(id, "read", `{"path":"a"}`), "toolUse")
			s.result(id, text("a line of output"), false)
		}
		log := s.log()
		wire, err := replay.Build(log, log.Active(), a.Name, replay.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, least := a.Contract.At(&url.URL{Path: wire.Path}), math.Inf(1)
		for range 30 { // the garbage collector may take the memory at any time
			least = min(least, testing.AllocsPerRun(1, func() {
				if v := contract.Refusal(c.Judge(wire.Body)); v != nil {
					t.Fatal(v)
				}
			}))
		}
		return least
	}
	for _, a := range replay.APIs {
		few, many := allocations(a, 10), allocations(a, 100)
		if few != many || many > 20 {
			t.Errorf("%s: %v allocations for 20 messages, %v for 200", a.Name, few, many)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			log := large(b, "anthropic-messages", n).log()
			b.ReportAllocs()
			for b.Loop() {
				verdicts, err := replay.Run(b.Context(), log, replay.Options{})
				if err != nil || !verdicts[0].Accepted() {
					b.Fatal(err, verdicts)
				}
			}
		})
	}
}
