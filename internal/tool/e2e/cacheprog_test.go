package e2e

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestSharedCache checks that a machine with an empty build cache analyses
// nothing again of what another one has put into a shared store. The go command
// asks such a store by a program that it runs, see go help cache and
// https://pkg.go.dev/cmd/go/internal/cacheprog.
func TestSharedCache(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and analyses a part of the standard library")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := module(t, "pause/pause.go", pause, "fetch/fetch.go", bad)
	store := t.TempDir()
	machine := func(dir string, flags ...string) outcome {
		local := t.TempDir() // each has an empty cache of its own
		env := []string{"GOCACHE=" + local, "GOCACHEPROG=" + self + " " + serveCache + " " + filepath.Join(local, "fetched"), storeVar + "=" + store}
		return run(t, dir, env, slices.Concat([]string{"vet", "-vettool=TOOL"}, flags, []string{"./..."})...)
	}
	findings := []string{"fetch/fetch.go:10", "fetch/fetch.go:9"}

	first := machine(dir)
	first.want(t, findings...)
	first.wantCalls(t, "example.com/m/fetch", "example.com/m/pause")
	if !slices.Contains(first.calls, "time") {
		t.Errorf("an empty cache has the analysis of package time: the tool was called for %q", first.calls)
	}

	second := machine(dir)
	second.want(t, findings...)
	if len(second.calls) > 0 {
		t.Errorf("the second machine called the tool for %q", second.calls)
	}

	t.Run("another directory", func(t *testing.T) { // as in docs/guide.md
		third := machine(tooltest.Clone(t, dir))
		third.want(t, findings...)
		third.wantCalls(t, "example.com/m/fetch", "example.com/m/pause")
		if len(third.calls) != 2 {
			t.Errorf("more than the module's own packages: %q", third.calls)
		}
	})
}

// serveCache is the argument by which the test's program is a cache program.
const serveCache = "serve-cache"

// request and response are the messages between the go command and its cache
// program, one JSON value a line.
type request struct {
	ID                 int64
	Command            string
	ActionID, OutputID []byte
	BodySize           int64
}

type response struct {
	ID            int64
	Err           string   `json:",omitempty"`
	KnownCommands []string `json:",omitempty"`
	Miss          bool     `json:",omitempty"`
	OutputID      []byte   `json:",omitempty"`
	Size          int64    `json:",omitempty"`
	DiskPath      string   `json:",omitempty"`
}

// serve answers the go command. Objects are kept in the store, which machines
// share, and copied to a directory of this machine when they are asked for.
func serve(store string, in io.Reader, out io.Writer) error {
	local := os.Args[slices.Index(os.Args, serveCache)+1]
	if err := os.MkdirAll(local, 0o777); err != nil {
		return err
	}
	enc, dec := json.NewEncoder(out), json.NewDecoder(in)
	if err := enc.Encode(response{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	for {
		var req request
		if err := dec.Decode(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		resp, err := answer(req, dec, store, local)
		if err != nil {
			resp.Err = err.Error()
		}
		resp.ID = req.ID
		if err := enc.Encode(resp); err != nil {
			return err
		}
		if req.Command == "close" {
			return nil
		}
	}
}

func answer(req request, dec *json.Decoder, store, local string) (response, error) {
	action := hex.EncodeToString(req.ActionID)
	switch req.Command {
	case "put":
		var body string
		if req.BodySize > 0 {
			if err := dec.Decode(&body); err != nil {
				return response{}, err
			}
		}
		data, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return response{}, err
		}
		object := hex.EncodeToString(req.OutputID)
		path := filepath.Join(local, object)
		return response{DiskPath: path}, errors.Join(
			os.WriteFile(path, data, 0o666),
			os.WriteFile(filepath.Join(store, "o-"+object), data, 0o666),
			os.WriteFile(filepath.Join(store, "a-"+action), []byte(object), 0o666))
	case "get":
		object, err := os.ReadFile(filepath.Join(store, "a-"+action))
		if errors.Is(err, fs.ErrNotExist) {
			return response{Miss: true}, nil
		} else if err != nil {
			return response{}, err
		}
		data, err := os.ReadFile(filepath.Join(store, "o-"+string(object)))
		if err != nil {
			return response{}, err
		}
		id, err := hex.DecodeString(string(object))
		if err != nil {
			return response{}, err
		}
		path := filepath.Join(local, string(object))
		return response{OutputID: id, Size: int64(len(data)), DiskPath: path}, os.WriteFile(path, data, 0o666)
	case "close":
		return response{}, nil
	}
	return response{}, fmt.Errorf("unknown command %s", strings.TrimSpace(req.Command))
}
