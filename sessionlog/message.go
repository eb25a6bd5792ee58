package sessionlog

import "bytes"

func (x *extractor) messageMember(key []byte) bool {
	x.meet(&x.seenInside, key)
	switch string(key) {
	case "role":
		v, isString, ok := x.text()
		x.role = RoleOther
		if isString {
			x.role = roleOf(v)
		}
		return ok
	case "stopReason":
		v, isString, ok := x.text()
		x.stop = StopOther
		if isString {
			x.stop = stopOf(v)
		}
		return ok
	case "toolCallId":
		return x.takeID(&x.call, 0)
	case "content":
		x.calls = x.calls[:0]
		x.flags &^= OddCallID | OddContent
		x.said, x.answers, x.pictures, x.thinks, x.unrun = false, false, x.pictures[:0], 0, Ran
		x.contentAs = x.peek()
		if x.contentAs == '[' {
			x.block.n = -1
			return elements(&x.scanner, x, (*extractor).contentBlock)
		}
		v, isString, ok := x.raw()
		x.said = isString && !blankInside(v)
		return ok
	}
	return x.factMember(key)
}

// factMember takes in what is true or false of a message.
func (x *extractor) factMember(key []byte) bool {
	switch string(key) {
	case "toolName":
		v, isString, ok := x.text()
		x.named = isString && soundName(v)
		return ok
	case "isError":
		c := x.peek()
		x.isError, x.oddError = c == 't', c != 't' && c != 'f' && c != 'n'
	case "usage":
		from := x.i
		x.spent = x.peek() != 'n'
		ok := x.skip()
		x.usage = ok && priced(x.b[from:x.i])
		return ok
	case "excludeFromContext":
		is, ok := x.truthy()
		if x.flags &^= Silent; is {
			x.flags |= Silent
		}
		return ok
	case "details":
		if x.peek() == '{' {
			return members(&x.scanner, x, (*extractor).detail)
		}
	}
	return x.skip()
}

// priced reports whether a usage says in a number what was paid, in the form in which
// pi writes it.
func priced(usage []byte) bool {
	// Of its members the cost alone is an object, and of that one's keys total alone has
	// an l: both are found by one byte, which takes a fifth of a search for the keys.
	const cost, total = `"cost":{`, `"total":`
	usage = bytes.TrimPrefix(usage, []byte("{"))
	at := bytes.IndexByte(usage, '{')
	if at < 0 || !bytes.HasSuffix(usage[:at+1], []byte(cost)) {
		return false
	}
	paid := usage[at+1:]
	from := bytes.IndexByte(paid, 'l') - len(`"tota`)
	if from < 0 || !bytes.HasPrefix(paid[from:], []byte(total)) {
		return false
	}
	number := paid[from+len(total):]
	return len(number) > 0 && (number[0] == '-' || number[0] >= '0' && number[0] <= '9')
}

// detail looks for the mark that pi-fix leaves in the results it makes.
func (x *extractor) detail(key []byte) bool {
	if string(key) == syntheticMark {
		x.synthes = true
	}
	return x.skip()
}

func (x *extractor) finishMessage() {
	switch x.role {
	case RoleAssistant:
		x.refs = append(x.refs, x.calls...)
		if !x.usage {
			x.flags |= NoUsage
		}
	case RoleToolResult:
		x.refs = append(x.refs, x.call)
		if x.synthes && x.isError {
			x.flags |= Synthetic
		}
		if x.unrun == Skipped || x.unrun == Interrupted && x.isError {
			x.flags |= NotRun
		}
	}
	if x.role != RoleBash {
		x.flags &^= Silent
	}
	x.flags &^= Pictures | Signed | OddSignature
	if x.keepPictures() {
		x.flags |= Pictures
	}
	switch {
	case x.role == RoleAssistant:
		x.flags |= x.thinks
	case x.role == RoleToolResult && x.spent && !x.usage:
		x.flags |= Unpriced
	}
	x.judgeContent(x.role == RoleSystem)
}

// judgeContent notes content that is not of the shape that pi writes for the
// role, and an error result that says nothing. What is healed may lack it.
func (x *extractor) judgeContent(healed bool) {
	if x.answers && x.role != RoleAssistant {
		x.flags |= OddContent
	}
	switch x.role {
	case RoleUser:
		if x.contentAs != '[' && x.contentAs != '"' || !x.said {
			x.flags |= OddContent
		}
	case RoleAssistant:
		if x.contentAs != '[' || len(x.pictures) > 0 {
			x.flags |= OddContent
		}
	case RoleToolResult:
		if x.contentAs != '[' || x.isError && !x.said || x.oddError || !x.named {
			x.flags |= OddContent
		}
	case RoleSystem, RoleCustom:
		missing := x.contentAs == 'n' || x.contentAs == 0
		if x.contentAs != '[' && x.contentAs != '"' && !(healed && missing) {
			x.flags |= OddContent
		}
	default:
		x.flags &^= OddContent
	}
}
