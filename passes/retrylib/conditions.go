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

// function is the signature and body of a function of this package that a value is: a
// literal, or a declared one, converted or not.
func (j *judge) function(e ast.Expr) (*ast.FuncType, *ast.BlockStmt) {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return e.Type, e.Body
	case *ast.CallExpr:
		if j.m.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return j.function(e.Args[0])
		}
	default:
		if fn, ok := j.object(e).(*types.Func); ok {
			if decl := j.m.Sums.Decl(fn); decl != nil {
				return decl.Type, decl.Body
			}
		}
	}
	return nil, nil
}

// deterministic reports whether a function is known to give the same for the same
// arguments: it calls nothing but functions of this package that do, and arithmetic.
func (j *judge) deterministic(e ast.Expr) bool {
	_, body := j.function(e)
	return body != nil && j.plain(body, 0)
}

func (j *judge) plain(body *ast.BlockStmt, depth int) bool {
	plain := depth < 4
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt, *ast.FuncLit, *ast.SendStmt:
			plain = false
		case *ast.CallExpr:
			plain = plain && j.plainCall(n, depth)
		}
		return plain
	})
	return plain
}

func (j *judge) plainCall(call *ast.CallExpr, depth int) bool {
	if j.m.Info.Types[call.Fun].IsType() || j.m.Info.Types[call.Fun].IsBuiltin() {
		return true
	}
	fn := j.m.Sums.Callee(call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if decl := j.m.Sums.Decl(fn); decl != nil && decl.Body != nil {
		return j.plain(decl.Body, depth+1)
	}
	switch fn.Pkg().Path() {
	case "math", "log", "log/slog":
		return true
	case "time":
		return fn.Signature().Recv() != nil && summary.IsNamed(fn.Signature().Recv().Type(), "time", "Duration")
	}
	return false
}

// ignores reports whether a function of this package never looks at a parameter.
func (j *judge) ignores(e ast.Expr, n int) bool {
	typ, body := j.function(e)
	if body == nil {
		return false
	}
	i := 0
	for _, field := range typ.Params.List {
		if len(field.Names) == 0 {
			return true // none has a name
		}
		for _, id := range field.Names {
			if i == n {
				return id.Name == "_" || !syntax.Mentions(j.m.Info, body, j.m.Info.Defs[id])
			}
			i++
		}
	}
	return false
}

// always reports whether a function of this package does nothing but to return a
// constant.
func (j *judge) always(e ast.Expr, want string) bool {
	_, body := j.function(e)
	if body == nil || len(body.List) != 1 {
		return false
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	v := j.m.Info.Types[ret.Results[0]].Value
	return v != nil && v.ExactString() == want
}

// unmarked reports whether an operation, all of which is in sight, never calls a function
// of the library by which errors are marked.
func (j *judge) unmarked(e ast.Expr, name string) bool {
	_, body := j.function(e)
	return body != nil && !j.mayCall(body, name, map[*ast.BlockStmt]bool{})
}

// mayCall reports whether a body calls a function of the library, or hands an error on
// of which that is not known.
func (j *judge) mayCall(body *ast.BlockStmt, name string, seen map[*ast.BlockStmt]bool) bool {
	if seen[body] {
		return false
	}
	seen[body] = true
	may := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || may {
			return !may
		}
		if j.m.Info.Types[call.Fun].IsType() || j.m.Info.Types[call.Fun].IsBuiltin() {
			return true
		}
		fn := j.m.Sums.Callee(call)
		switch {
		case fn == nil || fn.Pkg() == nil || summary.IsInterfaceMethod(fn) && fn.Pkg() == j.m.Pass.Pkg:
			may = true
		case fn.Pkg().Path() == j.s.pkg:
			may = fn.Name() == name
		case fn.Pkg() == j.m.Pass.Pkg:
			decl := j.m.Sums.Decl(fn)
			may = decl == nil || decl.Body == nil || j.mayCall(decl.Body, name, seen)
		default:
			may = sameModule(fn.Pkg().Path(), j.m.Pass.Pkg.Path())
		}
		return !may
	})
	return may
}

// sameModule reports whether two packages may be of one module, by their paths.
func sameModule(a, b string) bool {
	return strings.HasPrefix(b+"/", host(a)) || strings.HasPrefix(a+"/", host(b))
}

// host is the part of an import path that names its owner: example.com/team/.
func host(path string) string {
	parts := strings.SplitN(path, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/") + "/"
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
	word := strconv.FormatFloat(n, 'g', -1, 64)
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
