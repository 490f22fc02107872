package page

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

func known(n float64, symbols ...string) retrymap.Amount {
	return retrymap.Amount{Known: n, Symbols: symbols}
}

var endless = retrymap.Amount{Endless: true}

func TestWords(t *testing.T) {
	for _, test := range []struct {
		amount             retrymap.Amount
		count, short, span string
		level              string
		thickness          float64
	}{
		{retrymap.Amount{}, "unknown", "?", "unknown", "calm", 0},
		{known(1), "1", "1", "1s", "calm", 0},
		{known(8), "8", "8", "8s", "calm", 3},
		{known(9), "9", "9", "9s", "warm", 3.17},
		{known(50), "50", "50", "50s", "hot", 5.64},
		{known(0.25), "0.25", "0.25", "250ms", "calm", 0},
		{known(1.5), "1.5", "1.5", "1.5s", "calm", 0.58},
		{known(60), "60", "60", "1m", "hot", 5.91},
		{known(432), "432", "432", "7m12s", "hot", 8.75},
		{known(3600), "3600", "3600", "1h", "hot", 10},
		{known(3660), "3660", "3660", "1h1m", "hot", 10},
		{known(1, "n"), "n", "n", "1s + n", "calm", 0},
		{known(3, "cfg.Tries", "m"), "3 × cfg.Tries × m", "3n", "3s + cfg.Tries + m", "calm", 1.58},
		{endless, "endless", "∞", "endless", "endless", 10},
	} {
		a := test.amount
		if got := count(a); got != test.count {
			t.Errorf("count(%v) = %q, want %q", a, got, test.count)
		}
		if got := short(a); got != test.short {
			t.Errorf("short(%v) = %q, want %q", a, got, test.short)
		}
		if got := span(a); got != test.span {
			t.Errorf("span(%v) = %q, want %q", a, got, test.span)
		}
		if got := level(a); got != test.level {
			t.Errorf("level(%v) = %q, want %q", a, got, test.level)
		}
		if got := thickness(a); got != test.thickness {
			t.Errorf("thickness(%v) = %v, want %v", a, got, test.thickness)
		}
	}
}

func TestKey(t *testing.T) {
	order := []retrymap.Amount{{}, known(1), known(1, "n"), known(2), known(60), endless}
	for i := 1; i < len(order); i++ {
		if key(order[i-1]) >= key(order[i]) {
			t.Errorf("%v does not come before %v", order[i-1], order[i])
		}
	}
}

func TestProduct(t *testing.T) {
	layers := func(a ...retrymap.Amount) *retrymap.Map {
		m := &retrymap.Map{Entries: make([]retrymap.Entry, 1), Operations: make([]retrymap.Operation, 1)}
		c := retrymap.Chain{}
		for i, a := range a {
			m.Layers = append(m.Layers, retrymap.Layer{Attempts: a})
			c.Layers = append(c.Layers, i)
		}
		m.Chains = []retrymap.Chain{c}
		return m
	}
	for _, test := range []struct {
		m        *retrymap.Map
		attempts retrymap.Amount
		product  string
		legs     string
	}{
		{layers(known(5), known(3), known(4)), known(60), "5 × 3 × 4", "[0 2.32 3.91 5.91]"},
		// The outer layer does not repeat what the inner one gives up with.
		{layers(known(5), known(3)), known(5), "", "[0 2.32 2.32]"},
		{layers(known(5)), known(5), "", "[0 2.32]"},
		{layers(known(2), endless), endless, "2 × endless", "[0 1 10]"},
		{layers(known(2), known(1, "n")), known(2, "n"), "2 × n", "[0 1 1]"},
		{layers(), known(1), "", "[0]"},
	} {
		test.m.Chains[0].Attempts = test.attempts
		c := chainOf(test.m, test.m.Chains[0])
		if c.Rounds {
			t.Errorf("%v: rounds of what?", test.attempts)
		}
		if c.Product != test.product || fmt.Sprint(c.Thickness) != test.legs {
			t.Errorf("%v: product %q, legs %v; want %q, %v", test.attempts, c.Product, c.Thickness, test.product, test.legs)
		}
	}
}

// A reconnect loop is no factor: what stands below it counts for each round.
func TestRounds(t *testing.T) {
	m := &retrymap.Map{
		Entries: make([]retrymap.Entry, 1), Operations: make([]retrymap.Operation, 1),
		Layers: []retrymap.Layer{{Kind: reconnect, Attempts: endless}, {Attempts: known(3)}, {Attempts: known(2)}},
		Chains: []retrymap.Chain{{Layers: []int{0, 1, 2}, Attempts: known(6)}},
	}
	if c := chainOf(m, m.Chains[0]); !c.Rounds || c.Product != "3 × 2" || fmt.Sprint(c.Thickness) != "[0 0 1.58 2.58]" {
		t.Errorf("%+v", c)
	}
}

func TestWriteRefuses(t *testing.T) {
	whole := func() *retrymap.Map {
		return &retrymap.Map{
			Entries: make([]retrymap.Entry, 1), Operations: make([]retrymap.Operation, 1), Layers: make([]retrymap.Layer, 1),
			Chains: []retrymap.Chain{{Layers: []int{0}}},
		}
	}
	if err := Write(&bytes.Buffer{}, whole()); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*retrymap.Chain){
		"entry -1 of 1":     func(c *retrymap.Chain) { c.Entry = -1 },
		"operation 1 of 1":  func(c *retrymap.Chain) { c.Operation = 1 },
		"layer 7 of 1":      func(c *retrymap.Chain) { c.Layers = []int{0, 7} },
		"an amount of +Inf": func(c *retrymap.Chain) { c.Seconds.Known = math.Inf(1) },
	} {
		m := whole()
		spoil(&m.Chains[0])
		if err := Write(&bytes.Buffer{}, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := Write(full{}, whole()); !errors.Is(err, errFull) {
		t.Errorf("to a full disk: %v", err)
	}
}

var errFull = errors.New("no space left on device")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestHostile has names that end a script, a comment, an attribute. What a
// browser makes of them is tested with one, in browser.
func TestHostile(t *testing.T) {
	const bad = `"'</script><!--<script>harm()</script>`
	m := &retrymap.Map{
		Module:     bad,
		Entries:    []retrymap.Entry{{Kind: bad, Name: bad, Package: bad, At: retrymap.Place{File: bad}}},
		Operations: []retrymap.Operation{{Name: bad, Target: bad}},
		Layers:     []retrymap.Layer{{Kind: bad, Func: bad, Package: bad, Source: []string{bad}, Bound: []string{bad}, Delay: bad, Jitter: bad, Findings: []retrymap.Finding{{Check: bad, Message: bad, Fix: bad}}}},
		Chains:     []retrymap.Chain{{Layers: []int{0}, Via: []string{bad}, Attempts: known(1, bad)}},
	}
	var b bytes.Buffer
	if err := Write(&b, m); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script>harm") {
		t.Error("a name stands in the page as markup")
	}
	if n := strings.Count(b.String(), "</script>"); n != 2 {
		t.Errorf("%d scripts end, want the data and ours", n)
	}
}

// TestOneFile holds the page to what a file without a network can have.
func TestOneFile(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, &retrymap.Map{}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"http://", "https://", "src=", "@import", "fetch("} {
		if i := strings.Index(strings.ReplaceAll(b.String(), "http://www.w3.org/2000/svg", ""), bad); i >= 0 {
			t.Errorf("the page has %s: %.80s", bad, b.String()[i:])
		}
	}
	if !strings.Contains(b.String(), "No chain of retries leads to an operation") {
		t.Error("a map without chains does not say so")
	}
}
