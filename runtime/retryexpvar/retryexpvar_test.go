package retryexpvar_test

import (
	"context"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryexpvar"
)

// published counts the names taken, which expvar never gives back.
var published int

func freshName() string {
	published++
	return fmt.Sprint("dependency", published)
}

func TestPublish(t *testing.T) {
	name := freshName()
	synctest.Test(t, func(t *testing.T) {
		budget := &retry.Budget{MaxRetries: 3, MinPerSecond: -1}
		policy := retry.Policy{Budget: budget, OnRetry: retryexpvar.Publish(name, budget)}
		for _, err := range []error{errors.New("refused"), retry.RetryAfter(errors.New("busy"), time.Second)} {
			retry.Do(t.Context(), policy, func(context.Context) error { return err })
		}
		var got map[string]any
		if err := json.Unmarshal([]byte(expvar.Get(name).String()), &got); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{
			"retries_total":                map[string]any{"error": 2.0, "retry_after": 1.0},
			"retry_budget_balance":         0.0,
			"retry_budget_exhausted_total": 1.0,
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

func TestPublishWithoutBudget(t *testing.T) {
	name := freshName()
	hook := retryexpvar.Publish(name, nil)
	hook(t.Context(), retry.Event{Err: context.DeadlineExceeded})
	if got, want := expvar.Get(name).String(), `{"retries_total": {"timeout": 1}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
