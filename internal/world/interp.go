package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// Outcome is what a world says of a call.
type Outcome uint8

const (
	Free    Outcome = iota // anything may happen
	Success                // no error; the answer may still be anything
	Failure                // an error, or a nil or false result where there is none
	Refused                // no error, but a response that says failure
)

// World says how each call of a region ends.
type World func(c *ast.CallExpr) Outcome

// MaxSteps bounds what the interpreter does in one run. A loop that needs more has
// more ways and flags than anybody follows, and is left alone.
const MaxSteps = 50_000

// Options say where a run begins, where it may go and what it takes for given. The
// zero value begins a first round at the head, in which nothing is known.
//
// Cancelled decides every branch that asks for the end of a context, Strict every
// one that nothing else answers, so of the two one is set; Detached goes with
// Cancelled alone. Says answers all questions about an error, whichever error Is
// says that it is. Status needs a world in which a call is Refused or Success.
type Options struct {
	// Block and Node are where the run begins: behind the head, or at a node of it,
	// the loop's own condition is asked like any other. At is the way to set them.
	Block *cfg.Block
	Node  int
	// Cut stops the walk at these blocks, for questions such as «without passing a
	// wait».
	Cut func(b *cfg.Block) bool
	// Later is a round that is not the first: counters of attempts are high.
	Later bool
	// NoConflict answers every question about a conflict with no.
	NoConflict bool
	// Cancelled is the world in which contexts have ended.
	Cancelled bool
	// Detached is set where what is attempted has nothing to do with the contexts that
	// have ended, so that its error says nothing of them.
	Detached bool
	// MayEnd lets a context have ended.
	MayEnd bool
	// Strict makes questions that cannot be answered end the loop.
	Strict bool
	// Says answers the questions about errors that are no nil ones, where it is set.
	Says Value
	// Is is what error all those are that are no nil ones, where it is set.
	Is *types.Var
	// MayLoad leaves those without an answer that ask if a server is overloaded.
	MayLoad bool
	// Nothing makes a call that fails by an error give back nil beside it, whatever
	// else its type is than a pointer, for which that is taken for granted.
	Nothing bool
	// Status is what a bad response says. Where it is set, questions about it are
	// followed into the functions that are asked; where it is not, a bad response
	// says badStatus to the questions of the region itself.
	Status int64
	// Count compares integers that count, where that is wanted.
	Count func(x ast.Expr, op token.Token, y ast.Expr) Value
	// Ended is told of every return that is reached, with what is known there.
	Ended func(in *Interp, ret *ast.ReturnStmt, env []Value)
}

// At begins a run at a call of the region.
func At(r *flow.Region, c flow.Placed) Options {
	return Options{Block: r.U.Graph.Blocks[c.Block], Node: c.Node}
}

// Interp is a run of a region, once around: from a start to the head or out. Once
// it is over it tells what was found.
type Interp struct {
	Options
	R       *flow.Region
	World   World
	Tracked map[types.Object]int
	Inner   map[*cfg.Block]int // loops over data inside the region, by their heads
	seen    map[string]bool
	// Steps counts the blocks that were interpreted.
	Steps int
	// SaysAgain is set when a flag that was given back beside an error was taken to
	// say that the call is to be made again.
	SaysAgain bool
	// Back is set when the head was reached and its condition may hold again.
	Back bool
	// Asked is set when a condition on a response's status was evaluated.
	Asked bool
	// Unsure is set when a question was asked of the status that cannot be
	// answered.
	Unsure bool
	// Reached holds the blocks that were entered, First those that were before the
	// head was.
	Reached, First map[*cfg.Block]bool

	statuses map[types.Object]bool     // the variables that hold Status
	given    map[types.Object]Value    // of parameters
	results  map[*ast.CallExpr][]Value // what the calls gave back that were run at last, see effects
	depth    int                       // how many functions lie between the site and this one
}

// Assigned reports whether the region assigns a variable.
func Assigned(r *flow.Region, obj types.Object) bool {
	return len(r.Defs(obj)) > 0
}

// WalkNode visits a node of a block without entering function literals.
func WalkNode(n ast.Node, f func(ast.Node) bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		return n == nil || f(n)
	})
}

// state is a point of the interpretation: a block about to be run, with what is
// known then. again is set in the second round.
type state struct {
	block *cfg.Block
	env   []Value
	again bool
}

// prepare prepares a run.
func prepare(r *flow.Region, w World, o Options) *Interp {
	in := &Interp{Options: o, R: r, World: w, Tracked: track(r), Inner: map[*cfg.Block]int{}, seen: map[string]bool{}, Reached: map[*cfg.Block]bool{}, First: map[*cfg.Block]bool{}}
	for _, b := range r.Order {
		if b != r.Head && OverData(b) {
			in.Inner[b] = len(in.Tracked) + len(in.Inner)
		}
	}
	return in
}

// Start is an environment in which nothing is known.
func (in *Interp) Start() []Value { return make([]Value, len(in.Tracked)+len(in.Inner)) }

// IsLoopHead reports whether a block ends with a loop's own condition.
func IsLoopHead(b *cfg.Block) bool {
	return b.Kind == cfg.KindForLoop || b.Kind == cfg.KindRangeLoop
}

// Condition returns the expression that decides between a block's two
// successors: the true one comes first. For a case of an expression switch with
// a tag it returns both sides of the comparison.
func Condition(u *flow.Unit, b *cfg.Block) (cond, tag ast.Expr) {
	if len(b.Succs) != 2 || len(b.Nodes) == 0 {
		return nil, nil
	}
	last, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
	if !ok {
		return nil, nil
	}
	switch b.Succs[0].Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		return last, nil
	case cfg.KindSwitchCaseBody:
		if cc, ok := b.Succs[0].Stmt.(*ast.CaseClause); ok {
			if sw := u.Clause[cc]; sw != nil {
				return last, sw.Tag
			}
		}
	}
	return nil, nil
}

// CaseName is the type that a clause of a type switch lists.
func CaseName(b *cfg.Block) string {
	return TypeExprName(b.Succs[0].Stmt.(*ast.CaseClause).List[0])
}

// TypeCase returns what a type switch switches on, where b decides about one of
// its clauses that lists a single type, and whether that is case nil.
func TypeCase(u *flow.Unit, b *cfg.Block) (x ast.Expr, isNilCase bool) {
	if len(b.Succs) != 2 || b.Succs[0].Kind != cfg.KindSwitchCaseBody {
		return nil, false
	}
	cc, ok := b.Succs[0].Stmt.(*ast.CaseClause)
	if !ok || len(cc.List) != 1 {
		return nil, false
	}
	return u.Typed[cc], u.M.Info.Types[cc.List[0]].IsNil()
}

// tracked is the object by which the interpreter knows what an expression names,
// nil for what it does not follow.
func (in *Interp) tracked(e ast.Expr) types.Object {
	m := in.R.U.M
	l := locate(m, e)
	if of := elementOf(m, e); of.root != nil {
		l = of
	}
	if l.root == nil || l.path == "" {
		return m.Object(e)
	}
	if v := flow.Notes[notes](m).standsFor(l); v != nil {
		return v
	}
	return nil
}

// TypeExprName is the name in a type expression, without its pointer.
func TypeExprName(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	return summary.LastName(e)
}
