package retry_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/retryvet/retryvet/runtime/retry"
)

const here = "github.com/retryvet/retryvet/runtime/retry_test"

// budgetOf is the budget that a failing call under p is paid from.
func budgetOf(t *testing.T, p retry.Policy, loop loop, op func(context.Context) error) (b *retry.Budget) {
	p.MaxAttempts = 1
	p.Observer = retry.ObserverFunc(func(_ context.Context, e retry.Event) { b = e.Budget })
	loop(t.Context(), p, op)
	return b
}

func fails(context.Context) error { return errOp }

type client struct{}

func (client) Ping(context.Context) error { return errOp }

// Policies without a budget share one by package and name.
func TestDefaultBudgets(t *testing.T) {
	for name, loop := range loops {
		named := retry.Policy{Name: "named by " + name}
		one := budgetOf(t, named, loop, fails)
		again := budgetOf(t, named, loop, func(context.Context) error { return errOp })
		method := budgetOf(t, named, loop, client{}.Ping)
		if one == nil || one != again || one != method {
			t.Errorf("%s: %p, %p and %p, want one budget", name, one, again, method)
		}
		if other := budgetOf(t, retry.Policy{}, loop, fails); other == one {
			t.Errorf("%s: another name has the same budget", name)
		}
		if own := new(retry.Budget); budgetOf(t, retry.Policy{Budget: own}, loop, fails) != own {
			t.Errorf("%s: the policy's own budget is not used", name)
		}
		found := false
		for key, b := range retry.DefaultBudgets() {
			found = found || key == here+" named by "+name && b == one
		}
		if !found {
			t.Errorf("%s: the budget is not published", name)
		}
	}
	// A function of another package brings that one's.
	foreign := budgetOf(t, retry.Policy{Name: "foreign"}, retry.Do, new(http.Server).Shutdown)
	if foreign == budgetOf(t, retry.Policy{Name: "foreign"}, retry.Do, fails) {
		t.Error("two packages share a budget")
	}
}

func TestPackageOf(t *testing.T) {
	for function, want := range map[string]string{
		"example.org/x/y.F":                        "example.org/x/y",
		"example.org/x/y.(*T).Method.func1":        "example.org/x/y",
		"example.org/x/y.F[example.org/z.T].func2": "example.org/x/y",
		"main.main.func1":                          "main",
		"gopkg.in/yaml%2ev3.F":                     "gopkg.in/yaml%2ev3",
		"nothing":                                  "nothing",
	} {
		if got := retry.PackageOf(function); got != want {
			t.Errorf("%s: %q, want %q", function, got, want)
		}
	}
}
