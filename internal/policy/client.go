package policy

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// OfClient is how often a client of a library tries by the options of the call that
// makes it, where that is known and has some, or else of this package, or else by
// default; not known where an option of these is not.
func OfClient(m *flow.Package, client *knowledge.Client, made *ast.CallExpr) (attempts int64, known bool) {
	n, known, set := configured(m, client, func(value ast.Expr) bool {
		return made != nil && value != nil && flow.Within(value, made)
	})
	if !set {
		n, known, _ = configured(m, client, func(ast.Expr) bool { return true })
	}
	return n, known
}

// configured is the number of attempts of a client with those options of this
// package that count, and whether there are any.
func configured(m *flow.Package, client *knowledge.Client, counts func(value ast.Expr) bool) (n int64, known, set bool) {
	n = int64(client.Attempts)
	for _, o := range client.Options {
		for _, value := range OptionUses(m, o) {
			if !counts(value) {
				continue
			}
			set = true
			if o.Sets == knowledge.SetsUnknown && tellsAttempts(m, client, value) {
				continue // what it says is counted as an option of its own
			}
			switch attempts, known := optionAttempts(m, o, value, client); {
			case !known:
				return 0, false, true
			case attempts == 1:
				return 1, true, true
			case attempts > 1:
				n = attempts
			}
		}
	}
	return n, true, set
}

// tellsAttempts reports whether what a client is given, such as a function that makes
// its policy, sets the number of attempts by an option that is known.
func tellsAttempts(m *flow.Package, client *knowledge.Client, given ast.Expr) bool {
	return given != nil && slices.ContainsFunc(client.Options, func(o knowledge.Option) bool {
		return o.Sets != knowledge.SetsUnknown && slices.ContainsFunc(OptionUses(m, o), func(value ast.Expr) bool {
			if value == nil || value == given || !flow.Within(value, given) {
				return false
			}
			_, known := optionAttempts(m, o, value, client)
			return known
		})
	})
}

// optionAttempts is the number of attempts that an option of a client sets;
// 0 keeps the default.
func optionAttempts(m *flow.Package, o knowledge.Option, value ast.Expr, client *knowledge.Client) (n int64, known bool) {
	switch o.Sets {
	case knowledge.SetsOff:
		if value != nil && syntax.IsFalse(m.Info, value) {
			return 0, true
		}
		return 1, true
	case knowledge.SetsAttempts, knowledge.SetsRetries:
		if value == nil {
			return 0, false
		}
		v, ok := world.ConstInt(m, pointed(value))
		switch {
		case !ok:
			return 0, false
		case v < 0:
			return 1, true
		case v == 0 && client.ZeroIsDefault:
			return 0, true
		case v == 0:
			return 1, true
		case o.Sets == knowledge.SetsRetries:
			return v + 1, true
		}
		return v, true
	case knowledge.SetsUnknown:
		return 0, false
	}
	return 0, true
}

// pointed unwraps helpers that take a pointer of a constant, such as
// aws.Int(3).
func pointed(e ast.Expr) ast.Expr {
	if c, ok := world.CallOf(e); ok && len(c.Args) == 1 {
		return c.Args[0]
	}
	return e
}

// settings is what a package gives each option: the values by the names that options
// have, Func, Type.Method and Type.Field. Nil stands for an option without value.
type settings map[string][]ast.Expr

// OptionUses lists the values that this package gives an option; nil stands
// for an option without value.
func OptionUses(m *flow.Package, o knowledge.Option) []ast.Expr {
	found := flow.Notes[settings](m)
	if *found == nil {
		*found = settings{}
		found.collect(m)
	}
	return (*found)[o.Local()]
}

// collect notes all calls and settings of a package.
func (s settings) collect(m *flow.Package) {
	for _, file := range m.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if fn := m.Sums.Callee(n); fn != nil && fn.Pkg() != m.Pass.Pkg {
					s.add(knowledge.FuncName(fn), lastArg(n))
				}
			case *ast.CompositeLit:
				s.fields(m, n)
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
					if !ok || len(n.Lhs) != len(n.Rhs) {
						continue
					}
					if name := TypeName(m.Info.TypeOf(sel.X)); name != "" {
						s.add(name+"."+sel.Sel.Name, n.Rhs[i])
					}
				}
			}
			return true
		})
	}
}

// fields notes what a literal gives its fields.
func (s settings) fields(m *flow.Package, lit *ast.CompositeLit) {
	name := TypeName(m.Info.TypeOf(lit))
	if name == "" {
		return
	}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				s.add(name+"."+id.Name, kv.Value)
			}
		}
	}
}

func (s settings) add(name string, value ast.Expr) { s[name] = append(s[name], value) }

// TypeName is the name of a type, or of what it points to, without its package; "" if
// it has none.
func TypeName(t types.Type) string {
	if t == nil {
		return ""
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
