package recovery

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"
)

// pi appends by opening the session, writing one line and closing it again. If
// it opens just before the rename and writes after it, the line goes to the
// old file. Such late lines are moved to the end of the new one.

// writers says whether anybody holds a file open for writing.
type writers int

const (
	unknownWriters writers = iota
	noWriter
	someWriter
)

// portion says how much of the late bytes to move.
type portion int

const (
	wholeLines portion = iota // leave a line that has not ended, its writer may not be done
	everything
)

const (
	settlePause = 2 * time.Millisecond
	// pi holds the file open for microseconds; this allows for a machine under
	// load, and bounds the delay where some other program keeps it open, or
	// where a network file system gives no leases.
	busyRounds = 100
	// blindRounds is for systems that cannot tell whether there is a writer.
	blindRounds = 5
)

// settle drains until no writer is left, as far as that can be known. It comes
// after the sync of the folder, which gives most late writers time enough.
func (s *swap) settle() error {
	if s.old == nil {
		return nil
	}
	state := unknownWriters
	for round := 0; ; round++ {
		// Asked before draining: what the last writer wrote is then there.
		state = writersOf(s.old)
		if err := s.drain(wholeLines); err != nil {
			return err
		}
		if state == noWriter || state == unknownWriters && round >= blindRounds || round >= busyRounds {
			break
		}
		time.Sleep(settlePause)
	}
	if err := s.drain(everything); err != nil {
		return err
	}
	s.dropLeftLinks()
	s.trim(state)
	return nil
}

// drain moves to the new file what was appended to the old one since the last
// time. The lines are on the disk when it returns.
func (s *swap) drain(p portion) error {
	if s.old == nil {
		return nil
	}
	late, err := s.late()
	if err != nil {
		return err
	}
	if p == wholeLines {
		late = late[:bytes.LastIndexByte(late, '\n')+1]
	}
	if len(late) == 0 {
		return nil
	}
	lines := late
	if s.drained == 0 {
		if lines, err = s.mend(late); err != nil {
			return err
		}
	}
	if err := appendLines(s.out.Name, lines); err != nil {
		return err
	}
	s.drained += int64(len(late))
	s.out.Late += int64(len(lines))
	return nil
}

// late reads what has not been moved yet. An old file that shrank was rewritten
// in place by another program between the last comparison and the rename; its
// work is in the backup and not under the session's name.
func (s *swap) late() ([]byte, error) {
	info, err := s.old.Stat()
	if err != nil {
		return nil, err
	}
	from := s.r.Base.Size + s.drained
	if info.Size() < from {
		is, err := Glance(s.old)
		return nil, errors.Join(&ChangedError{Name: s.name, Was: s.r.Base, Is: is}, err)
	}
	return io.ReadAll(io.NewSectionReader(s.old, from, info.Size()-from))
}

// mend makes lines of the first late bytes when the original's last line had no
// end. Then they are the line's end alone, or an entry that a writer glued to
// it, or the rest of an entry of which the original had the beginning. In the
// last case the whole entry is moved, since the beginning was damage and need
// not have come through the repair.
func (s *swap) mend(late []byte) ([]byte, error) {
	open, err := lastLine(s.old, s.r.Base.Size)
	if err != nil || len(open) == 0 {
		return late, err
	}
	first, rest, found := bytes.Cut(late, []byte("\n"))
	if found && len(bytes.TrimSpace(first)) == 0 {
		return rest, nil
	}
	if json.Valid(first) {
		return late, nil
	}
	if whole := append(open, first...); json.Valid(whole) {
		return append(open, late...), nil
	}
	return late, nil
}

// lastLine returns what stands behind the last line end in the first size bytes.
func lastLine(f io.ReaderAt, size int64) ([]byte, error) {
	for n := int64(tailSize); ; n *= 2 {
		n = min(n, size)
		tail, err := io.ReadAll(io.NewSectionReader(f, size-n, n))
		if err != nil {
			return nil, err
		}
		if i := bytes.LastIndexByte(tail, '\n'); i >= 0 || n == size {
			return tail[i+1:], nil
		}
	}
}

// appendLines writes with a single call in append mode, so that a pi that is
// already appending to the new file cannot get between. It ends what stands
// open before and behind: a blank line harms nobody, two entries on one line
// are both lost to pi.
func appendLines(name string, lines []byte) error {
	if len(lines) == 0 {
		return nil
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|safeOpen, 0)
	if err != nil {
		return err
	}
	out, err := endedBoth(f, lines)
	if err == nil {
		_, err = f.Write(out)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return syncClose(f)
}

func endedBoth(f *os.File, lines []byte) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var out []byte
	if last := make([]byte, 1); info.Size() > 0 {
		if _, err := f.ReadAt(last, info.Size()-1); err != nil {
			return nil, err
		}
		if last[0] != '\n' {
			out = append(out, '\n')
		}
	}
	out = append(out, lines...)
	if !bytes.HasSuffix(lines, []byte("\n")) {
		out = append(out, '\n')
	}
	return out, nil
}
