package value

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// How says how a function literal is run.
type How uint8

const (
	Called   How = iota // by its name, or where it stands
	Deferred            // when the function around it ends
	Passed              // by a function that runs it before it returns
	Joined              // in a goroutine whose end the round awaits
	Started             // in a goroutine that goes on
)

// Run is a function literal that a region runs.
type Run struct {
	Lit *ast.FuncLit
	At  *ast.CallExpr // the call that runs it, or is given it
	How How
}

// Literals lists the function literals that provably run when a region does, by
// position. runs says whether a call runs its argument i before it returns; nil for
// none.
func (v *Values) Literals(r Region, runs func(c *ast.CallExpr, i int) bool) []Run {
	defer v.end()
	if !v.begin() {
		return nil
	}
	reg := v.region(r)
	if reg == nil {
		return nil
	}
	fam := reg.f.fam
	fam.collect()
	joins := reg.joins()
	var out []Run
	add := func(c ssa.CallInstruction, val ssa.Value, how How) {
		for _, fn := range fam.literalsIn(val) {
			lit, ok := fn.Syntax().(*ast.FuncLit)
			if at := v.callOf(c); ok && at != nil {
				out = append(out, Run{lit, at, how})
			}
		}
	}
	async := Started
	if joins {
		async = Joined
	}
	for _, b := range reg.blocks() {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			how := Called
			switch in.(type) {
			case *ssa.Go:
				how = async
			case *ssa.Defer:
				how = Deferred
			}
			common := c.Common()
			if !common.IsInvoke() {
				add(c, common.Value, how)
			}
			syntax := v.callOf(c)
			if syntax == nil || how != Called {
				continue
			}
			for i := range syntax.Args {
				a := argument(c, i)
				switch {
				case a == nil:
				case startsGoroutine(common) && i == 0:
					add(c, a, async)
				case runs != nil && runs(syntax, i):
					add(c, a, Passed)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Run) int { return int(a.At.Pos() - b.At.Pos()) })
	return out
}

// joins reports whether a round waits for goroutines: by a Wait of a WaitGroup or
// an errgroup, or by receiving what a literal sends.
func (r *region) joins() bool {
	fam := r.f.fam
	for _, b := range r.blocks() {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if fn := in.Call.StaticCallee(); fn != nil && fn.Name() == "Wait" && groupOf(fn) {
					return true
				}
			case *ssa.UnOp:
				if len(fam.v.received(in.X)) > 1 && !isLoad(in) {
					return true
				}
			}
		}
	}
	return false
}

// startsGoroutine reports whether a call is that of a group's Go.
func startsGoroutine(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	return fn != nil && (fn.Name() == "Go" || fn.Name() == "TryGo") && groupOf(fn)
}

func groupOf(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
	case "sync.WaitGroup", "golang.org/x/sync/errgroup.Group":
		return true
	}
	return false
}

// Callees lists the literals and declared functions that a call may run, as far as
// they are in sight; nil if there may be others.
func (v *Values) Callees(c *ast.CallExpr) []Origin {
	list := v.Origins(c.Fun, Follow{})
	for _, o := range list {
		if o.Kind != Literal && o.Kind != Function {
			return nil
		}
	}
	return list
}
