package sessionlog

func (x *extractor) messageMember(key []byte) bool {
	switch string(key) {
	case "role":
		once(x, &x.seenInside, 1<<0)
		v, isString, ok := x.text()
		x.role = RoleOther
		if isString {
			x.role = roleOf(v)
		}
		return ok
	case "stopReason":
		once(x, &x.seenInside, 1<<1)
		v, isString, ok := x.text()
		x.stop = StopOther
		if isString {
			x.stop = stopOf(v)
		}
		return ok
	case "toolCallId":
		once(x, &x.seenInside, 1<<2)
		return x.takeID(&x.call, 0)
	case "content":
		once(x, &x.seenInside, 1<<7)
		x.calls = x.calls[:0]
		x.flags &^= OddCallID
		if x.peek() == '[' {
			return x.blocks()
		}
		return x.skip()
	}
	return x.factMember(key)
}

// factMember takes in what is true or false of a message.
func (x *extractor) factMember(key []byte) bool {
	switch string(key) {
	case "isError":
		once(x, &x.seenInside, 1<<3)
		x.isError = x.peek() == 't'
	case "usage":
		once(x, &x.seenInside, 1<<4)
		x.usage = x.peek() == '{'
	case "excludeFromContext":
		once(x, &x.seenInside, 1<<5)
		if x.peek() == 't' {
			x.flags |= Silent
		}
	case "details":
		once(x, &x.seenInside, 1<<6)
		if x.peek() == '{' {
			return x.object(x.detail)
		}
	}
	return x.skip()
}

// detail looks for the mark that pi-fix leaves in the results it makes.
func (x *extractor) detail(key []byte) bool {
	if string(key) == syntheticMark {
		x.synthes = true
	}
	return x.skip()
}

// blocks walks the content array of a message for the ids of tool calls.
func (x *extractor) blocks() bool {
	x.i++
	if x.peek() == ']' {
		x.i++
		return true
	}
	for {
		if x.peek() == '{' {
			x.block, x.blockID = nil, 0
			if !x.object(x.blockMember) {
				return false
			}
			if string(x.block) == "toolCall" {
				x.calls = append(x.calls, x.blockID)
			}
		} else if !x.skip() {
			return false
		}
		switch x.peek() {
		case ',':
			x.i++
		case ']':
			x.i++
			return true
		default:
			return false
		}
	}
}

func (x *extractor) blockMember(key []byte) bool {
	switch string(key) {
	case "type":
		return x.take(&x.block)
	case "id":
		v, isString, ok := x.text()
		x.blockID = 0
		if isString {
			x.blockID = keyOf(v)
			if odd(v) {
				x.flags |= OddCallID
			}
		}
		return ok
	}
	return x.skip()
}

// odd reports whether some API's id rules would change the id: a character
// outside [A-Za-z0-9_-], more than 40 of them, or none.
func odd(id []byte) bool {
	if len(id) == 0 || len(id) > 40 {
		return true
	}
	for _, c := range id {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c|32 < 'a' || c|32 > 'z') {
			return true
		}
	}
	return false
}
