package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"gopkg.in/yaml.v3"
)

// recorded makes a folder with a sound and a broken session.
func recorded(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for to, from := range map[string]string{
		"recorded/sound.jsonl":  "../../testdata/sessions/1.5.2-thinking.jsonl",
		"recorded/broken.jsonl": "../../testdata/broken.jsonl",
	} {
		b, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		to = filepath.Join(dir, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func readYAML(t *testing.T, name string, to any) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestAction runs the steps of the action as a runner does: with bash, the inputs
// in the environment, in the folder of the checkout.
func TestAction(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the steps need bash")
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				Name, Shell, Run string
				Env              map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	bin := filepath.Dir(buildProgram(t))
	run := func(t *testing.T, dir string, inputs map[string]string) (string, error) {
		for _, step := range action.Runs.Steps {
			if step.Run == "" {
				continue
			}
			cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.Run)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			for name, value := range step.Env {
				key := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
				input, ok := inputs[key]
				if !ok {
					input = action.Inputs[key].Default
				}
				cmd.Env = append(cmd.Env, name+"="+input)
			}
			out, err := cmd.CombinedOutput()
			if err != nil || step.Name == action.Runs.Steps[len(action.Runs.Steps)-1].Name {
				return string(out), err
			}
		}
		t.Fatal("the last step does not run anything")
		return "", nil
	}

	dir := recorded(t)
	out, err := run(t, dir, map[string]string{"sarif": "out.sarif"})
	if err == nil || !strings.Contains(out, "::error file=recorded/broken.jsonl,line=10,title=pair-duplicate-result::") {
		t.Errorf("a broken session: %v\n%s", err, out)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "out.sarif")); err != nil || !strings.Contains(string(b), `"ruleId": "pair-duplicate-result"`) {
		t.Errorf("the SARIF log: %v", err)
	}
	if out, err := run(t, dir, map[string]string{"sessions": "recorded/s*.jsonl", "command": "replay", "args": "--branch active"}); err != nil {
		t.Errorf("a sound session: %v\n%s", err, out)
	}
}

// TestPreCommit runs the hooks as their manifest says: entry, then file names.
func TestPreCommit(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) == 0 {
		t.Fatal("there are no hooks")
	}
	program, dir := buildProgram(t), recorded(t)
	for _, hook := range hooks {
		for name, fails := range map[string]bool{"recorded/sound.jsonl": false, "recorded/broken.jsonl": true} {
			args := append(strings.Fields(hook.Entry), name)
			if args[0] != "pi-fix" {
				t.Fatalf("%s runs %s", hook.ID, args[0])
			}
			cmd := exec.Command(program, args[1:]...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if (err != nil) != fails {
				t.Errorf("%s %s: %v\n%s", hook.ID, name, err, out)
			}
		}
	}
}

// TestGitLabJob runs the script of the job that the README shows, and reads the
// report that it names.
func TestGitLabJob(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the script needs a shell")
	}
	readme := string(readFile(t, filepath.Join("..", "..", "README.md")))
	_, block, _ := strings.Cut(readme, "A job for GitLab:\n\n```yaml\n")
	block, _, _ = strings.Cut(block, "```")
	var jobs map[string]struct {
		Script    []string
		Artifacts struct{ Reports struct{ JUnit string } }
	}
	if err := yaml.Unmarshal([]byte(block), &jobs); err != nil || len(jobs["sessions"].Script) == 0 {
		t.Fatalf("the job: %v\n%s", err, block)
	}
	job, dir := jobs["sessions"], recorded(t)
	cmd := exec.Command("sh", "-ec", strings.Join(job.Script, "\n"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(buildProgram(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Errorf("the job is green with a broken session\n%s", out)
	}
	suites, err := junit.IngestFile(filepath.Join(dir, job.Artifacts.Reports.JUnit))
	if err != nil || len(suites) != 2 || suites[0].Totals.Failed != 1 || suites[1].Totals.Failed != 0 {
		t.Errorf("the report: %v, %+v", err, suites)
	}
}
