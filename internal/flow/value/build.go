package value

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Values answers questions about the values of one package. It is safe for
// concurrent use.
type Values struct {
	pass     *analysis.Pass
	noReturn func(*types.Func) bool

	mu    sync.Mutex
	built bool
	pkg   *ssa.Package // nil if it cannot be built

	roots    []*family // the declared functions by position; the package initializer is first
	families map[*ssa.Function]*family
	funcs    map[*ssa.Function]*function
	calls    map[token.Pos]*ast.CallExpr // by left parenthesis

	operations map[token.Pos]ast.Node   // the expressions by operator, the assignments that compute by place
	declares   map[token.Pos]*types.Var // by place
	globals    map[*ssa.Global]*globalUse
	written    map[*ssa.Function]*effects
}

// New prepares the answers for a package; nothing is built yet. noReturn says which
// functions never return, and may be nil.
func New(pass *analysis.Pass, noReturn func(*types.Func) bool) *Values {
	return &Values{pass: pass, noReturn: noReturn}
}

// begin locks the values for a question, and builds the package if it is the first.
// It reports whether there is anything to ask.
func (v *Values) begin() bool {
	v.mu.Lock()
	if !v.built {
		v.built = true
		v.build()
	}
	return v.pkg != nil
}

func (v *Values) end() { v.mu.Unlock() }

// build makes the package's SSA. go/ssa panics on packages with type errors, and on
// some that it does not know; then there are no answers.
func (v *Values) build() {
	defer func() {
		if recover() != nil {
			v.pkg = nil
		}
	}()
	prog := ssa.NewProgram(v.pass.Fset, ssa.GlobalDebug|ssa.BuildSerially)
	if v.noReturn != nil {
		prog.SetNoReturn(v.noReturn)
	}
	for _, p := range v.pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(v.pass.Pkg, v.pass.Files, v.pass.TypesInfo, false)
	pkg.Build()
	v.index(pkg)
	v.pkg = pkg
}

// index collects the functions of the package.
func (v *Values) index(pkg *ssa.Package) {
	v.families = map[*ssa.Function]*family{}
	v.funcs = map[*ssa.Function]*function{}
	v.calls = map[token.Pos]*ast.CallExpr{}
	v.operations = map[token.Pos]ast.Node{}
	v.declares = map[token.Pos]*types.Var{}
	v.written = map[*ssa.Function]*effects{}
	add := func(root *ssa.Function) {
		if root == nil || v.funcs[root] != nil {
			return
		}
		fam := &family{v: v, root: root}
		fam.add(root)
		v.roots = append(v.roots, fam)
	}
	add(pkg.Func("init"))
	for _, file := range v.pass.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if fn, ok := v.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					add(pkg.Prog.FuncValue(fn))
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				v.calls[n.Lparen] = n
			case *ast.BinaryExpr:
				v.operations[n.OpPos] = n
			case *ast.AssignStmt:
				if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
					v.operations[n.Pos()] = n
				}
			case *ast.Ident:
				if obj, ok := v.pass.TypesInfo.Defs[n].(*types.Var); ok {
					v.declares[n.Pos()] = obj
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
	slices.SortFunc(v.roots[1:], func(a, b *family) int { return int(a.root.Pos() - b.root.Pos()) })
	// In this order always, as functions that call each other see of each other's
	// writes only what is known by then.
	for _, fam := range v.roots {
		fam.collect()
	}
}

// family is a declared function and the literals in it, which share its variables.
type family struct {
	v        *Values
	root     *ssa.Function
	members  []*function
	closures map[*ssa.Function][]*ssa.MakeClosure // where a literal is made
	sites    map[*ssa.Function][]ssa.CallInstruction
	leaked   map[*ssa.Function]bool // literals whose calls are not all in sight
	kept     []*ssa.Function        // those of them that something holds
	captured map[*ssa.Function][]write
	reps     map[token.Pos]*ssa.Alloc
	writes   map[ssa.Value][]write         // by base, see memory.go
	written  []loc                         // of the package's variables
	holds    map[ssa.Value][]*ssa.Function // the literals that are stored, by base
	exposed  map[*ssa.Alloc]bool           // the variables whose address is stored
	sends    map[loc][]*ssa.Send
	cells    map[loc]*cell
	indexed  bool
}

// function is what is known of a function or literal.
type function struct {
	fam     *family
	fn      *ssa.Function
	refs    map[ast.Expr]*ssa.DebugRef
	names   map[ssa.Value][]*types.Var // the variables that have been given a value
	index   map[ssa.Instruction]int
	events  map[*ssa.BasicBlock]map[ssa.Value][]event
	entries map[entry]node
	starts  map[loc]*initial
	changes map[change]*effect
	parts   map[part]*part
	picks   map[ssa.Instruction]*pick
	loops   []*loop
	hasLoop bool
	sorted  []*ssa.BasicBlock // by position
	regions map[Region]*region
	post    []int // immediate post-dominators by block, see control.go
	decides [][]*ssa.BasicBlock
	compare map[node][]*ssa.BinOp
	limited map[node][]limit
}

// limit is a comparison that a value has part in.
type limit struct {
	cmp   *ssa.BinOp
	right bool // it stands on the right
	sum   bool // it is part of a sum
}

func (fam *family) add(fn *ssa.Function) {
	f := &function{fam: fam, fn: fn}
	fam.v.funcs[fn] = f
	fam.v.families[fn] = fam
	fam.members = append(fam.members, f)
	for _, anon := range fn.AnonFuncs {
		fam.add(anon)
	}
}

// at is the innermost function around a position, nil if there is none.
func (v *Values) at(pos token.Pos) *function {
	spans := func(fn *ssa.Function) bool {
		s := fn.Syntax()
		return s != nil && s.Pos() <= pos && pos < s.End()
	}
	i, found := slices.BinarySearchFunc(v.roots[1:], pos, func(fam *family, pos token.Pos) int {
		s := fam.root.Syntax()
		switch {
		case s == nil || s.End() <= pos:
			return -1
		case pos < s.Pos():
			return 1
		}
		return 0
	})
	fn := v.roots[0].root
	if found {
		fn = v.roots[1+i].root
	}
	for {
		i := slices.IndexFunc(fn.AnonFuncs, spans)
		if i < 0 {
			return v.funcs[fn]
		}
		fn = fn.AnonFuncs[i]
	}
}

// ref is the value or address that SSA notes for an expression.
func (f *function) ref(e ast.Expr) *ssa.DebugRef {
	f.debug()
	if r := f.refs[e]; r != nil {
		return r
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return f.refs[sel.Sel] // an assigned field
	}
	return nil
}

// debug collects what SSA notes of expressions.
func (f *function) debug() {
	if f.refs != nil {
		return
	}
	f.refs, f.names = map[ast.Expr]*ssa.DebugRef{}, map[ssa.Value][]*types.Var{}
	for _, b := range f.fn.Blocks {
		for _, in := range b.Instrs {
			r, ok := in.(*ssa.DebugRef)
			if !ok {
				continue
			}
			if f.refs[r.Expr] == nil {
				f.refs[r.Expr] = r
			}
			if obj, ok := r.Object().(*types.Var); ok && !r.IsAddr && !slices.Contains(f.names[r.X], obj) {
				f.names[r.X] = append(f.names[r.X], obj)
			}
		}
	}
}

// place is the index of an instruction in its block.
func (f *function) place(in ssa.Instruction) int {
	if f.index == nil {
		f.index = map[ssa.Instruction]int{}
		for _, b := range f.fn.Blocks {
			for i, in := range b.Instrs {
				f.index[in] = i
			}
		}
	}
	return f.index[in]
}

// callOf is the syntax of a call, nil for those that the source does not have.
func (v *Values) callOf(c ssa.CallInstruction) *ast.CallExpr {
	return v.calls[c.Common().Pos()]
}

// own is the function of this package that a call surely runs, with its body.
func (v *Values) own(c *ssa.CallCommon) *ssa.Function {
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if v.funcs[fn] == nil || len(fn.Blocks) == 0 {
		return nil
	}
	return fn
}
