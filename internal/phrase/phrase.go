// Package phrase words what the model knows of a site for messages.
package phrase

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/printer"
	"go/token"
	"math"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// longest is how much source a message quotes. More is named by what it is.
const longest = 40

// Source is an expression as written, on one line, or what it is where that would be
// too long: a call by what is called, a selection by what is selected.
func Source(n ast.Node) string {
	if line, ok := quoted(n); ok {
		return line
	}
	switch n := n.(type) {
	case *ast.ParenExpr:
		return Source(n.X)
	case *ast.CallExpr:
		return "the call of " + Source(n.Fun)
	case *ast.SelectorExpr:
		return n.Sel.Name
	case *ast.IndexExpr:
		return "an element of " + Source(n.X)
	case *ast.FuncLit:
		return "the function literal"
	}
	return "the expression"
}

// quoted is an expression as written, if that is short enough for a message.
func quoted(n ast.Node) (string, bool) {
	var buf bytes.Buffer
	if err := printer.Fprint(&buf, token.NewFileSet(), n); err != nil {
		return "", false
	}
	line := bytes.Join(bytes.Fields(buf.Bytes()), []byte(" "))
	return string(line), len(line) <= longest
}

// Attempt names the operation that a site attempts.
func Attempt(s *site.Site) string {
	for _, a := range s.Attempts {
		if a.Place.Leaves() {
			return Source(a.Call.Fun)
		}
	}
	if len(s.Attempts) > 0 {
		return Source(s.Attempts[0].Call.Fun)
	}
	return "the operation"
}

// InnerCall names the attempt that retries inside.
func InnerCall(s *site.Site) string {
	if s.Inner != nil && s.Inner.Call != nil {
		return Source(s.Inner.Call.Fun)
	}
	return Attempt(s)
}

// AttemptAt points to the attempts of a site.
func AttemptAt(s *site.Site) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for _, a := range s.Attempts {
		if a.Call.Pos().IsValid() {
			out = append(out, report.At(a.Call, "attempted here"))
			break
		}
	}
	return out
}

// InnerAt points to the retry inside an attempt, where it is in this package.
func InnerAt(s *site.Site) []analysis.RelatedInformation {
	if s.Inner == nil || !s.Inner.Pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: s.Inner.Pos, Message: "inner retry here"}}
}

// Kind names what a site is.
func Kind(s *site.Site) string {
	switch s.Kind {
	case site.Reconnect:
		return "reconnect loop"
	case site.Poll:
		return "polling loop"
	case site.Recursive:
		return "retry by recursion"
	case site.Goto:
		return "retry by goto"
	case site.Helper:
		return "retried call"
	}
	return "retry loop"
}

// Pace says, for a message about a site without end, how fast it goes round.
func Pace(s *site.Site) string {
	switch {
	case s.Wait == nil:
		return ", without a wait"
	case s.Delay.Constant > 0:
		return fmt.Sprintf(", every %v", time.Duration(s.Delay.Constant))
	}
	return ""
}

// Delay names the delay of a site, with its length or what it is computed from
// unless that says no more than the word.
func Delay(s *site.Site) string {
	switch {
	case s.Delay.Constant > 0:
		return "the delay of " + time.Duration(s.Delay.Constant).String()
	case s.Delay.Expr != nil:
		if line, ok := quoted(s.Delay.Expr); ok && line != "delay" {
			return "the delay (" + line + ")"
		}
	}
	return "the delay"
}

// Wait names a wait as written.
func Wait(w *summary.Wait) string {
	e, arrow := ast.Expr(w.Call), ""
	switch {
	case w.Call != nil:
	case w.Timer != nil:
		e, arrow = w.Timer, "<-"
	default:
		return "this wait"
	}
	if line, ok := quoted(e); ok {
		return arrow + line
	}
	if w.Kind == knowledge.Sleep {
		return "this sleep"
	}
	return "this wait"
}

// UpTo says how long a wait may last.
func UpTo(m *flow.Package, w *summary.Wait) string {
	if w.Duration == nil {
		return "until it is over"
	}
	most, _ := length(m, w.Duration)
	return "up to " + most
}

// Duration is a duration in figures where it is constant, as written where that is
// short, and else what is known of it.
func Duration(m *flow.Package, e ast.Expr) string {
	most, random := length(m, e)
	if random {
		return "a random delay of up to " + most
	}
	return most
}

// length is the most that a duration may be, and whether that is all that is known
// of a random one.
func length(m *flow.Package, e ast.Expr) (most string, random bool) {
	if d, ok := Constant(m.Pass, e); ok {
		return d.String(), false
	}
	if line, ok := quoted(e); ok {
		return line, false
	}
	bound := m.Values().Bound(e)
	if bound.Hi <= 0 || bound.Hi > math.MaxInt64 {
		return "the whole delay", false
	}
	return round(time.Duration(bound.Hi)).String(), bound.Drawn
}

// round rounds a duration to some three figures.
func round(d time.Duration) time.Duration {
	unit := time.Second
	for unit > 1 && d < 1000*unit {
		unit /= 10
	}
	return d.Round(unit)
}

// Constant is the value of a duration that is constant.
func Constant(pass *analysis.Pass, e ast.Expr) (time.Duration, bool) {
	tv := pass.TypesInfo.Types[e]
	if e == nil || tv.Value == nil || tv.Value.Kind() != constant.Int {
		return 0, false
	}
	n, ok := constant.Int64Val(tv.Value)
	return time.Duration(n), ok
}

// Product says how the attempts of a site and of the retries inside multiply, and how
// long they wait where that is known.
func Product(s *site.Site) string {
	outer, inner := s.Max, s.Inner.Attempts
	switch {
	case outer > 0 && inner > 0:
		text := fmt.Sprint(outer)
		for _, n := range s.Inner.Layers {
			text += fmt.Sprintf(" x %d", n)
		}
		return fmt.Sprintf("%s = %d attempts%s", text, outer*inner, waiting(s))
	case inner > 0:
		return fmt.Sprintf("each attempt is up to %d, and nothing fixes how many there are", inner)
	case outer > 0:
		return fmt.Sprintf("each of %d attempts retries without a fixed limit", outer)
	}
	return "neither has a fixed limit"
}

// waiting is what Product says of the waits between attempts: of all of them, or of
// those of the site alone where the retries inside are not known to that end.
func waiting(s *site.Site) string {
	switch w := delay.WorstOf(s); {
	case w.Attempts != s.Max*s.Inner.Attempts:
		return ""
	case w.All > 0:
		return fmt.Sprintf(", up to %v of waiting", w.All.Round(time.Millisecond))
	case w.All < 0 && w.Own > 0:
		return fmt.Sprintf(", up to %v of waiting between the %d alone", w.Own.Round(time.Millisecond), s.Max)
	}
	return ""
}
