package retryprom_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryprom"
)

// scrape is what a Prometheus server gets, without comments and buckets.
func scrape(t *testing.T, url string) (lines []string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(body)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") && !strings.Contains(line, "_bucket{") {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestScrape(t *testing.T) {
	observer := retryprom.New()
	var perHost retry.Budgets[string]
	perHost.PerSecond = -1
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(observer, retryprom.Budgets(perHost.All))
	server := httptest.NewServer(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	defer server.Close()

	policy := retry.Policy{
		Name: "payments", BaseDelay: 1, Jitter: retry.NoJitter,
		Budget: &retry.Budget{Burst: 3, Ratio: -1, PerSecond: -1}, Observer: observer,
	}
	for _, failure := range []error{errors.New("refused"), context.DeadlineExceeded} {
		retry.Do(t.Context(), policy, func(context.Context) error { return failure })
	}
	perHost.For("example.com").Withdraw()
	perHost.For("example.com").Withdraw()
	perHost.For("example.com").Refund()

	want := []string{
		`retry_attempts_total{outcome="error",policy="payments"} 3`,
		`retry_attempts_total{outcome="timeout",policy="payments"} 2`,
		`retry_budget_balance{budget="example.com"} 4`,
		`retry_budget_refunded_total{budget="example.com"} 1`,
		`retry_budget_refused_total{budget="example.com"} 0`,
		`retry_budget_size{budget="example.com"} 5`,
		`retry_budget_withdrawn_total{budget="example.com"} 2`,
		`retry_gave_up_total{policy="payments",reason="attempts"} 1`,
		`retry_gave_up_total{policy="payments",reason="budget"} 1`,
		`retry_retries_total{failure="error",policy="payments"} 2`,
		`retry_retries_total{failure="timeout",policy="payments"} 1`,
		`retry_wait_seconds_sum{policy="payments"} 4e-09`,
		`retry_wait_seconds_count{policy="payments"} 3`,
	}
	if got := scrape(t, server.URL); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if problems, err := testutil.GatherAndLint(registry); err != nil || len(problems) > 0 {
		t.Errorf("promlint: %v, %v", problems, err)
	}
}
