package mapper

import (
	"crypto/sha256"
	"sync"
	"time"
)

// A FileID says which state of which file bytes were read from. The name is resolved:
// symbolic links do not make two of one file.
type FileID struct {
	Name     string
	Size     int64
	Modified time.Time
}

// A Cache keeps maps of files that are asked for again. A file that has kept its size
// and time is not read; one that was only touched, or copied, is read and not mapped
// again. The zero value works, and many goroutines may use it.
type Cache struct {
	mu      sync.Mutex
	files   map[FileID]cached
	content map[contentKey]cached
}

// What a map depends on.
type contentKey struct {
	name    string
	sum     [sha256.Size]byte
	options Options
}

type cached struct {
	m       *Map
	err     error
	options Options
}

// cacheMost is how many maps are kept; the whole cache is let go when there are more.
const cacheMost = 512

// Outline returns the map of a file and calls read for its bytes where they are needed.
// The error is the one of read, or one of Outline. The map is shared: do not change it.
func (c *Cache) Outline(id FileID, read func() ([]byte, error), o Options) (*Map, error) {
	c.mu.Lock()
	got, ok := c.files[id]
	c.mu.Unlock()
	if ok && got.options == o {
		return got.m, got.err
	}
	src, err := read()
	if err != nil {
		return nil, err
	}
	key := contentKey{baseName(id.Name), sha256.Sum256(src), o}
	c.mu.Lock()
	got, ok = c.content[key]
	c.mu.Unlock()
	if !ok {
		m, err := Outline(id.Name, src, o)
		got = cached{m, err, o}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil || len(c.files) >= cacheMost {
		c.files, c.content = map[FileID]cached{}, map[contentKey]cached{}
	}
	c.files[id], c.content[key] = got, got
	return got.m, got.err
}
