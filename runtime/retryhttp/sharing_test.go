package retryhttp_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

func TestHostsHaveTheirOwnBudgets(t *testing.T) {
	bad, good := serve(t, burst(999, 503)), serve(t, burst(2, 503))
	transport := &retryhttp.Transport{
		Policy:  quick,
		Budgets: retry.Budgets[string]{Burst: 5, Ratio: -1, PerSecond: -1},
	}
	c := client(t, transport)
	for range 10 {
		resp, err := c.Get(bad.URL)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	bad.wantRequests(t, 15) // ten and the budget of five
	resp, err := c.Get(good.URL)
	wantAnswer(t, resp, err, 200, "answer 3")

	// A request that is never retried is traffic too.
	transport.Budgets = retry.Budgets[string]{Ratio: 0.5}
	resp, err = c.Post(good.URL, "text/plain", nil)
	wantAnswer(t, resp, err, 200, "answer 4")
	if size := transport.Budgets.For(strings.TrimPrefix(good.URL, "http://")).Stats().Size; size < 5.4 {
		t.Errorf("room for %g tokens after a POST, want 5.5", size)
	}
}

func TestPolicyBudgetIsForAllHosts(t *testing.T) {
	one, two := serve(t, burst(999, 503)), serve(t, burst(999, 503))
	policy := quick
	policy.Budget = &retry.Budget{Burst: 3, Ratio: -1, PerSecond: -1}
	c := client(t, &retryhttp.Transport{Policy: policy})
	for _, url := range []string{one.URL, two.URL} {
		resp, err := c.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	one.wantRequests(t, 3)
	two.wantRequests(t, 2)
}

func TestSharedByGoroutines(t *testing.T) {
	var failed sync.Map
	s := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if _, again := failed.LoadOrStore(r.URL.Path, true); !again {
			w.WriteHeader(503)
		}
		fmt.Fprint(w, r.URL.Path)
	})
	policy := quick
	policy.Budget = retry.NoBudget
	c := client(t, &retryhttp.Transport{Policy: policy})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 10 {
				path := fmt.Sprintf("/%d/%d", g, i)
				resp, err := c.Do(request(t, "PUT", s.URL+path, strings.NewReader(path)))
				if err != nil {
					t.Error(err)
					return
				}
				got, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				if resp.StatusCode != 200 || string(got) != path {
					t.Errorf("%s: %d %q", path, resp.StatusCode, got)
				}
			}
		})
	}
	wg.Wait()
	s.wantRequests(t, 160)
}
