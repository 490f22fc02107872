package fixes

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/syntax"
)

// logged handles a delay that the statements around the wait tell of, as in a log:
// what is drawn gets a name, and they tell that. It fails where the loop tells of
// the delay otherwise: in words, or where what is drawn is not known.
func (j *jitter) logged(s *site.Site) (edits []analysis.TextEdit, ok bool) {
	first, uses := j.tellers()
	var loop ast.Node = j.p.body
	if l := j.p.loop(s); l != nil {
		loop = l
	}
	known := map[ast.Node]bool{}
	for _, u := range uses {
		known[u] = true
	}
	for _, line := range j.p.lines(loop) {
		if says(line, j.p.fixed(j.delay)) {
			return nil, false
		}
		for _, e := range j.delaysIn(line) {
			if !known[e] {
				return nil, false
			}
		}
	}
	if len(uses) == 0 {
		return nil, true
	}
	indent, okIndent := j.p.src.Indent(first.Pos())
	name := j.p.free("jittered", "pause", "wait")
	value, before := j.drawn(1)
	if name == "" || value == "" || !okIndent {
		return nil, false
	}
	if before != "" {
		before += "\n" + indent
	}
	edits = []analysis.TextEdit{
		draft.Insert(first.Pos(), before+name+" := "+value+"\n"+indent),
		draft.Replace(j.delay.Pos(), j.delay.End(), name),
	}
	for _, u := range uses {
		edits = append(edits, draft.Replace(u.Pos(), u.End(), name))
	}
	return edits, true
}

// tellers lists the expressions that tell of the delay around the wait, from the
// last assignment to it up to the next, and the statement that the first of them
// or the wait stands in.
func (j *jitter) tellers() (first ast.Stmt, uses []ast.Expr) {
	if len(j.p.path) < 2 {
		return nil, nil
	}
	for _, s := range syntax.Preceding(j.p.path[1], j.p.stmt) {
		if j.assigns(s) {
			first, uses = nil, nil // what came before is another delay
			continue
		}
		if in := j.mentions(s); len(in) > 0 {
			if first == nil {
				first = s
			}
			uses = append(uses, in...)
		}
	}
	if first == nil {
		first = j.p.stmt
	}
	uses = append(uses, j.mentions(j.p.stmt)...)
	for _, s := range syntax.Following(j.p.path[1], j.p.stmt) {
		if j.assigns(s) {
			break
		}
		uses = append(uses, j.mentions(s)...)
	}
	return first, uses
}

// mentions lists where statements that only call something are handed the delay:
// any such statement where it is a variable, and lines of a log where it is a
// constant, which other things may have in common.
func (j *jitter) mentions(s ast.Stmt) []ast.Expr {
	var out []ast.Expr
	syntax.Own(s, func(n ast.Node) {
		e, ok := n.(*ast.ExprStmt)
		if ok && (j.isVariable() || j.p.logs(e)) {
			out = append(out, j.delaysIn(e)...)
		}
	})
	return out
}

func (j *jitter) isVariable() bool {
	id, ok := ast.Unparen(j.delay).(*ast.Ident)
	return ok && j.p.f.pass.TypesInfo.Types[id].Value == nil
}

// delaysIn lists the expressions below a node that are the same as the delay, the
// one that is waited for left out.
func (j *jitter) delaysIn(n ast.Node) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if _, lit := n.(*ast.FuncLit); lit {
			return false
		}
		if !ok || !j.isDelay(e) {
			return true
		}
		if ast.Unparen(e) != ast.Unparen(j.delay) {
			out = append(out, e)
		}
		return false
	})
	return out
}

// isDelay reports whether an expression has the value of the delay: it is the same
// variable, the same constant duration, or the same source.
func (j *jitter) isDelay(e ast.Expr) bool {
	info := j.p.f.pass.TypesInfo
	if v := info.Types[j.delay].Value; v != nil {
		w := info.Types[e].Value
		return w != nil && isDuration(info.TypeOf(e)) && constant.Compare(v, token.EQL, w)
	}
	if id, ok := ast.Unparen(j.delay).(*ast.Ident); ok {
		same, ok := e.(*ast.Ident)
		return ok && info.Uses[id] == info.Uses[same]
	}
	return isDuration(info.TypeOf(e)) && types.ExprString(ast.Unparen(e)) == types.ExprString(ast.Unparen(j.delay))
}

// assigns reports whether a statement gives the variable of the delay another
// value.
func (j *jitter) assigns(s ast.Stmt) bool {
	id, ok := ast.Unparen(j.delay).(*ast.Ident)
	if !ok {
		return false
	}
	info := j.p.f.pass.TypesInfo
	obj := info.Uses[id]
	assigns := false
	ast.Inspect(s, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && info.ObjectOf(id) == obj {
					assigns = true
				}
			}
		}
		return true
	})
	return assigns
}

// lines lists the statements below a node that write a line to a log.
func (p *place) lines(root ast.Node) []ast.Stmt {
	var out []ast.Stmt
	syntax.Own(root, func(n ast.Node) {
		if s, ok := n.(*ast.ExprStmt); ok && p.logs(s) {
			out = append(out, s)
		}
	})
	return out
}

// says reports whether a text in a statement names a duration that is known: as
// 5s, 1m0s, 5 seconds or a minute.
func says(s ast.Stmt, delay constant.Value) bool {
	if delay == nil {
		return false
	}
	nanoseconds, known := constant.Int64Val(delay)
	found := !known
	ast.Inspect(s, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			for _, d := range durationsIn(text) {
				found = found || d == time.Duration(nanoseconds)
			}
		}
		return !found
	})
	return found
}

var (
	inFigures = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d[0-9a-zµ.]*`) })
	inWords   = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(\d+(?:\.\d+)?|\ban?|\bone|\btwo|\bthree|\bfive|\bten|\bthirty)[ -]*(nano|micro|milli|ms|sec|s\b|min|hour|h\b)`)
	})
)

var (
	numbers = map[string]float64{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "five": 5, "ten": 10, "thirty": 30}
	units   = map[string]time.Duration{"nano": 1, "micro": time.Microsecond, "milli": time.Millisecond, "ms": time.Millisecond, "sec": time.Second, "s": time.Second, "min": time.Minute, "hour": time.Hour, "h": time.Hour}
)

// durationsIn lists the durations that a text names.
func durationsIn(text string) []time.Duration {
	text = strings.ToLower(text)
	var out []time.Duration
	for _, word := range inFigures().FindAllString(text, -1) {
		if d, err := time.ParseDuration(strings.TrimRight(word, ".")); err == nil {
			out = append(out, d)
		}
	}
	for _, m := range inWords().FindAllStringSubmatch(text, -1) {
		n, known := numbers[m[1]]
		if !known {
			n, _ = strconv.ParseFloat(m[1], 64)
		}
		out = append(out, time.Duration(n*float64(units[m[2]])))
	}
	return out
}
