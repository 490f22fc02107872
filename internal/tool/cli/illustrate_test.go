package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestMapPage writes the page of a program, with the source of its loop and the
// fix of what is wrong there. What browsers make of it is tested beside the page.
func TestMapPage(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "main.go", `package main

import (
	"context"
	"net/http"
	"time"
)

func main() { fetch(context.Background()) }

func fetch(ctx context.Context) (err error) {
	for range 3 {
		if err = once(ctx); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return err
}

func once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "https://example.com", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}
`)
	got := run(t, dir, tool, "map", "-format", "html", "./...")
	if got.Status != 0 || got.Stderr != "" {
		t.Fatalf("exit status %d\n%s", got.Status, got.Stderr)
	}
	_, text, _ := strings.Cut(got.Stdout, `id="map">`)
	text, _, _ = strings.Cut(text, "</script>")
	var page struct {
		Layers []struct {
			Source   []string
			Findings []struct{ Check, Fix string }
		}
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil || len(page.Layers) != 1 {
		t.Fatalf("%v, layers %+v", err, page.Layers)
	}
	l := page.Layers[0]
	if len(l.Source) != 6 || l.Source[0] != "\tfor range 3 {" || l.Source[5] != "\t}" {
		t.Errorf("source %q", l.Source)
	}
	for _, f := range l.Findings {
		if f.Check == "finalsleep" {
			if !strings.HasPrefix(f.Fix, "--- a/main.go\n+++ b/main.go\n") || !strings.Contains(f.Fix, "\n-\t\ttime.Sleep(10 * time.Second)\n") {
				t.Errorf("fix:\n%s", f.Fix)
			}
			return
		}
	}
	t.Errorf("no finalsleep among %+v", l.Findings)
}
