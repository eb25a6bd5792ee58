package main

import (
	"context"
	"sync"
)

// ahead is how many results per worker may wait for an earlier one.
const ahead = 4

// inOrder prepares items on several goroutines and finishes them one after the
// other in their order. Results that wait are few, so memory does not grow with
// the number of items. The first error of finish ends it.
func inOrder[T, R any](ctx context.Context, workers int, items []T, prepare func(context.Context, T) R, finish func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type slot struct {
		item T
		done chan R
	}
	work := make(chan slot)
	order := make(chan slot, ahead*workers)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range min(workers, len(items)) {
		wg.Go(func() {
			for s := range work {
				s.done <- prepare(ctx, s.item)
			}
		})
	}
	wg.Go(func() {
		defer close(work)
		defer close(order)
		for _, item := range items {
			s := slot{item, make(chan R, 1)}
			select {
			case order <- s:
			case <-ctx.Done():
				return
			}
			work <- s
		}
	})
	for s := range order {
		if err := finish(<-s.done); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}
