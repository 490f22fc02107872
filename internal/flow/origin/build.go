package origin

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Relation is what the values of one package are computed from. It is in the hands
// of one question at a time, from Begin to End.
type Relation struct {
	Pass     *analysis.Pass
	noReturn func(*types.Func) bool

	mu    sync.Mutex
	built bool
	Pkg   *ssa.Package // nil if it cannot be built

	Roots    []*Family // the declared functions by position; the package initializer is first
	Families map[*ssa.Function]*Family
	Funcs    map[*ssa.Function]*Function
	Calls    map[token.Pos]*ast.CallExpr // by left parenthesis

	Operations map[token.Pos]ast.Node   // the expressions by operator, the assignments that compute by place
	Declares   map[token.Pos]*types.Var // by place
	written    map[*ssa.Function]*effects
}

// New prepares the answers for a package; nothing is built yet. noReturn says which
// functions never return, and may be nil.
func New(pass *analysis.Pass, noReturn func(*types.Func) bool) *Relation {
	return &Relation{Pass: pass, noReturn: noReturn}
}

// Begin locks the values for a question, and builds the package if it is the first.
// It reports whether there is anything to ask.
func (v *Relation) Begin() bool {
	v.mu.Lock()
	if !v.built {
		v.built = true
		v.build()
	}
	return v.Pkg != nil
}

func (v *Relation) End() { v.mu.Unlock() }

// build makes the package's SSA. go/ssa panics on packages with type errors, and on
// some that it does not know; then there are no answers.
func (v *Relation) build() {
	defer func() {
		if recover() != nil {
			v.Pkg = nil
		}
	}()
	prog := ssa.NewProgram(v.Pass.Fset, ssa.GlobalDebug|ssa.BuildSerially)
	if v.noReturn != nil {
		prog.SetNoReturn(v.noReturn)
	}
	for _, p := range v.Pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(v.Pass.Pkg, v.Pass.Files, v.Pass.TypesInfo, false)
	pkg.Build()
	v.index(pkg)
	v.Pkg = pkg
}

// index collects the functions of the package.
func (v *Relation) index(pkg *ssa.Package) {
	v.Families = map[*ssa.Function]*Family{}
	v.Funcs = map[*ssa.Function]*Function{}
	v.Calls = map[token.Pos]*ast.CallExpr{}
	v.Operations = map[token.Pos]ast.Node{}
	v.Declares = map[token.Pos]*types.Var{}
	v.written = map[*ssa.Function]*effects{}
	add := func(root *ssa.Function) {
		if root == nil || v.Funcs[root] != nil {
			return
		}
		fam := &Family{v: v, root: root}
		fam.add(root)
		v.Roots = append(v.Roots, fam)
	}
	add(pkg.Func("init"))
	for _, file := range v.Pass.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if fn, ok := v.Pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					add(pkg.Prog.FuncValue(fn))
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				v.Calls[n.Lparen] = n
			case *ast.BinaryExpr:
				v.Operations[n.OpPos] = n
			case *ast.AssignStmt:
				if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
					v.Operations[n.Pos()] = n
				}
			case *ast.Ident:
				if obj, ok := v.Pass.TypesInfo.Defs[n].(*types.Var); ok {
					v.Declares[n.Pos()] = obj
				}
			}
			return true
		})
	}
	// Functions named init have no value of their own: the initializer calls them.
	for _, b := range pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() != nil && c.Call.StaticCallee().Pkg == pkg {
				add(c.Call.StaticCallee())
			}
		}
	}
	slices.SortFunc(v.Roots[1:], func(a, b *Family) int { return int(a.root.Pos() - b.root.Pos()) })
	// In this order always, as functions that call each other see of each other's
	// writes only what is known by then.
	for _, fam := range v.Roots {
		fam.Collect()
	}
}

// Family is a declared function and the literals in it, which share its variables.
type Family struct {
	v        *Relation
	root     *ssa.Function
	Members  []*Function
	closures map[*ssa.Function][]*ssa.MakeClosure // where a literal is made
	sites    map[*ssa.Function][]ssa.CallInstruction
	leaked   map[*ssa.Function]bool // literals whose calls are not all in sight
	kept     []*ssa.Function        // those of them that something holds
	captured map[*ssa.Function][]Write
	reps     map[token.Pos]*ssa.Alloc
	Writes   map[ssa.Value][]Write         // by base, see memory.go
	written  []Location                    // of the package's variables
	holds    map[ssa.Value][]*ssa.Function // the literals that are stored, by base
	exposed  map[*ssa.Alloc]bool           // the variables whose address is stored
	sends    map[Location][]*ssa.Send
	cells    map[Location]*Cell
	indexed  bool
}

// Function is what is known of a function or literal.
type Function struct {
	Family  *Family
	SSA     *ssa.Function
	refs    map[ast.Expr]*ssa.DebugRef
	Names   map[ssa.Value][]*types.Var // the variables that have been given a value
	index   map[ssa.Instruction]int
	events  map[*ssa.BasicBlock]map[ssa.Value][]event
	entries map[entry]Node
	starts  map[Location]*Initial
	changes map[change]*Effect
	parts   map[part]*part
	picks   map[ssa.Instruction]*Pick
	loops   []*loop
	hasLoop bool
	sorted  []*ssa.BasicBlock // by position
	regions map[Region]*Cycle
	compare map[Node][]*ssa.BinOp
	limited map[Node][]Limit
}

func (fam *Family) add(fn *ssa.Function) {
	f := &Function{Family: fam, SSA: fn}
	fam.v.Funcs[fn] = f
	fam.v.Families[fn] = fam
	fam.Members = append(fam.Members, f)
	for _, anon := range fn.AnonFuncs {
		fam.add(anon)
	}
}

// at is the innermost function around a position, nil if there is none.
func (v *Relation) at(pos token.Pos) *Function {
	spans := func(fn *ssa.Function) bool {
		s := fn.Syntax()
		return s != nil && s.Pos() <= pos && pos < s.End()
	}
	i, found := slices.BinarySearchFunc(v.Roots[1:], pos, func(fam *Family, pos token.Pos) int {
		s := fam.root.Syntax()
		switch {
		case s == nil || s.End() <= pos:
			return -1
		case pos < s.Pos():
			return 1
		}
		return 0
	})
	fn := v.Roots[0].root
	if found {
		fn = v.Roots[1+i].root
	}
	for {
		i := slices.IndexFunc(fn.AnonFuncs, spans)
		if i < 0 {
			return v.Funcs[fn]
		}
		fn = fn.AnonFuncs[i]
	}
}

// Ref is the value or address that SSA notes for an expression.
func (f *Function) Ref(e ast.Expr) *ssa.DebugRef {
	f.Debug()
	if r := f.refs[e]; r != nil {
		return r
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return f.refs[sel.Sel] // an assigned field
	}
	return nil
}

// Debug collects what SSA notes of expressions.
func (f *Function) Debug() {
	if f.refs != nil {
		return
	}
	f.refs, f.Names = map[ast.Expr]*ssa.DebugRef{}, map[ssa.Value][]*types.Var{}
	for _, b := range f.SSA.Blocks {
		for _, in := range b.Instrs {
			r, ok := in.(*ssa.DebugRef)
			if !ok {
				continue
			}
			if f.refs[r.Expr] == nil {
				f.refs[r.Expr] = r
			}
			if obj, ok := r.Object().(*types.Var); ok && !r.IsAddr && !slices.Contains(f.Names[r.X], obj) {
				f.Names[r.X] = append(f.Names[r.X], obj)
			}
		}
	}
}

// Place is the index of an instruction in its block.
func (f *Function) Place(in ssa.Instruction) int {
	if f.index == nil {
		f.index = map[ssa.Instruction]int{}
		for _, b := range f.SSA.Blocks {
			for i, in := range b.Instrs {
				f.index[in] = i
			}
		}
	}
	return f.index[in]
}

// CallOf is the syntax of a call, nil for those that the source does not have.
func (v *Relation) CallOf(c ssa.CallInstruction) *ast.CallExpr {
	return v.Calls[c.Common().Pos()]
}

// Own is the function of this package that a call surely runs, with its body.
func (v *Relation) Own(c *ssa.CallCommon) *ssa.Function {
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if v.Funcs[fn] == nil || len(fn.Blocks) == 0 {
		return nil
	}
	return fn
}
