package ctxslip

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "ctxslip"

// Analyzer reports loops that notice a cancellation and go on.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, cancel.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	cancels := pass.ResultOf[cancel.Analyzer].(*cancel.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		for _, slip := range cancels.Of(s).Slips {
			r.ReportFix(slip.Node, message(pass.TypesInfo, slip), func() *fixes.Draft { return fix.Leave(s, slip) }, report.At(slip.Attempt.Call, "attempted again here"))
		}
	}
	return r.Done(), nil
}

func message(info *types.Info, s cancel.Slip) string {
	next := fmt.Sprintf("%s is attempted again, without a wait", phrase.Source(s.Attempt.Call.Fun))
	switch {
	case s.Case == nil && silent(info, s.Node):
		return fmt.Sprintf("%s returns at once when %s is cancelled, and nobody looks at it: %s", phrase.Source(s.Node), phrase.Source(s.Ctx), next)
	case s.Case == nil:
		return fmt.Sprintf("what %s says of a cancelled %s is dropped: %s", phrase.Source(s.Node), phrase.Source(s.Ctx), next)
	case s.Break != nil:
		return fmt.Sprintf("this case's break leaves the select but not the loop: once %s is cancelled %s", phrase.Source(s.Ctx), next)
	}
	return fmt.Sprintf("this case ends the wait but not the loop: once %s is cancelled %s", phrase.Source(s.Ctx), next)
}

// silent reports whether a node is a call that gives nothing back.
func silent(info *types.Info, n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && info.Types[c].IsVoid()
}
