package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Example: "  pi-fix man | man -l -",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return writeMan(a.out, cmd.Root()) },
	}
}

// writeMan renders the help of all commands as one page. (cobra has a package
// for that, which would bring a Markdown library along.)
func writeMan(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH PI-FIX 1 \"\" \"pi-fix %s\"\n", roff(root.Version))
	fmt.Fprintf(&b, ".SH NAME\npi-fix \\- %s\n", roff(root.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B pi-fix\n%s\n.br\n.B pi-fix\nCOMMAND\n", roff(strings.TrimPrefix(root.Use, "pi-fix ")))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n.SH OPTIONS\n", paragraphs(root.Long))
	manFlags(&b, root.Flags())
	b.WriteString(".SH COMMANDS\n")
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		long := c.Long
		if long == "" {
			long = c.Short + "."
		}
		fmt.Fprintf(&b, ".SS \"%s\"\n%s\n", roff(c.CommandPath()+strings.TrimPrefix(c.Use, c.Name())), paragraphs(long))
		manFlags(&b, c.LocalNonPersistentFlags())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func manFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR %s\n%s\n", roff(name), roff(value), roff(text))
	})
}

// paragraphs keeps lines as they are: they are wrapped already, and some are
// meant to stand by themselves.
func paragraphs(text string) string {
	return ".nf\n" + roff(strings.TrimSpace(text)) + "\n.fi"
}

// roff escapes what troff would take for its own.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
