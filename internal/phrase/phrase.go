// Package phrase words what the model knows of a site for messages.
package phrase

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/printer"
	"go/token"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// longest is how much source a message quotes before it is cut.
const longest = 40

// Source is an expression as written, on one line.
func Source(n ast.Node) string {
	var buf bytes.Buffer
	if err := printer.Fprint(&buf, token.NewFileSet(), n); err != nil {
		return "it"
	}
	line := bytes.Join(bytes.Fields(buf.Bytes()), []byte(" "))
	if len(line) > longest {
		return string(line[:longest-3]) + "..."
	}
	return string(line)
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

// Delay names the delay of a site: its length, or what it is computed from.
func Delay(s *site.Site) string {
	switch {
	case s.Delay.Constant > 0:
		return "of " + time.Duration(s.Delay.Constant).String()
	case s.Delay.Expr != nil:
		return "(" + Source(s.Delay.Expr) + ")"
	}
	return "that passes"
}

// Wait names a wait as written.
func Wait(pass *analysis.Pass, w *summary.Wait) string {
	switch {
	case w.Call != nil:
		return Source(w.Call)
	case w.Timer != nil:
		return "<-" + Source(w.Timer)
	}
	return "the wait"
}

// UpTo says how long a wait may last.
func UpTo(pass *analysis.Pass, w *summary.Wait) string {
	if w.Duration == nil {
		return "until it is over"
	}
	return "up to " + Duration(pass, w.Duration)
}

// Duration is a duration in figures where it is constant, as written else.
func Duration(pass *analysis.Pass, e ast.Expr) string {
	if d, ok := Constant(pass, e); ok {
		return d.String()
	}
	return Source(e)
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

// Product says how the attempts of a site and of the retry inside multiply.
func Product(s *site.Site) string {
	outer, inner := s.Max, s.Inner.Attempts
	switch {
	case outer > 0 && inner > 0:
		return fmt.Sprintf("%d x %d = %d attempts", outer, inner, outer*inner)
	case inner > 0:
		return fmt.Sprintf("each attempt is up to %d, and nothing fixes how many there are", inner)
	case outer > 0:
		return fmt.Sprintf("each of %d attempts retries without a fixed limit", outer)
	}
	return "neither has a fixed limit"
}
