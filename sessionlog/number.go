package sessionlog

// atom passes a number or a literal.
func (s *scanner) atom() bool {
	word := ""
	switch rest := s.b[s.i:]; {
	case len(rest) == 0:
		return false
	case rest[0] == 't':
		word = "true"
	case rest[0] == 'f':
		word = "false"
	case rest[0] == 'n':
		word = "null"
	default:
		return s.number()
	}
	s.i += len(word)
	return s.i <= len(s.b) && string(s.b[s.i-len(word):s.i]) == word
}

func (s *scanner) number() bool {
	b, i := s.b, s.i
	if b[i] == '-' {
		i++
	}
	whole := i
	if i = digits(b, i); i == whole || b[whole] == '0' && i > whole+1 {
		return false
	}
	if i < len(b) && b[i] == '.' {
		i++
		part := i
		if i = digits(b, i); i == part {
			return false
		}
	}
	if i < len(b) && b[i]|32 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		part := i
		if i = digits(b, i); i == part {
			return false
		}
	}
	s.i = i
	return true
}

// digits returns where the digits that begin at i end.
func digits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}
