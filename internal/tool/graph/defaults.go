package graph

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// How much a constant that a field is given says of its default.
const (
	given   = iota + 1 // somebody sets it so
	made               // what makes the settings, by its name, sets it so
	instead            // it is given where the setting is zero, or a flag or a tag says so
)

// defaultsIn notes the numbers that the fields and variables of settings hold unless
// somebody sets them.
func (w *walker) defaultsIn(file *ast.File) {
	info := w.m.Info
	fn := ""
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn = n.Name.Name
			w.paramsOf(n)
		case *ast.GenDecl:
			if n.Tok == token.VAR {
				fn = "var"
			}
		case *ast.TypeSpec:
			w.tags(n)
		case *ast.CompositeLit:
			t := info.TypeOf(n)
			for _, el := range n.Elts {
				kv, ok := el.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				if id, ok := kv.Key.(*ast.Ident); ok {
					if f, ok := info.Uses[id].(*types.Var); ok && f.IsField() {
						w.noteDefault(fieldKey(t, f), kv.Value, rankOf(fn))
					}
				}
			}
		case *ast.IfStmt:
			w.instead(n)
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) && n.Tok == token.ASSIGN {
				for i, l := range n.Lhs {
					w.noteDefault(w.keyOf(l), n.Rhs[i], rankOf(fn))
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if v, ok := info.Defs[id].(*types.Var); ok && i < len(n.Values) && v.Parent() == w.m.Pass.Pkg.Scope() {
					w.noteDefault(w.keyOf(id), n.Values[i], made)
				}
			}
		case *ast.CallExpr:
			w.flagDefault(n)
			w.handed(n)
		}
		return true
	})
}

// rankOf says how much a constant says by the function that sets it.
func rankOf(fn string) int {
	name := strings.ToLower(fn)
	if fn == "var" || strings.HasPrefix(name, "new") || strings.Contains(name, "default") || strings.Contains(name, "flag") || name == "init" {
		return made
	}
	return given
}

// keyOf names a field or a variable of package level that an expression is.
func (w *walker) keyOf(e ast.Expr) string {
	e = ast.Unparen(e)
	if c, ok := world.CallOf(e); ok && len(c.Args) == 1 && w.m.Info.Types[c.Fun].IsType() {
		return w.keyOf(c.Args[0])
	}
	if star, ok := e.(*ast.StarExpr); ok {
		return w.keyOf(star.X)
	}
	v, ok := w.m.Object(e).(*types.Var)
	if !ok {
		return ""
	}
	if key := w.params[v]; key != "" {
		return key
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && v.IsField() {
		return fieldKey(w.m.Info.TypeOf(sel.X), v)
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return v.Pkg().Path() + "." + v.Name()
	}
	return ""
}

// paramsOf notes which parameters of a function may be settings: those that count, or
// are durations.
func (w *walker) paramsOf(d *ast.FuncDecl) {
	fn, ok := w.m.Info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	for i := range fn.Signature().Params().Len() {
		if p := fn.Signature().Params().At(i); world.IsInteger(p.Type()) {
			w.params[p] = key(fn) + ":" + strconv.Itoa(i)
		}
	}
}

// handed notes what a call gives such parameters.
func (w *walker) handed(c *ast.CallExpr) {
	fn := w.m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || !ownPath(fn.Pkg().Path(), w.module) || fn.Signature().Variadic() {
		return
	}
	sig := fn.Origin().Signature()
	for i := range min(len(c.Args), sig.Params().Len()) {
		if world.IsInteger(sig.Params().At(i).Type()) {
			w.noteDefault(key(fn.Origin())+":"+strconv.Itoa(i), c.Args[i], given)
		}
	}
}

// noteDefault notes a constant, or from where a value comes else.
func (w *walker) noteDefault(key string, value ast.Expr, rank int) {
	if key == "" {
		return
	}
	if n, ok := world.ConstFloat(w.m, value); ok {
		if n > 0 {
			w.keepDefault(key, Default{n, rank})
		}
		return
	}
	if t := w.m.Info.TypeOf(value); t == nil || !world.IsNumeric(t) {
		if n, ok := w.flagValue(value); ok {
			w.keepDefault(key, Default{n, instead})
		}
		return
	}
	if from := w.keyOf(value); from != "" && from != key && !slices.Contains(w.out.Links[key], from) {
		w.out.Links[key] = append(w.out.Links[key], from)
	}
}

// flagValue is the default of a flag whose value a call makes: flag.Int("retries", 3,
// "…"), or kingpin's Flag("retries", "…").Default("3").Int().
func (w *walker) flagValue(e ast.Expr) (float64, bool) {
	c, ok := world.CallOf(e)
	if !ok {
		return 0, false
	}
	if n, ok := w.chained(c); ok {
		return n, true
	}
	if fn := w.m.Sums.Callee(c); fn == nil || fn.Pkg() == nil || !strings.HasSuffix(fn.Pkg().Path(), "flag") || len(c.Args) < 3 {
		return 0, false
	}
	for _, a := range c.Args[1:] {
		if n, ok := world.ConstFloat(w.m, a); ok && n > 0 {
			return n, true
		}
	}
	return 0, false
}

// chained is the default in a chain of calls that declares a flag.
func (w *walker) chained(c *ast.CallExpr) (float64, bool) {
	for range 6 {
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return 0, false
		}
		if c, ok = world.CallOf(sel.X); !ok {
			return 0, false
		}
		if summary.LastName(c.Fun) != "Default" || len(c.Args) != 1 {
			continue
		}
		tv := w.m.Info.Types[c.Args[0]]
		if tv.Value == nil || tv.Value.Kind() != constant.String {
			return 0, false
		}
		return parseDefault(constant.StringVal(tv.Value))
	}
	return 0, false
}

// parseDefault reads a default that is written as text: a number, or a duration in
// nanoseconds.
func parseDefault(text string) (float64, bool) {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n, n > 0
	}
	d, err := time.ParseDuration(text)
	return float64(d), err == nil && d > 0
}

// keepDefault keeps what says the most, and of equals the largest.
func (w *walker) keepDefault(key string, d Default) {
	if old, ok := w.out.Defaults[key]; !ok || d.Rank > old.Rank || d.Rank == old.Rank && d.N > old.N {
		w.out.Defaults[key] = d
	}
}

// instead notes if c.Retries == 0 { c.Retries = 3 }.
func (w *walker) instead(s *ast.IfStmt) {
	b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok {
		return
	}
	if n, ok := world.ConstFloat(w.m, b.Y); !ok || n > 1 {
		return
	}
	key := w.keyOf(b.X)
	if key == "" {
		return
	}
	for _, x := range s.Body.List {
		if a, ok := x.(*ast.AssignStmt); ok && len(a.Lhs) == 1 && len(a.Rhs) == 1 && w.keyOf(a.Lhs[0]) == key {
			w.noteDefault(key, a.Rhs[0], instead)
		}
	}
}

// flagDefault notes flag.IntVar(&c.retries, "retries", 3, "…"), and those of libraries
// that are called alike.
func (w *walker) flagDefault(c *ast.CallExpr) {
	name := summary.LastName(c.Fun)
	if len(c.Args) == 0 || !strings.Contains(name, "Var") {
		return
	}
	ptr, ok := ast.Unparen(c.Args[0]).(*ast.UnaryExpr)
	if !ok || ptr.Op != token.AND {
		return
	}
	t := w.m.Info.TypeOf(ptr.X)
	if t == nil || !world.IsNumeric(t) {
		return
	}
	key := w.keyOf(ptr.X)
	if n, ok := w.chained(c); ok && key != "" {
		w.keepDefault(key, Default{n, instead})
		return
	}
	for _, a := range c.Args[1:] {
		if n, ok := world.ConstFloat(w.m, a); ok && n > 0 && key != "" {
			w.keepDefault(key, Default{n, instead})
			return
		}
	}
}

// tags notes the defaults that tags of fields say: `default:"3"`, `envDefault:"3"`.
func (w *walker) tags(spec *ast.TypeSpec) {
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range st.Fields.List {
		if f.Tag == nil {
			continue
		}
		tag, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			continue
		}
		for _, name := range [...]string{"default", "envDefault"} {
			n, ok := parseDefault(reflect.StructTag(tag).Get(name))
			for _, id := range f.Names {
				if ok && w.m.Info.Defs[id] != nil && world.IsNumeric(w.m.Info.Defs[id].Type()) {
					w.keepDefault(w.m.Pass.Pkg.Path()+"."+spec.Name.Name+"."+id.Name, Default{n, instead})
				}
			}
		}
	}
}
