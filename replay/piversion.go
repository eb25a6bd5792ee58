package replay

// A PiVersion is a version of pi whose requests can be built.
type PiVersion struct {
	// Name is the number of the release.
	Name string
	// Differs is what it does otherwise than the newest one.
	Differs Version
}

// PiVersions lists the versions of pi that are known, the newest first. Versions
// between two of them do as the one or the other; the fields of [Version] say when
// each thing changed.
var PiVersions = []PiVersion{
	{Name: "1.5.2"},
	{Name: "0.87.1", Differs: Version{ThinkingAsText: true, ErrorImagesInside: true, DefaultTools: true, BlankOutput: true}},
	{Name: "0.74.2", Differs: Version{
		OldContext: true, NullContent: true, ThinkingAsText: true, ErrorImagesInside: true, DefaultTools: true, BlankOutput: true,
		SeeImage: true, AnyItemIDs: true, PlainMessageIDs: true, CallPart: true, EmptyTexts: true, AnyField: true,
		BlankThoughts: true, PlainPath: true, FewIDs: true, BlankTexts: true,
		WholeFile: true, Overwrites: true,
	}},
}

// PiVersionNamed returns the version of that name; ok is false when it is unknown.
func PiVersionNamed(name string) (v PiVersion, ok bool) {
	for _, v := range PiVersions {
		if v.Name == name {
			return v, true
		}
	}
	return PiVersion{}, false
}
