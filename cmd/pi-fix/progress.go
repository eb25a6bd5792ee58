package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// progress is a bar on standard error. It shows up once the work has taken half
// a second, and only on a terminal; a nil progress does nothing. (The usual
// library for this costs a good part of the time in which a check of a small
// session is done, merely by being linked.)
type progress struct {
	w     io.Writer
	total int64
	done  atomic.Int64

	mu    sync.Mutex
	shown bool
	stop  chan struct{}
}

const (
	barAfter = 500 * time.Millisecond
	barEvery = 100 * time.Millisecond
	barWidth = 30
)

// startProgress counts up to total bytes.
func startProgress(w io.Writer, total int64) *progress {
	p := &progress{w: w, total: max(total, 1), stop: make(chan struct{})}
	go p.run()
	return p
}

func (p *progress) run() {
	timer := time.NewTimer(barAfter)
	defer timer.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-timer.C:
			p.draw()
			timer.Reset(barEvery)
		}
	}
}

// add counts bytes that are dealt with.
func (p *progress) add(n int64) {
	if p != nil {
		p.done.Add(n)
	}
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.stop:
		return
	default:
	}
	part := min(float64(p.done.Load())/float64(p.total), 1)
	full := int(part * barWidth)
	_, _ = fmt.Fprintf(p.w, "\r\x1b[Kpi-fix: %3.0f%% [%s%s] %s of %s", 100*part,
		strings.Repeat("=", full), strings.Repeat(" ", barWidth-full),
		bytesText(min(p.done.Load(), p.total)), bytesText(p.total))
	p.shown = true
}

// hide takes the bar off the terminal, to write something else. It comes back
// with the next drawing.
func (p *progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		_, _ = io.WriteString(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// end takes the bar away for good.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	close(p.stop)
	p.mu.Unlock()
	p.hide()
}

func bytesText(n int64) string {
	const units = "kMGTPE"
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	f, i := float64(n)/1000, 0
	for ; f >= 999.5 && i < len(units)-1; i++ {
		f /= 1000
	}
	return fmt.Sprintf("%.3g %cB", f, units[i])
}
