package mapper

import "sync"

// A pool keeps memory for those who come next. What is given to a sync.Pool first is kept
// for the same processor alone; but who reads a file goes on with another one. So a nil
// comes before the memory, which is left to everybody then.
type pool[T any] struct{ kept sync.Pool }

func (p *pool[T]) put(x *T) {
	p.kept.Put((*T)(nil))
	p.kept.Put(x)
}

func (p *pool[T]) get() *T {
	for range 3 {
		if x, _ := p.kept.Get().(*T); x != nil {
			return x
		}
	}
	return new(T)
}
