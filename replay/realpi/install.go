package realpi

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

var (
	// ErrUnknownVersion means that a version is not in [Releases] or [Old].
	ErrUnknownVersion = errors.New("unknown version of pi")
	// ErrNoNpm means that there is no npm to install with.
	ErrNoNpm = errors.New("npm is not installed")
	// ErrNoNode means that no Node.js on this machine is new enough, and that
	// none can be installed for this platform.
	ErrNoNode = errors.New("no suitable node")
)

// A Cache is a folder of installed versions. Several processes may share one:
// a version is installed once, by whoever comes first, and appears whole or
// not at all. Nothing in it is ever removed or updated.
type Cache struct {
	// Dir is the folder; it is made when something is installed.
	Dir string
	// Env is the environment of npm and, narrowed to a few variables that say
	// nothing about providers, of pi. npm finds its configuration there and
	// both find Node.js through its PATH.
	Env []string
}

// Install returns the given version of pi and brings it into the cache first
// if it is not there. The context ends a waiting or an installation.
func (c *Cache) Install(ctx context.Context, version string) (*Pi, error) {
	release, err := findRelease(version)
	if err != nil {
		return nil, err
	}
	node, err := c.node(ctx, release.Node)
	if err != nil {
		return nil, fmt.Errorf("install pi %s: %w", version, err)
	}
	dir, err := c.place(ctx, "pi-"+version, func(ctx context.Context, dir string) error {
		return c.fetch(ctx, dir, release)
	})
	if err != nil {
		return nil, fmt.Errorf("install pi %s: %w", version, err)
	}
	script := filepath.Join(packageDir(dir, release.Package), filepath.FromSlash(release.Script))
	return &Pi{Version: version, argv: []string{node, script}, env: c.Env}, nil
}

func findRelease(version string) (Release, error) {
	for _, r := range slices.Concat(Releases, Old) {
		if r.Version == version {
			return r, nil
		}
	}
	return Release{}, fmt.Errorf("%w: %s", ErrUnknownVersion, version)
}

// fetch brings one release into an empty folder.
func (c *Cache) fetch(ctx context.Context, dir string, r Release) error {
	spec := r.Package + "@" + r.Version
	if r.Standalone {
		return c.npmUnpack(ctx, dir, spec, packageDir(dir, r.Package))
	}
	return c.npmInstall(ctx, dir, spec)
}

// packageDir is where npm puts a package below a prefix.
func packageDir(prefix, pkg string) string {
	return filepath.Join(prefix, "node_modules", filepath.FromSlash(pkg))
}

// place makes sure that the folder name exists in the cache and returns it.
// The folder is filled under another name and renamed when it is whole, so a
// folder that can be seen can be used, even while other processes install.
func (c *Cache) place(ctx context.Context, name string, fill func(context.Context, string) error) (string, error) {
	dir, err := filepath.Abs(filepath.Join(c.Dir, name))
	if err != nil {
		return "", err
	}
	if isDir(dir) {
		return dir, nil
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return "", err
	}
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return "", fmt.Errorf("lock %s: %w", lock.Path(), err)
	}
	defer lock.Close()
	if isDir(dir) {
		return dir, nil
	}
	return dir, fillAndRename(ctx, dir, fill)
}

// fillAndRename needs the lock of dir: it removes what a killed predecessor
// left unfinished.
func fillAndRename(ctx context.Context, dir string, fill func(context.Context, string) error) error {
	unfinished := dir + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	if err := os.Mkdir(unfinished, 0o755); err != nil {
		return err
	}
	if err := fill(ctx, unfinished); err != nil {
		return errors.Join(err, os.RemoveAll(unfinished))
	}
	return os.Rename(unfinished, dir)
}

func isDir(name string) bool {
	stat, err := os.Stat(name)
	return err == nil && stat.IsDir()
}
