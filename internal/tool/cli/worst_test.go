package cli_test

import (
	"encoding/json"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestWorstInSARIF looks for the worst case of a site at the findings within it: three
// attempts with 10s and 20s between them, and four of those with a minute between, which
// is all that is known of what may be local.
func TestWorstInSARIF(t *testing.T) {
	dir := tooltest.Dir(t, "go.mod", gomod, "fetch.go", `package m

import (
	"context"
	"time"
)

func three(ctx context.Context, get func() error) (err error) {
	for i := range 3 {
		if err = get(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * 10 * time.Second)
	}
	return err
}

func Four(ctx context.Context, get func() error) (err error) {
	for range 4 {
		if err = three(ctx, get); err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return err
}

func Endless(ctx context.Context, get func() error) {
	for get() != nil {
		time.Sleep(time.Minute)
	}
}
`)
	o := run(t, dir, tool, "-checks", "ctxsleep", "-format", "sarif", "./...")
	var log struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct{ Region struct{ StartLine int } }
				}
				Properties map[string]float64
			}
		}
	}
	if err := json.Unmarshal([]byte(o.Stdout), &log); err != nil || len(log.Runs) != 1 {
		t.Fatal(err, o)
	}
	want := map[int]map[string]float64{
		13: {"worst_attempts": 3, "worst_wait": 30},
		23: {"worst_attempts": 4, "worst_wait": 180},
		30: {},
	}
	for _, r := range log.Runs[0].Results {
		line := r.Locations[0].PhysicalLocation.Region.StartLine
		numbers, ok := want[line]
		if delete(want, line); !ok || len(numbers) != len(r.Properties) {
			t.Errorf("line %d: %v, want %v", line, r.Properties, numbers)
		}
		for name, n := range numbers {
			if r.Properties[name] != n {
				t.Errorf("line %d: %s is %v, want %v", line, name, r.Properties[name], n)
			}
		}
	}
	for line := range want {
		t.Errorf("line %d: no finding; %s", line, o.Stderr)
	}
}
