package browser

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

func known(n float64) retrymap.Amount { return retrymap.Amount{Known: n} }

// hostile is a name that would run if it were taken for markup or script.
const hostile = `</script><script>window.harmed=true</script><img src=x onerror="window.harmed=true">`

// shop is a program of four packages as people write them, with one of each kind
// of thing that the page shows.
func shop() *retrymap.Map {
	fetch := strings.Split(`	for attempt := 0; attempt < 3; attempt++ {
		res, err := c.http.Do(req)
		if err == nil && res.StatusCode < 500 {
			return res, nil
		}
		time.Sleep(time.Second << attempt)
	}`, "\n")
	return &retrymap.Map{
		Module: "example.com/shop",
		Entries: []retrymap.Entry{
			{Kind: "http", Name: "GET /orders", Package: "example.com/shop/web", At: retrymap.Place{File: "web/orders.go", Line: 31}},
			{Kind: "http", Name: "POST /orders", Package: "example.com/shop/web", At: retrymap.Place{File: "web/orders.go", Line: 77}},
			{Kind: "main", Name: "main", Package: "example.com/shop", At: retrymap.Place{File: "main.go", Line: 12}},
			{Kind: "consumer", Name: "(*Worker).Handle", Package: "example.com/shop/worker", At: retrymap.Place{File: "worker/worker.go", Line: 40}},
			{Kind: "reconciler", Name: "(*Stock).Reconcile", Package: "example.com/shop/stock", At: retrymap.Place{File: "stock/reconcile.go", Line: 22}},
			{Kind: "exported", Name: "Export" + hostile, Package: "example.com/shop/export", At: retrymap.Place{File: "export/export.go", Line: 9}},
		},
		Operations: []retrymap.Operation{
			{Name: "(*http.Client).Do", Target: "payments"},
			{Name: "(*sql.DB).ExecContext", Target: "orders database"},
			{Name: "(*amqp.Channel).Publish", Target: "events" + hostile, Maybe: true},
			{Name: "(*s3.Client).PutObject", Target: "s3"},
			{Name: "net.Dial"},
		},
		Layers: []retrymap.Layer{
			{Kind: "retry", Func: "(*Handler).charge", Package: "example.com/shop/web", At: retrymap.Place{File: "web/charge.go", Line: 18, End: 29}, Attempts: known(5), Wait: known(31), Timeout: known(10), Bound: []string{"attempts"}, Delay: "exponential from 1s, times 2", Jitter: "none",
				Findings: []retrymap.Finding{{Check: "nestedretry", Message: "this loop tries up to 5 times, and (*Client).fetch below it 3 times, on a client that does so 4 times: 5 x 3 x 4 = 60 attempts on payments"}}},
			{Kind: "retry", Func: "(*Client).fetch", Package: "example.com/shop/payments", At: retrymap.Place{File: "payments/client.go", Line: 55, End: 61}, Source: fetch, Attempts: known(3), Wait: known(7), Bound: []string{"attempts"}, Delay: "exponential from 1s, times 2", Jitter: "none",
				Findings: []retrymap.Finding{
					{Check: "ctxsleep", Message: "this sleep cannot be interrupted: if ctx is cancelled, the function still waits up to 4s", Fix: "--- a/payments/client.go\n+++ b/payments/client.go\n@@ -60,1 +60,5 @@\n-\t\ttime.Sleep(time.Second << attempt)\n+\t\tselect {\n+\t\tcase <-time.After(time.Second << attempt):\n+\t\tcase <-ctx.Done():\n+\t\t\treturn nil, ctx.Err()\n+\t\t}\n"},
					{Check: "nojitter", Message: "all clients that fail together try again together"},
				}},
			{Kind: "client", Func: "retryablehttp default", Package: "github.com/hashicorp/go-retryablehttp", Attempts: known(4), Wait: known(7)},
			{Kind: "retry", Func: "withTx", Package: "example.com/shop/store", At: retrymap.Place{File: "store/tx.go", Line: 14, End: 33}, Source: []string{"\tfor i := range cfg.Tries {", "\t\tif err := run(tx); err == nil {", "\t\t\treturn nil", "\t\t}", "\t}"}, Attempts: retrymap.Amount{Known: 1, Symbols: []string{"cfg.Tries"}}, Wait: retrymap.Amount{Symbols: []string{"cfg.Tries x 200ms"}}, Bound: []string{"attempts", "ctx"}, Delay: "constant 200ms", Jitter: "full"},
			{Kind: "retry", Func: "(*Bus).run", Package: "example.com/shop/bus", At: retrymap.Place{File: "bus/bus.go", Line: 90, End: 104}, Attempts: retrymap.Amount{Endless: true}, Wait: retrymap.Amount{Endless: true}, Delay: "none",
				Findings: []retrymap.Finding{{Check: "uncapped", Message: "nothing ends this loop while " + hostile + " keeps failing"}, {Check: "nobackoff", Message: "the next attempt follows at once"}}},
			{Kind: "retry", Func: "upload", Package: "example.com/shop/export", At: retrymap.Place{File: "export/upload.go", Line: 8, End: 20}, Source: []string{"\t// " + hostile, "\tfor {"}, Attempts: known(2), Wait: known(0.5), Bound: []string{"attempts"}, Budget: true},
			{Kind: "reconnect", Func: "(*Feed).stay", Package: "example.com/shop/bus", At: retrymap.Place{File: "bus/feed.go", Line: 12, End: 30}, Wait: known(5), Bound: []string{"ctx"}, Delay: "constant 5s"},
		},
		Chains: []retrymap.Chain{
			{Entry: 3, Operation: 2, Layers: []int{4}, Via: []string{"(*Worker).Handle", "(*Bus).run"}, Attempts: retrymap.Amount{Endless: true}, Seconds: retrymap.Amount{Endless: true}},
			{Entry: 0, Operation: 0, Layers: []int{0, 1, 2}, Via: []string{"ordersHandler", "(*Handler).charge", "(*Client).fetch"}, Attempts: known(60), Seconds: known(432)},
			{Entry: 1, Operation: 0, Layers: []int{0, 1, 2}, Attempts: known(60), Seconds: known(432)},
			{Entry: 4, Operation: 0, Layers: []int{1, 2}, Attempts: known(12), Seconds: known(28)},
			{Entry: 1, Operation: 1, Layers: []int{3}, Attempts: retrymap.Amount{Known: 1, Symbols: []string{"cfg.Tries"}}, Seconds: retrymap.Amount{Symbols: []string{"cfg.Tries x 200ms"}}},
			{Entry: 4, Operation: 1, Layers: []int{3}, Attempts: retrymap.Amount{Known: 1, Symbols: []string{"cfg.Tries"}}, Seconds: retrymap.Amount{Symbols: []string{"cfg.Tries x 200ms"}}},
			{Entry: 2, Operation: 3, Layers: []int{2}, Attempts: known(4), Seconds: known(7)},
			{Entry: 5, Operation: 3, Layers: []int{5}, Attempts: known(2), Seconds: known(0.5), Budget: true},
			{Entry: 2, Operation: 4, Layers: []int{6}, Attempts: known(1), Seconds: known(30)},
		},
	}
}

// large is a map of n sites, with a chain through each and one in four below
// another.
func large(n int) *retrymap.Map {
	m := &retrymap.Map{Module: "example.com/large"}
	for i := range 40 {
		m.Operations = append(m.Operations, retrymap.Operation{Name: "(*http.Client).Do", Target: fmt.Sprintf("service-%02d", i)})
	}
	checks := []string{"uncapped", "nojitter", "ctxsleep", "nestedretry", "losterror"}
	for i := range n {
		pkg := fmt.Sprintf("example.com/large/p%02d", i%60)
		at := retrymap.Place{File: fmt.Sprintf("p%02d/file%d.go", i%60, i), Line: 10 + i, End: 30 + i}
		m.Entries = append(m.Entries, retrymap.Entry{Kind: "http", Name: fmt.Sprintf("GET /resource/%d", i), Package: pkg, At: at})
		l := retrymap.Layer{Kind: "retry", Func: fmt.Sprintf("(*Client%d).call", i), Package: pkg, At: at, Attempts: known(float64(2 + i%9)), Wait: known(float64(i % 300)), Bound: []string{"attempts"}, Delay: "constant 1s", Jitter: "none"}
		for j := range 20 {
			l.Source = append(l.Source, fmt.Sprintf("\t\tline %d of the loop, as long as lines are in most programs", j))
		}
		if i%3 == 0 {
			l.Findings = []retrymap.Finding{{Check: checks[i/3%len(checks)], Message: "what is wrong here, and what follows from it for those who call"}}
		}
		m.Layers = append(m.Layers, l)
		c := retrymap.Chain{Entry: i, Operation: i * 7 % 40, Layers: []int{i}, Attempts: l.Attempts, Seconds: l.Wait}
		if i%4 == 0 && i > 0 {
			c.Layers = []int{i, i - 1}
			c.Attempts.Known *= m.Layers[i-1].Attempts.Known
		}
		m.Chains = append(m.Chains, c)
	}
	slices.SortStableFunc(m.Chains, func(a, b retrymap.Chain) int { return cmp.Compare(b.Attempts.Known, a.Attempts.Known) })
	return m
}
