package sessionlog

import "strconv"

// key passes a key and its colon.
func (s *scanner) key() bool {
	if s.peek() != '"' {
		return false
	}
	from := s.i
	if n := s.near(from + 1); n >= 0 {
		s.i = from + n + 2
	} else if !s.pass() {
		return false
	}
	s.bare = s.bare || s.i-from == len(`""`)
	if s.peek() != ':' {
		return false
	}
	s.i++
	return true
}

// name passes a key and its colon and returns the key, unescaped.
func (s *scanner) name() ([]byte, bool) {
	if s.peek() != '"' {
		return nil, false
	}
	in, ok := s.plain()
	if !ok || s.peek() != ':' {
		return nil, false
	}
	s.i++
	return in, true
}

// members walks the members of an object; the scanner of x stands on its brace. For
// each one f gets the key and must pass the value.
func members[T any](s *scanner, x *T, f func(x *T, key []byte) bool) bool {
	s.i++
	if s.peek() == '}' {
		s.i++
		return true
	}
	for {
		k, ok := s.name()
		if !ok || !f(x, k) {
			return false
		}
		if more, ok := s.next('}'); !more {
			return ok
		}
	}
}

// elements walks the elements of an array, as members does those of an object.
func elements[T any](s *scanner, x *T, f func(x *T) bool) bool {
	s.i++
	if s.peek() == ']' {
		s.i++
		return true
	}
	for {
		if !f(x) {
			return false
		}
		if more, ok := s.next(']'); !more {
			return ok
		}
	}
}

// next passes what stands behind a member or an element: a comma, or the end.
func (s *scanner) next(end byte) (more, ok bool) {
	switch s.peek() {
	case ',':
		s.i++
		return true, true
	case end:
		s.i++
		return false, true
	}
	return false, false
}

// text passes any value and returns it when it is a string, unescaped.
func (s *scanner) text() (in []byte, isString, ok bool) {
	if s.peek() != '"' {
		return nil, false, s.skip()
	}
	in, ok = s.plain()
	return in, ok, ok
}

// raw passes any value and returns its inside as it stands when it is a string.
func (s *scanner) raw() (in []byte, isString, ok bool) {
	if s.peek() != '"' {
		return nil, false, s.skip()
	}
	in, ok = s.str()
	return in, ok, ok
}

// truthy takes in any value and reports whether JavaScript takes it for true.
func (s *scanner) truthy() (is, ok bool) {
	c := s.peek()
	from := s.i
	if !s.skip() {
		return false, false
	}
	return s.isTrue(c, from), true
}

// isTrue judges the value that began with c and was passed from there on.
func (s *scanner) isTrue(c byte, from int) bool {
	switch c {
	case 'n', 'f':
		return false
	case '"':
		return s.i-from > len(`""`)
	case 't', '[', '{':
		return true
	}
	f, _ := strconv.ParseFloat(string(s.b[from:s.i]), 64)
	return f != 0 // infinite ones, which are an error too, are true
}
