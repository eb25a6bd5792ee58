package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// data is the sessions that are measured.
type data struct {
	text, images, broken, tail, folder string
	small, middle, large               string // 1, 10 and 50 MiB
}

// dataOf names the data of a setting.
func dataOf(s setting) data {
	name := func(what string, size int) string {
		return filepath.Join(s.dir, fmt.Sprintf("%s-%d.jsonl", what, size>>20))
	}
	return data{
		text: name("text", s.size), images: name("images", s.size/2), broken: name("broken", s.size), tail: name("tail", s.size),
		folder: filepath.Join(s.dir, fmt.Sprintf("folder-%d", s.files)),
		small:  name("small", 1<<20), middle: name("middle", 10<<20), large: name("large", 50<<20),
	}
}

// makeData makes what is not there yet.
func makeData(s setting) error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	d := dataOf(s)
	errs := []error{
		makeSession(d.text, s.size, (*session).turn),
		makeSession(d.images, s.size/2, (*session).picture),
		makeSession(d.small, 1<<20, (*session).turn),
		makeSession(d.middle, 10<<20, (*session).turn),
		makeSession(d.large, 50<<20, (*session).turn),
		makeSession(d.broken, s.size, (*session).faulty),
		makeSession(d.tail, s.size, (*session).turn),
		cutTail(d.tail),
	}
	if _, err := os.Stat(d.folder); errors.Is(err, fs.ErrNotExist) {
		rng := rand.New(rand.NewPCG(7, 7))
		for i := range s.files {
			name := filepath.Join(d.folder, fmt.Sprintf("%03d", i/100), fmt.Sprintf("%05d.jsonl", i))
			errs = append(errs, makeSession(name, 20<<10+rng.IntN(600<<10), (*session).turn))
		}
	}
	return errors.Join(errs...)
}

// session writes one session, which grows by turns.
type session struct {
	out                 *bufio.Writer
	rng                 *rand.Rand
	n, wrote, size      int
	broken              int
	parent              string
	prose, code, base64 string
}

func makeSession(name string, size int, more func(*session)) (err error) {
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	s := &session{out: bufio.NewWriterSize(f, 1<<20), rng: rand.New(rand.NewPCG(uint64(size), 1)), size: size, parent: "null"}
	s.prose = strings.Repeat("Let me look at the parser first, then at its tests; the error says \\\"unexpected token\\\" in line 12. ", 40)
	s.code = strings.Repeat("\\tif err := read(f); err != nil {\\n\\t\\treturn fmt.Errorf(\\\"read %s: %w\\\", f.Name(), err)\\n\\t}\\n\\n// comment — with a dash\\n", 400)
	s.base64 = "iVBORw0KGgo" + strings.Repeat("AAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", 100_000)
	s.put(`{"type":"session","version":3,"id":"bench","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}`)
	for s.wrote < size {
		more(s)
	}
	return s.out.Flush()
}

func (s *session) put(format string, args ...any) {
	n, _ := fmt.Fprintf(s.out, format+"\n", args...) // the writer keeps its first error for Flush
	s.wrote += n
}

// message writes a message entry.
func (s *session) message(body string) {
	s.n++
	id := fmt.Sprintf(`"%08x"`, s.n)
	s.put(`{"type":"message","id":%s,"parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z","message":%s}`, id, s.parent, body)
	s.parent = id
}

const benchUsage = `"api":"anthropic-messages","provider":"anthropic","model":"claude-opus-4-5","usage":{"input":312,"output":1254,"cacheRead":104223,"cacheWrite":1684,"totalTokens":107473,"cost":{"input":0.000936,"output":0.01881,"cacheRead":0.0312669,"cacheWrite":0.006315,"total":0.0573279}}`

// turn writes a question, a call, its result and an answer, whose lengths vary as in
// a coding session.
func (s *session) turn() {
	s.message(fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":"%s"}],"timestamp":1}`, s.prose[:100+s.rng.IntN(400)/104*104]))
	for range 1 + s.rng.IntN(6) {
		s.call(fmt.Sprintf(`[{"type":"text","text":"%s"}]`, s.cut(s.code, 20+s.rng.ExpFloat64()*900)))
	}
	s.message(fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":"%s"}],%s,"stopReason":"stop","timestamp":4}`, s.cut(s.prose, 800), benchUsage))
}

func (s *session) call(content string) {
	id := fmt.Sprintf("toolu_%06d", s.n)
	s.message(fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":"%s"},{"type":"toolCall","id":"%s","name":"read","arguments":{"path":"src/parser.go","offset":12}}],%s,"stopReason":"toolUse","timestamp":2}`, s.cut(s.prose, 200), id, benchUsage))
	s.message(fmt.Sprintf(`{"role":"toolResult","toolCallId":"%s","toolName":"read","content":%s,"isError":false,"timestamp":3}`, id, content))
}

// cut takes about n bytes off a text, and no escape or character apart.
func (s *session) cut(text string, n float64) string {
	end := min(int(n), len(text)-1)
	if at := strings.LastIndexByte(text[:end+1], ' '); at > 0 {
		return text[:at]
	}
	return ""
}

// picture writes a call whose result is an image of several megabytes, now and then.
func (s *session) picture() {
	s.turn()
	if s.n%40 < 8 {
		s.call(`[{"type":"image","mimeType":"image/png","data":"` + s.base64[:4*(len(s.base64)/4)] + `"}]`)
	}
}

// faulty writes turns and, in three places, a fault.
func (s *session) faulty() {
	s.turn()
	if s.broken < 3 && s.wrote > (s.broken+1)*(s.size/4) {
		s.broken++
		s.orphan()
	}
}

// orphan writes a result that answers no call.
func (s *session) orphan() {
	s.message(`{"role":"toolResult","toolCallId":"toolu_nowhere","toolName":"read","content":[{"type":"text","text":"x"}],"isError":false,"timestamp":3}`)
}

// cutTail leaves the last call of a session without its result.
func cutTail(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var last [4096]byte
	n, _ := f.ReadAt(last[:], max(0, info.Size()-int64(len(last))))
	if strings.Contains(string(last[:n]), "toolu_open") {
		return f.Close()
	}
	tail := string(last[:n])
	at := strings.LastIndex(tail, `{"type":"message","id":`) + len(`{"type":"message","id":`)
	_, err = fmt.Fprintf(f, `{"type":"message","id":"ffffffff","parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"toolu_open","name":"read","arguments":{"path":"a.go"}}],%s,"stopReason":"toolUse","timestamp":5}}`+"\n", tail[at:at+10], benchUsage)
	return errors.Join(err, f.Close())
}
