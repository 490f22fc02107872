package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes the files of a result. First it makes the new text of each beside
// the old one, so that a file or folder that can't be written stops all before
// anything has changed; then it puts them in place.
func (r *Result) Write() error {
	var made []string
	defer func() {
		for _, name := range made {
			os.Remove(name)
		}
	}()
	for _, f := range r.Files {
		name, err := beside(f)
		if err != nil {
			return fmt.Errorf("nothing was changed: %w", err)
		}
		made = append(made, name)
	}
	for i, f := range r.Files {
		if err := os.Rename(made[i], f.Name); err != nil {
			return fmt.Errorf("%d of %d files were changed: %w", i, len(r.Files), err)
		}
	}
	made = nil
	return nil
}

// beside writes the new text of a file under another name.
func beside(f File) (name string, err error) {
	info, err := os.Stat(f.Name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", &fs.PathError{Op: "write", Path: f.Name, Err: errors.New("not a regular file")}
	}
	if info.Mode().Perm()&0o200 == 0 { // a file that may not be written may yet be replaced
		return "", &fs.PathError{Op: "write", Path: f.Name, Err: fs.ErrPermission}
	}
	tmp, err := os.CreateTemp(filepath.Dir(f.Name), ".retryvet-*")
	if err != nil {
		return "", err
	}
	_, err = tmp.Write(f.New)
	err = errors.Join(err, tmp.Chmod(info.Mode().Perm()), tmp.Close())
	if err != nil {
		os.Remove(tmp.Name())
		return "", err
	}
	return tmp.Name(), nil
}
