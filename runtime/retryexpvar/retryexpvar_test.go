package retryexpvar_test

import (
	"context"
	"encoding/json"
	"errors"
	"expvar"
	"reflect"
	"testing"
	"testing/synctest"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryexpvar"
)

func vars(t *testing.T, name string) (got map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(expvar.Get(name).String()), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestCounts(t *testing.T) {
	observer := retryexpvar.New("dependency")
	synctest.Test(t, func(t *testing.T) {
		policy := retry.Policy{
			Jitter:   retry.NoJitter,
			Budget:   &retry.Budget{Burst: 3, Ratio: -1, PerSecond: -1},
			Observer: observer,
		}
		for _, err := range []error{errors.New("refused"), context.DeadlineExceeded} {
			retry.Do(t.Context(), policy, func(context.Context) error { return err })
		}
		// A retry that is waited for and never sent is not one.
		policy.Budget = retry.NoBudget
		ctx, cancel := context.WithCancel(t.Context())
		retry.Do(ctx, policy, func(context.Context) error { cancel(); return errors.New("refused") })
	})
	want := map[string]any{
		"attempts_total":     6.0,
		"retries_total":      map[string]any{"error": 2.0, "timeout": 1.0},
		"gave_up_total":      map[string]any{"attempts": 1.0, "budget": 1.0, "canceled": 1.0},
		"wait_seconds_total": 0.4,
		"nested_total":       0.0,
	}
	if got := vars(t, "dependency"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestBudgets(t *testing.T) {
	var budgets retry.Budgets[string]
	retryexpvar.PublishBudgets("budgets", budgets.All)
	budgets.For("a.example").Withdraw()
	budgets.For("b.example")
	got := vars(t, "budgets")
	if len(got) != 2 || got["a.example"].(map[string]any)["withdrawn"] != 1.0 || got["b.example"].(map[string]any)["balance"] != 5.0 {
		t.Errorf("got %v", got)
	}
}
