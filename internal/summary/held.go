package summary

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// nodesOfValues makes functions of the literals that variables and fields hold,
// where one of them is called or can be called by importers.
func (p *Package) nodesOfValues() {
	if !p.callsHeld() && len(p.exportedVariables()) == 0 {
		return
	}
	p.collectHeld()
	for i := 0; i < len(p.nodes); i++ { // what a literal calls may be held, too
		for _, c := range p.nodes[i].calls {
			if c.fn != nil {
				continue
			}
			if v, ok := object(p.pass.TypesInfo, c.expr.Fun).(*types.Var); ok {
				p.nodesHeldBy(v)
			}
		}
	}
	for _, v := range p.exportedVariables() {
		p.nodesHeldBy(v)
	}
}

func (p *Package) nodesHeldBy(v *types.Var) {
	if h := p.held[v.Origin()]; h != nil {
		for _, lit := range h.literals {
			p.nodeOf(lit)
		}
	}
}

// callsHeld reports whether a function calls what a variable or field holds.
func (p *Package) callsHeld() bool {
	for _, f := range p.nodes {
		for _, c := range f.calls {
			if c.fn != nil {
				continue
			}
			if v, ok := object(p.pass.TypesInfo, c.expr.Fun).(*types.Var); ok && holds(v) && v.Pkg() == p.pass.Pkg {
				return true
			}
		}
	}
	return false
}

// holds reports whether a variable is a field or one of package level.
func holds(v *types.Var) bool {
	return v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// collectHeld lists, in one walk over the package, what is stored in fields and
// variables of function type. Tests, which replace such things, are left out.
func (p *Package) collectHeld() {
	p.held = map[*types.Var]*held{}
	for _, file := range p.pass.Files {
		if p.isTestFile(file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					p.store(object(p.pass.TypesInfo, l), nth(n.Rhs, i, len(n.Lhs)))
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Values) > 0 {
						p.store(p.pass.TypesInfo.Defs[name], nth(n.Values, i, len(n.Names)))
					}
				}
			case *ast.CompositeLit:
				p.storeFields(n)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					p.store(object(p.pass.TypesInfo, n.X), nil)
				}
			}
			return true
		})
	}
}

// nth is the value that the i-th of n variables is assigned, nil if a call gives
// several.
func nth(values []ast.Expr, i, n int) ast.Expr {
	if len(values) != n {
		return nil
	}
	return values[i]
}

func (p *Package) storeFields(lit *ast.CompositeLit) {
	st, ok := TypeUnder[*types.Struct](p.pass.TypesInfo.TypeOf(lit))
	if !ok {
		return
	}
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			p.store(object(p.pass.TypesInfo, kv.Key), kv.Value)
		} else if i < st.NumFields() {
			p.store(st.Field(i), el)
		}
	}
}

// store notes a value, which is nil if it is not in sight.
func (p *Package) store(obj types.Object, value ast.Expr) {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() != p.pass.Pkg || !holds(v) {
		return
	}
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return
	}
	v = v.Origin()
	h := p.held[v]
	if h == nil {
		h = &held{open: v.IsField() && v.Exported()}
		p.held[v] = h
	}
	if value == nil {
		h.open = true
		return
	}
	value = ast.Unparen(value)
	if p.pass.TypesInfo.Types[value].IsNil() {
		return
	}
	if lit, ok := value.(*ast.FuncLit); ok {
		h.literals = append(h.literals, lit)
		return
	}
	if fn, ok := object(p.pass.TypesInfo, value).(*types.Func); ok {
		h.funcs = append(h.funcs, fn)
		return
	}
	h.open = true
}

// Held lists the functions and methods that a variable or field holds; all reports
// whether nothing else is ever stored in it.
func (p *Package) Held(v *types.Var) (funcs []*types.Func, all bool) {
	if !holds(v) || v.Pkg() != p.pass.Pkg {
		return nil, false
	}
	if p.held == nil {
		p.collectHeld()
	}
	h := p.held[v.Origin()]
	if h == nil {
		return nil, false
	}
	return h.funcs, !h.open && len(h.literals) == 0
}

// ofHeld says what a call of what a variable or field holds does.
func (p *Package) ofHeld(v *types.Var) knowledge.Entry {
	if !holds(v) {
		return knowledge.Entry{}
	}
	if v.Pkg() != p.pass.Pkg {
		if v.IsField() {
			return knowledge.Entry{}
		}
		e, _ := p.fromFact(v.Pkg(), v.Name())
		return e
	}
	h := p.held[v.Origin()]
	if h == nil {
		return knowledge.Entry{}
	}
	if len(h.funcs) == 1 && len(h.literals) == 0 && !h.open {
		return p.ofMethod(h.funcs[0])
	}
	var places []knowledge.Place
	for _, fn := range h.funcs {
		places = append(places, p.ofMethod(fn).Place)
	}
	for _, lit := range h.literals {
		if !idle(lit) {
			places = append(places, p.placeOfLiteral(lit))
		}
	}
	if len(places) == 0 && !h.open && len(h.literals) > 0 {
		return knowledge.Entry{Place: knowledge.Local}
	}
	if h.open {
		places = append(places, knowledge.PlaceUnknown)
	}
	return knowledge.Entry{Place: knowledge.Either(places)}
}

// idle reports whether a literal does nothing, as a default may.
func idle(lit *ast.FuncLit) bool {
	calls := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		_, ok := n.(*ast.CallExpr)
		calls = calls || ok
		return !calls
	})
	return !calls
}

// exportedVariables lists the exported variables of the package that hold
// functions.
func (p *Package) exportedVariables() []*types.Var {
	var out []*types.Var
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			out = append(out, v)
		}
	}
	return out
}

// rowsOfVariables says what the functions in exported variables do.
func (p *Package) rowsOfVariables() []row {
	var rows []row
	for _, v := range p.exportedVariables() {
		if e := p.ofHeld(v); e != (knowledge.Entry{}) {
			rows = append(rows, row{v.Name(), e})
		}
	}
	return rows
}
