package retrylib

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// judge is one harm, asked of one setup.
type judge struct {
	*finder
	s *setup
	h *knowledge.Harm
	// words are what the message says of numbers that no setting has.
	words map[string]string
}

// holds reports whether all conditions hold.
func (j *judge) holds() bool {
	for i := range j.h.When {
		if !j.term(&j.h.When[i]) {
			return false
		}
	}
	return true
}

func (j *judge) term(t *knowledge.Term) bool {
	name := t.Left.Setting
	values := j.s.values[name]
	switch t.Op {
	case knowledge.Literal:
		return j.s.literal
	case knowledge.Made:
		return j.s.made
	case knowledge.Unset:
		return len(values) == 0 && !j.s.open && j.has(name) && !j.elsewhere(j.s, name)
	case knowledge.Given:
		return len(values) > 0
	case knowledge.Alone:
		return j.alone(name)
	case knowledge.Less, knowledge.More, knowledge.AtLeast, knowledge.Equal:
		a, okA := j.number(t.Left)
		b, okB := j.number(t.Right)
		return okA && okB && compare(t.Op, a, b)
	case knowledge.Beyond:
		return j.beyond(t)
	case knowledge.Has, knowledge.Lacks:
		return j.lists(t, values)
	}
	if len(values) != 1 || values[0] == nil {
		return false
	}
	v := ast.Unparen(values[0])
	switch t.Op {
	case knowledge.Replaced:
		return j.replaces(name, v)
	case knowledge.Is:
		obj := j.object(v)
		return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == j.s.pkg && obj.Name() == t.List[0]
	case knowledge.Deterministic:
		return j.deterministic(v)
	case knowledge.Ignores:
		n, _ := strconv.Atoi(t.List[0])
		return j.ignores(v, n)
	case knowledge.Always:
		return j.always(v, t.List[0])
	case knowledge.Unmarked:
		return j.unmarked(v, t.List[0])
	case knowledge.ServiceConfig:
		return j.serviceConfig(v)
	}
	return false
}

func compare(op knowledge.TermOp, a, b float64) bool {
	switch op {
	case knowledge.Less:
		return a < b
	case knowledge.More:
		return a > b
	case knowledge.AtLeast:
		return a >= b
	}
	return a == b
}

// has reports whether the version of the library that is used here has a setting, if it
// is a field.
func (j *judge) has(name string) bool {
	for _, p := range j.m.Pass.Pkg.Imports() {
		if p.Path() != j.s.pkg {
			continue
		}
		for _, what := range j.s.whats {
			obj, ok := p.Scope().Lookup(what).(*types.TypeName)
			if !ok {
				continue
			}
			if _, isStruct := obj.Type().Underlying().(*types.Struct); !isStruct {
				continue
			}
			found, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, p, name)
			return found != nil
		}
	}
	return true
}

// number is what a setting is, or what counts where nothing sets it.
func (j *judge) number(o knowledge.Operand) (float64, bool) {
	if o.Setting == "" {
		return o.Value, true
	}
	switch values := j.s.values[o.Setting]; len(values) {
	case 0:
		return o.Value, o.Default && !j.elsewhere(j.s, o.Setting)
	case 1:
		return j.constant(values[0])
	}
	return 0, false
}

// constant is the number that an expression always is; a helper that makes a pointer
// of it hands it on.
func (j *judge) constant(e ast.Expr) (float64, bool) {
	if e == nil {
		return 0, false
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 {
		if _, ok := j.m.Info.TypeOf(call).Underlying().(*types.Pointer); ok {
			e = call.Args[0]
		}
	}
	v, sure := j.m.Values().Constant(e)
	if v == nil || sure == 0 {
		return 0, false
	}
	switch v.Kind() {
	case constant.Int, constant.Float:
		n, _ := constant.Float64Val(v)
		return n, true
	case constant.Bool:
		if constant.BoolVal(v) {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// beyond compares a number of attempts with those that a back-off makes which ends when
// its delay would be longer than a maximum (k8s.io/apimachinery v0.37.2
// pkg/util/wait/backoff.go, delay).
func (j *judge) beyond(t *knowledge.Term) bool {
	steps, ok := j.number(t.Left)
	var of [3]float64
	for i, name := range t.List {
		var known bool
		of[i], known = j.number(knowledge.Operand{Setting: name})
		ok = ok && known
	}
	delay, factor, longest := of[0], of[1], of[2]
	if !ok || factor <= 1 || longest <= 0 || delay <= 0 {
		return false
	}
	attempts := 1
	for ; float64(attempts) < steps && delay*factor <= longest; attempts++ {
		delay *= factor
	}
	if float64(attempts) >= steps {
		return false
	}
	j.words["attempts"] = strconv.Itoa(attempts)
	return true
}

// lists looks for numbers among those that a setting lists, which must all be constant
// if none is to be there.
func (j *judge) lists(t *knowledge.Term, values []ast.Expr) bool {
	if len(values) == 1 && values[0] != nil {
		if lit, ok := ast.Unparen(values[0]).(*ast.CompositeLit); ok {
			values = lit.Elts
		}
	}
	for _, e := range values {
		if e == nil {
			return false
		}
		v := j.m.Info.Types[e].Value
		if v == nil {
			return false
		}
		if slices.Contains(t.List, v.ExactString()) {
			j.words["found"] = phrase.Source(e)
			return t.Op == knowledge.Has
		}
	}
	return t.Op == knowledge.Lacks && len(values) > 0
}

// replaces reports whether a value takes the place of what was there: a list of its
// own, or one thing that does not hold the former.
func (j *judge) replaces(name string, v ast.Expr) bool {
	if _, ok := j.m.Info.TypeOf(v).Underlying().(*types.Slice); ok {
		_, isLit := v.(*ast.CompositeLit)
		return isLit
	}
	field := (*types.Var)(nil)
	for c := range j.in.Root().Preorder((*ast.AssignStmt)(nil)) {
		a := c.Node().(*ast.AssignStmt)
		for i, rhs := range a.Rhs {
			if ast.Unparen(rhs) == v && len(a.Lhs) == len(a.Rhs) {
				field = syntax.Variable(j.m.Info, a.Lhs[i])
			}
		}
	}
	if field == nil || field.Name() != name {
		return false
	}
	reads := 0 // of the field, in the function that sets it
	for c := range j.in.Root().Preorder((*ast.FuncDecl)(nil)) {
		if d := c.Node(); d.Pos() <= v.Pos() && v.End() <= d.End() {
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && j.m.Info.Uses[id] == field {
					reads++
				}
				return true
			})
		}
	}
	return reads == 1
}

// alone reports whether a local variable holds the object and nothing is done with it
// but to set it up and to use one field.
func (j *judge) alone(name string) bool {
	var v *types.Var
	for h, s := range j.held {
		if s == j.s && !h.v.IsField() && h.v.Parent() != j.m.Pass.Pkg.Scope() {
			v = h.v
		}
	}
	if v == nil || j.s.open {
		return false
	}
	used := false
	for c := range j.in.Root().Preorder((*ast.Ident)(nil)) {
		if j.m.Info.Uses[c.Node().(*ast.Ident)] != v {
			continue
		}
		sel, ok := c.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.X != c.Node() {
			return false
		}
		outer := c.Parent()
		for p, ok := outer.Parent().Node().(*ast.SelectorExpr); ok && p.X == outer.Node() && j.isField(p); p, ok = outer.Parent().Node().(*ast.SelectorExpr) {
			outer = outer.Parent() // c.HTTPClient.Timeout
		}
		if a, ok := outer.Parent().Node().(*ast.AssignStmt); ok && slices.Contains(a.Lhs, ast.Expr(outer.Node().(*ast.SelectorExpr))) {
			continue
		}
		if sel.Sel.Name != name {
			return false
		}
		used = true
	}
	return used
}

func (j *judge) isField(sel *ast.SelectorExpr) bool {
	v, ok := j.m.Info.Uses[sel.Sel].(*types.Var)
	return ok && v.IsField()
}

// object is what a name names.
func (j *judge) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return j.m.Info.ObjectOf(e)
	case *ast.SelectorExpr:
		return j.m.Info.ObjectOf(e.Sel)
	}
	return nil
}

// message is what a harm says of a setup.
func (j *judge) message() string {
	text := j.h.Message
	for name, word := range j.words {
		text = strings.ReplaceAll(text, "{"+name+"}", word)
	}
	for _, t := range j.h.When {
		duration := j.isDuration(t.Left) || j.isDuration(t.Right)
		for _, o := range [...]knowledge.Operand{t.Left, t.Right} {
			j.insert(&text, o, duration)
		}
		for _, name := range t.List {
			j.insert(&text, knowledge.Operand{Setting: name}, true)
		}
	}
	return text
}

// insert puts the value of a setting where a text names it.
func (j *judge) insert(text *string, o knowledge.Operand, duration bool) {
	place := "{" + o.Setting + "}"
	if o.Setting == "" || !strings.Contains(*text, place) {
		return
	}
	n, ok := j.number(o)
	if !ok {
		return
	}
	word := strconv.FormatFloat(n, 'f', -1, 64)
	if duration {
		word = fmt.Sprint(time.Duration(n))
	}
	*text = strings.ReplaceAll(*text, place, word)
}

func (j *judge) isDuration(o knowledge.Operand) bool {
	values := j.s.values[o.Setting]
	return len(values) > 0 && values[0] != nil && summary.IsNamed(j.m.Info.TypeOf(values[0]), "time", "Duration")
}

// leftOut reports whether a harm is what a literal leaves out.
func (j *judge) leftOut() bool { return j.h.When[0].Op == knowledge.Literal }

// place is where a finding stands: at the value that is wrong, or where the object is
// made.
func (j *judge) place() ast.Node {
	for _, t := range j.h.When {
		if j.leftOut() {
			break
		}
		for _, name := range [...]string{t.Left.Setting, t.Right.Setting} {
			if v := j.s.values[name]; len(v) > 0 && v[0] != nil && t.Op != knowledge.Given {
				return v[0]
			}
		}
	}
	switch n := j.s.node.(type) {
	case *ast.CompositeLit:
		if n.Type != nil {
			return n.Type
		}
	case *ast.CallExpr:
		return n.Fun
	}
	return j.s.node
}
