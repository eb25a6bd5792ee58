// Package events turns what pi prints with --mode json into one stream of
// messages that is the same for every version of pi.
//
// Up to 0.83 pi repeats the whole answer with every piece of it, later it prints
// the pieces alone; tools, retries and ends have changed as well. A [Normalizer]
// takes the lines and gives [Event] values: first the session, then texts, calls
// and results as they come, and in the end exactly one [Completed] or [Failed].
// A [Reader] does the same for a stream.
//
// Nothing in a stream is an error. Lines that are no JSON, or have no type, are
// kept for the [Diagnosis] of the last event; types that are not known are
// passed over. A line ends with a line feed and nothing else, and may have any
// length.
package events
