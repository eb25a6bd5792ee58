package main

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError words what the library says of a flag.
func flagError(cmd *cobra.Command, err error) error {
	help := "what there is: " + cmd.CommandPath() + " --help"
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, "--"+f.Name)
			}
		})
		near := didYouMean("--"+unknown.GetSpecifiedName(), names)
		if strings.HasSuffix(cmd.Use, "PI-ARGS...") && (near == "" || unknown.GetSpecifiedShortnames() != "") {
			near = "what is meant for pi stands behind two dashes: " + cmd.Parent().CommandPath() + " " + cmd.Use
		}
		return usage(cmp.Or(near, help), "%v", err)
	}
	if wrong := (*pflag.InvalidValueError)(nil); errors.As(err, &wrong) {
		if f := wrong.GetFlag(); kinds[f.Value.Type()] != "" {
			return usage(help, "--%s takes %s, not %q", f.Name, kinds[f.Value.Type()], wrong.GetValue())
		}
	}
	return usage(help, "%v", err)
}

// kinds says what the types of flags are to people.
var kinds = map[string]string{"int": "a number", "uint16": "a number up to 65535", "bool": "true or false"}

// noArgs refuses words where a command takes none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage("leave it away: "+cmd.CommandPath(), "%s takes no %q", cmd.Name(), args[0])
}

// addHelp adds the library's own commands, such that they refuse what they do not know.
func addHelp(root *cobra.Command) {
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	root.CompletionOptions.DisableDefaultCmd = false
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			onlyCommands(c)
		}
	}
}

// newHelp is the library's command, which takes an unknown word for no word.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Print the help of a command",
		Example: "  pi-fix help check",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, rest, err := cmd.Root().Find(args)
			if err != nil || len(args) > 0 && (c == cmd.Root() || len(rest) > 0) {
				next := cmp.Or(didYouMean(args[0], commandNames()), "what there is: pi-fix --help")
				return usage(strings.Replace(next, "you mean ", "you mean pi-fix help ", 1), "there is no command %q", strings.Join(args, " "))
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}

// onlyCommands lets a command that has others refuse what is none of them.
func onlyCommands(cmd *cobra.Command) {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				names = append(names, c.Name())
			}
		}
		next := cmp.Or(didYouMean(args[0], names), "what there is: "+cmd.CommandPath()+" --help")
		return usage(strings.Replace(next, "you mean ", "you mean "+cmd.CommandPath()+" ", 1), "%s has no command %q", cmd.Name(), args[0])
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
}
