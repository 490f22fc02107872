package timerdrain

import (
	_ "embed"
	"fmt"
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "timerdrain"

// Analyzer reports drains of timers that block for ever.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      manual.Of(doc, name),
	URL:      manual.URL(name),
	Run:      run,
	Requires: []*analysis.Analyzer{inspect.Analyzer, site.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	f := &finder{pass: pass, sums: r.Model.Sums}
	for _, b := range f.blocked() {
		timer := phrase.Source(b.timer)
		related := report.At(b.before, "its value is taken here")
		if b.call != nil {
			r.Report(b.call, fmt.Sprintf("%s blocks for ever once %s.C was received from: it drains the channel where Stop returns false, and no value comes",
				phrase.Source(b.call.Fun), timer), related)
			continue
		}
		r.ReportFix(b.drain.receive, fmt.Sprintf("this drain blocks for ever once %s.C was received from: Stop returns false for a timer that has expired, and no value comes", timer),
			func() []analysis.SuggestedFix { return f.withDefault(b.drain) }, related)
	}
	r.Done()
	return nil, nil
}

// withDefault makes a drain one that does not block. The file is formatted by
// gofmt where the receive stands on a line of its own, as deep as its column says.
func (f *finder) withDefault(d *drain) []analysis.SuggestedFix {
	at := f.pass.Fset.Position(d.receive.Pos())
	if at.Line == f.pass.Fset.Position(d.stmt.Pos()).Line {
		return nil
	}
	indent := "\n" + strings.Repeat("\t", at.Column-1)
	text := "select {" + indent + "case <-" + phrase.Source(d.receive.X.(*ast.UnaryExpr).X) + ":" + indent + "default:" + indent + "}"
	return []analysis.SuggestedFix{{
		Message:   "drain the channel only if it holds a value",
		TextEdits: []analysis.TextEdit{{Pos: d.receive.Pos(), End: d.receive.End(), NewText: []byte(text)}},
	}}
}
