package outcome

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// vicinity is the part of a function that is followed for one region: the blocks
// on the way to it, its own, and those behind it. In a function of the usual size
// that is all there is; of a very long one it is what lies around the region, so
// that what a function costs grows with its length alone.
type vicinity struct {
	r      *flow.Region
	starts []*cfg.Block        // where the ways to the region begin
	whole  bool                // they begin where the function does
	before map[*cfg.Block]bool // on the ways to the region
	after  map[*cfg.Block]bool // the region, and what can follow
	// tracked are the variables whose values decide conditions.
	tracked map[types.Object]int
	inner   []*cfg.Block // the heads of loops over data
}

// mostBlocks is how many blocks are looked at before a region, and how many behind it.
const mostBlocks = flow.TooLarge

func around(r *flow.Region) *vicinity {
	v := &vicinity{r: r, before: map[*cfg.Block]bool{}, after: map[*cfg.Block]bool{}, tracked: map[types.Object]int{}}
	v.lookBack()
	v.lookOn()
	for _, e := range namedResults(r.U) {
		v.track(r.U.M.Object(e))
	}
	for _, b := range v.blocks() {
		if b != r.Head && world.OverData(b) {
			v.inner = append(v.inner, b)
		}
		for _, obj := range mentioned(r.U, b) {
			v.track(obj)
		}
	}
	return v
}

// blocks lists all blocks that are followed, by their index.
func (v *vicinity) blocks() []*cfg.Block {
	out := slices.AppendSeq(slices.Collect(maps.Keys(v.before)), maps.Keys(v.after))
	slices.SortFunc(out, func(a, b *cfg.Block) int { return cmp.Compare(a.Index, b.Index) })
	return slices.Compact(out)
}

// lookBack finds the blocks from which the region can be reached.
func (v *vicinity) lookBack() {
	r := v.r
	queue := []*cfg.Block{r.Head}
	v.before[r.Head] = true
	for len(queue) > 0 && len(v.before) < mostBlocks {
		b := queue[0]
		queue = queue[1:]
		for _, p := range r.U.Preds[b] {
			if !v.before[p] {
				v.before[p] = true
				queue = append(queue, p)
			}
		}
	}
	if v.whole = len(queue) == 0; v.whole {
		v.starts = r.U.Graph.Blocks[:1]
		return
	}
	for _, b := range queue { // their predecessors may lie further away
		if !r.Blocks[b] {
			v.starts = append(v.starts, b)
		}
	}
}

// lookOn finds the blocks that can be reached from the region.
func (v *vicinity) lookOn() {
	queue := []*cfg.Block{v.r.Head}
	v.after[v.r.Head] = true
	for len(queue) > 0 && len(v.after) < mostBlocks+len(v.r.Blocks) {
		b := queue[0]
		queue = queue[1:]
		for _, s := range b.Succs {
			if !v.after[s] {
				v.after[s] = true
				queue = append(queue, s)
			}
		}
	}
}

func (v *vicinity) track(obj types.Object) {
	if _, ok := v.tracked[obj]; !ok && trackable(v.r.U, obj) {
		v.tracked[obj] = len(v.tracked)
	}
}

// trackable reports whether a variable is one of the function whose value may
// decide conditions. Those that a literal assigns, or that have their address
// taken, may change out of sight.
func trackable(u *flow.Unit, obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && !v.IsField() && declaredIn(u.Node, v) && world.Trackable(v.Type()) && !hidden(u)[v]
}

// notes is what this topic keeps of a package.
type notes struct {
	hidden    map[ast.Node]map[types.Object]bool
	mentioned map[*cfg.Block][]types.Object
	bare      map[*flow.Unit]map[string][]*types.Var
	homeless  map[varOf][]*ast.Ident
}

// varOf is a variable in a function.
type varOf struct {
	u *flow.Unit
	v *types.Var
}

func notesOf(m *flow.Package) *notes {
	n := flow.Notes[notes](m)
	if n.hidden == nil {
		*n = notes{map[ast.Node]map[types.Object]bool{}, map[*cfg.Block][]types.Object{}, map[*flow.Unit]map[string][]*types.Var{}, map[varOf][]*ast.Ident{}}
	}
	return n
}

// mentioned lists the variables that a block names.
func mentioned(u *flow.Unit, b *cfg.Block) []types.Object {
	known := notesOf(u.M).mentioned
	out, ok := known[b]
	if ok {
		return out
	}
	for _, n := range b.Nodes {
		world.WalkNode(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if v, isVar := u.M.Object(id).(*types.Var); ok && isVar && !v.IsField() && !slices.Contains(out, types.Object(v)) {
				out = append(out, v)
			}
			return true
		})
	}
	known[b] = out
	return out
}

// hidden lists the variables that a function literal assigns or whose address is
// taken.
func hidden(u *flow.Unit) map[types.Object]bool {
	known := notesOf(u.M).hidden
	out := known[u.Node]
	if out != nil {
		return out
	}
	out = map[types.Object]bool{}
	known[u.Node] = out
	ast.Inspect(u.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if ast.Node(n) != u.Node {
				assignedBy(u, n.Body, out)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				if obj := u.M.Object(n.X); obj != nil {
					out[obj] = true
				}
			}
		}
		return true
	})
	return out
}

func assignedBy(u *flow.Unit, body ast.Node, out map[types.Object]bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if obj := u.M.Object(l); obj != nil {
					out[obj] = true
				}
			}
		case *ast.IncDecStmt:
			if obj := u.M.Object(n.X); obj != nil {
				out[obj] = true
			}
		case *ast.RangeStmt:
			for _, l := range [...]ast.Expr{n.Key, n.Value} {
				if l != nil && u.M.Object(l) != nil {
					out[u.M.Object(l)] = true
				}
			}
		}
		return true
	})
}

// bareErrors lists the error variables of a function, by name, that are declared
// without a value and never given one.
func bareErrors(u *flow.Unit) map[string][]*types.Var {
	known := notesOf(u.M).bare
	out := known[u]
	if out != nil {
		return out
	}
	out = map[string][]*types.Var{}
	known[u] = out
	for obj, defs := range u.Definitions() {
		v, ok := obj.(*types.Var)
		if ok && summary.IsError(v.Type()) && bare(u, v, defs) {
			out[v.Name()] = append(out[v.Name()], v)
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
	}
	return out
}

// usesIn lists where a variable is named in some blocks of a function, and in
// none, as by what a literal holds.
func usesIn(u *flow.Unit, v *types.Var, blocks map[*cfg.Block]bool) []*ast.Ident {
	known := notesOf(u.M).homeless
	out, ok := known[varOf{u, v}]
	all := u.Uses(v)
	if !ok {
		for _, id := range all {
			if u.BlockOf(id) == nil {
				out = append(out, id)
			}
		}
		known[varOf{u, v}] = out
	}
	out = slices.Clip(out)
	for b := range blocks {
		for _, n := range b.Nodes {
			i, _ := slices.BinarySearchFunc(all, n.Pos(), func(id *ast.Ident, pos token.Pos) int { return cmp.Compare(id.Pos(), pos) })
			for ; i < len(all) && all[i].Pos() < n.End(); i++ {
				if u.BlockOf(all[i]) == b {
					out = append(out, all[i])
				}
			}
		}
	}
	return out
}

// looksAt reports whether an error is used in one of the blocks for more than a
// question about it.
func looksAt(r *flow.Region, v *types.Var, live map[*cfg.Block]bool) bool {
	return slices.ContainsFunc(usesIn(r.U, v, live), func(id *ast.Ident) bool {
		return !onlyAsked(r, r.U.Stack(id)) && !replacedBefore(r, id, v)
	})
}
