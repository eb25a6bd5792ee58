// Package mapper outlines one source file: which declarations, keys or sections it
// has, and in which lines they stand, so that a reader can go to the right ones.
//
// [Outline] reads bytes and never fails on damage: a file whose brackets do not fit,
// a part of a file, or a file with a stray quote is mapped as far as it can be read.
// Every line number lies in the file, and a symbol's range within its parent's.
// [Map.Format] writes the map within a budget of bytes. Both are functions of their
// arguments alone: no clock, no environment, no process, no file is touched.
//
// # Adding a language
//
// A language is a row in [Languages] and a file lang_NAME.go with one function
//
//	func scanName(f *file)
//
// which calls f.add(depth, Symbol) for what it finds, in the order of the file and
// parents before their children, and f.use(name) for imports. Depth 0 is the
// outermost. Last may be set later through the index that add returns, as
// f.nodes[at].Last. It must not panic on any bytes, and take linear time.
//
// Text in lines, such as Markdown or INI, is read with f.count and f.lineText. Code
// in brackets starts from a syntax, which says what comments and strings look like,
// and f.read(syntax), which returns tokens with their brackets paired: c.next(i) goes
// past a whole group, c.mate(i) to its end, c.between(i, j) quotes the source on one
// line, c.doc(i) finds the comment above. A hook of the syntax takes what no table
// can say, such as heredocs or raw strings. Where brackets do not fit, read has
// already decided by the indentation what belongs together; a scan function needs
// only to look at each token once and to make no step backwards.
//
// Name is the bare name, Signature what a reader would see in the source without its
// body, First the line of the declaration itself and Head the line of the decorators
// or attributes before it. A declaration whose end is not known yet may be left with
// Last 0: it is left out then, and what it holds moves up.
//
// A language comes with a file in testdata/maps, the map that is expected of it beside
// it (go test ./mapper -update writes it).
package mapper
