package replay

// WithFullHistory runs f with another limit on what [EveryTurn] sends.
func WithFullHistory(limit int64, f func()) {
	defer func(old int64) { fullHistory = old }(fullHistory)
	fullHistory = limit
	f()
}
