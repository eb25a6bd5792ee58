package main

import (
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// activeOnly narrows rules to the branch that pi resumes. What is wrong with
// lines, the header or the tree concerns every branch and is always reported;
// what is wrong with calls and results counts only where the branch leads.
func activeOnly(rules []*integrity.Rule) []*integrity.Rule {
	if rules == nil {
		rules = integrity.Rules
	}
	out := make([]*integrity.Rule, len(rules))
	for i, r := range rules {
		out[i] = r
		if r.Layer > integrity.Tree && r.Severity > integrity.Info {
			narrow := *r
			narrow.Check = func(p *integrity.Pass) { checkActive(p, r) }
			out[i] = &narrow
		}
	}
	return out
}

// checkActive reports what a rule finds on the active branch. An error of reading
// is left to the rules that are not narrowed: they read the same session.
func checkActive(p *integrity.Pass, r *integrity.Rule) {
	found, err := integrity.CheckSince(p.Was, p.Origin, p.Log, p.Name, []*integrity.Rule{r})
	if err != nil || len(found) == 0 {
		return
	}
	on := onActive(p.Log)
	for _, f := range found {
		if on[f.Line] {
			p.Report(f)
		}
	}
}

func onActive(log *sessionlog.Log) map[int]bool {
	on := map[int]bool{}
	if log.Active() >= 0 {
		for _, line := range log.Branch(log.Active()) {
			on[line] = true
		}
	}
	return on
}
