package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// output is where a report goes: standard output or the file of -o. It remembers
// the first error, so that a full disk is told once and does not pass for success.
type output struct {
	to   io.Writer
	file *os.File // nil for standard output
	err  error
}

func openOutput(name string, stdout io.Writer) (*output, error) {
	if name == "" {
		return &output{to: stdout}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	return &output{to: f, file: f}, nil
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.to.Write(b)
	if o.err == nil && err != nil {
		o.err = fmt.Errorf("cannot write the output: %w", cause(err))
	}
	return n, err
}

// close ends the output and returns the first error.
func (o *output) close() error {
	if o.file != nil {
		if err := o.file.Close(); o.err == nil && err != nil {
			o.err = fmt.Errorf("cannot write the output: %w", cause(err))
		}
	}
	return o.err
}

// cause is an error without the name of the file.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
