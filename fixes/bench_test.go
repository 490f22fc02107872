package fixes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/passes/ctxsleep"
	"github.com/retryvet/retryvet/passes/finalsleep"
	"github.com/retryvet/retryvet/passes/nojitter"
)

// BenchmarkFile makes the fixes of one file that has nothing but retries, each
// with three findings. Twice the findings should cost twice the time.
func BenchmarkFile(b *testing.B) {
	for _, findings := range []int{750, 1500, 3000, 6000} {
		b.Run(fmt.Sprint(findings), func(b *testing.B) {
			var text strings.Builder
			text.WriteString(head)
			for i := range findings / 3 {
				fmt.Fprintf(&text, "func f%d(ctx context.Context) error {\n\tvar err error\n%s\treturn err\n}\n\n", i, retry)
			}
			benchmark(b, text.String(), findings)
		})
	}
}

// BenchmarkFunction is BenchmarkFile for one function, of whose loops only the last
// has a wait that nothing follows.
func BenchmarkFunction(b *testing.B) {
	for _, findings := range []int{375, 750, 1500, 3000} {
		b.Run(fmt.Sprint(findings), func(b *testing.B) {
			benchmark(b, head+"func f(ctx context.Context) error {\n\tvar err error\n"+strings.Repeat(retry, findings/3)+"\treturn err\n}\n", findings/3*2+1)
		})
	}
}

const head = `package p

import (
	"context"
	"io"
	"net/http"
	"time"
)

func get(ctx context.Context) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://example.com", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func use([]byte) {}

const limit = 5

`

const retry = `	for attempt := range limit {
		var data []byte
		if data, err = get(ctx); err == nil {
			use(data)
			break
		}
		_ = attempt
		time.Sleep(time.Second)
	}
`

func benchmark(b *testing.B, text string, findings int) {
	dir := b.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir}, ".")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		b.Fatal(pkgs, err)
	}
	for b.Loop() {
		g, err := checker.Analyze([]*analysis.Analyzer{ctxsleep.Analyzer, finalsleep.Analyzer, nojitter.Analyzer}, pkgs, nil)
		if err != nil {
			b.Fatal(err)
		}
		found, fixed := 0, 0
		for act := range g.All() {
			if act.IsRoot {
				found += len(act.Diagnostics)
			}
			for _, d := range act.Diagnostics {
				fixed += len(d.SuggestedFixes)
			}
		}
		if found != findings || fixed != findings {
			b.Fatalf("%d findings, %d fixes: want %d", found, fixed, findings)
		}
	}
}
