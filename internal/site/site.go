// Package site finds the places that attempt an operation again after it
// failed, and says everything about each that a check may ask. It is the one
// model that all checks share.
//
// A loop is a site by what it does, not by what it is called. The finder
// interprets the loop's control-flow graph with abstract values (nil or not for
// errors, true or false for flags) in two worlds: one in which every call
// succeeds, one in which a chosen attempt fails. Where failure leads back to
// the loop's head and success leaves it, the loop retries; where success comes
// back too, it is a supervisor, a poll, or work.
//
// Control is read from syntax and x/tools/go/cfg, as what a fix rewrites is syntax,
// and the questions are local to a loop. Questions about values are answered on
// SSA (internal/flow/value), which is built only for a package that asks one.
package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/rounds"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// AttemptBlocks maps the blocks of a site's attempts to them.
func AttemptBlocks(r *flow.Region, s *Site) map[*cfg.Block]*world.Attempt {
	out := map[*cfg.Block]*world.Attempt{}
	for i := range s.Attempts {
		if p, ok := world.PlacedCall(r, s.Attempts[i].Call); ok && out[r.U.Graph.Blocks[p.Block]] == nil {
			out[r.U.Graph.Blocks[p.Block]] = &s.Attempts[i]
		}
	}
	return out
}

// Kind is what a site is.
type Kind uint8

const (
	Work      Kind = iota // not a site: each round handles something new
	Retry                 // the same operation again because it failed; success leaves the site
	Reconnect             // re-establishes something for as long as the process lives
	Poll                  // waits for a condition of a successful answer
	Recursive             // a function that calls itself again
	Goto                  // a cycle made by goto
	Helper                // a call that hands a function to a retrier
	CAS                   // an optimistic update that repeats on a conflict only
)

func (k Kind) String() string {
	return [...]string{"work", "retry", "reconnect", "poll", "recursive", "goto", "helper", "cas"}[k]
}

// Again reports whether the site attempts an operation again because it failed,
// and success leaves it.
func (k Kind) Again() bool { return k == Retry || k == Recursive || k == Goto }

// Delay is how long a site waits between attempts.
type Delay struct {
	Shape    knowledge.Shape
	Capped   knowledge.Tri // of a growing delay
	Jitter   knowledge.Tri
	Expr     ast.Expr // the duration as written, nil if not in sight
	Constant int64    // nanoseconds, 0 if not constant
	Highest  float64  // nanoseconds, of a library's growing delay; 0 if not known
	First    float64  // nanoseconds, of a library's first delay; 0 if not known
	Factor   float64  // what a library multiplies it by each time; 0 if not known
}

// Reach is the cancellation signal in scope at a site's wait.
type Reach struct {
	Kind knowledge.Bound // Ctx, Stop or none
	Expr string          // as Go source: ctx, s.ctx, r.Context(), s.done
	// Background is set where the only context in reach can never be
	// cancelled.
	Background bool
	// Own is set where nothing can end the context but the function itself: by a
	// deadline that it gives it, or when it returns.
	Own bool
	// Hidden is set where Expr names something else at the wait: a variable of a
	// single attempt.
	Hidden bool
}

// live reports whether somebody else than the function can give the signal.
func (r Reach) live() bool { return r.Kind != 0 && !r.Background && !r.Own }

// Site is one place that attempts an operation again.
type Site struct {
	Kind     Kind
	Node     ast.Node // the loop, the label, or the call
	File     *ast.File
	Func     *types.Func // the declared function it stands in; nil at package level
	FuncName string      // Type.Method or Func
	Body     *ast.BlockStmt
	Attempts []world.Attempt
	Place    knowledge.Place
	Bound    knowledge.Bound
	Deadline bool  // the context that ends it has a deadline of this function's making
	Max      int64 // the constant number of attempts, first included; 0 if unknown
	// AtMost is the largest number of attempts; 0 if unknown.
	AtMost int64
	// Limit is what counts the attempts where that is no constant.
	Limit   rounds.Limit
	Waits   []summary.Wait
	Wait    *summary.Wait // the one that passes the time between attempts
	Delay   Delay
	Reach   Reach
	Effect  knowledge.Effect
	Safe    Safety
	Inner   *Inner // an attempt that itself retries
	Retrier *types.Func
	// InLiteral is set where the site stands in a function literal, which runs
	// when somebody calls it and not when Func is called.
	InLiteral bool
	// Otherwise is set where something else than the attempt's failure can end
	// the site, such as a lost leadership.
	Otherwise bool
	OnAnswer  bool      // repeats on a successful answer, not on an error
	Timeouts  []Timeout // total timeouts that start anew each round

	Unit   *flow.Unit         // the function body that it stands in
	First  *flow.Unit         // of a recursion: the function that is run again
	Region *flow.Region       // what is repeated; nil for recursions and calls of retriers
	Rounds *flow.Region       // of a recursion without a second function: its body
	Known  *knowledge.Retrier // what is known of Retrier
	Op     ast.Expr           // what is handed to Retrier
}

// Timeout is a time.After in a loop whose case ends the loop: a total timeout
// that every other case restarts.
type Timeout struct {
	Call   *ast.CallExpr
	Select *ast.SelectStmt
}

// Safety says whether an attempt may be repeated.
type Safety struct {
	Verdict  Verdict
	Method   string        // the HTTP method, if there is one
	Why      string        // what is repeated: "POST without Idempotency-Key"
	Call     *ast.CallExpr // the attempt
	FreshKey bool          // an idempotency key drawn anew each attempt
}

// Verdict is whether something may be repeated.
type Verdict uint8

const (
	SafetyUnknown Verdict = iota
	Idempotent
	Unsafe
)

func (v Verdict) String() string { return [...]string{"unknown", "idempotent", "unsafe"}[v] }

// Inner is a retry inside an attempt of a site.
type Inner struct {
	Call     *ast.CallExpr
	Name     string // the function or client that retries
	Chain    []string
	Attempts int64     // by all its layers together; 0 is without limit
	Layers   []int64   // those of each layer, the outermost first, where all are known
	Pos      token.Pos // of the inner site, if in this package
}

// Few reports whether there is one attempt more than the first at most.
func (s *Site) Few() bool { return s.AtMost == 1 || s.AtMost == 2 }

// Pos is the position that findings about the whole site are reported at.
func (s *Site) Pos() token.Pos { return s.Node.Pos() }

// End is the end of the site's source.
func (s *Site) End() token.Pos { return s.Node.End() }

// Polls reports whether the site waits for a condition of a successful answer, by
// a loop or by a helper that does. A helper that is given what can only fail
// retries, whatever it is made of.
func (s *Site) Polls() bool {
	if s.Known == nil || !s.Known.Poll || s.Op == nil {
		return s.Kind == Poll
	}
	sig, ok := summary.TypeUnder[*types.Signature](s.Unit.M.Info.TypeOf(s.Op))
	return ok && sig.Results().Len() > 1
}

// Probes reports whether the site only finds out whether somebody answers, as
// before a server is up: nothing of the answers is looked at but that they came, and
// they are not for one of many things that the loop around takes.
func (s *Site) Probes() bool {
	if s.Kind != Retry && s.Kind != Goto || s.taken() {
		return false
	}
	return len(s.Attempts) > 0 && !slices.ContainsFunc(s.Attempts, func(a world.Attempt) bool {
		return !a.Entry.Probe && !s.Unit.M.Sums.Probes(a.Call, s.Unit.Root)
	})
}

// taken reports whether an attempt is given what a loop around the site receives, or
// takes from a call, anew for each of its rounds, such as a message: to handle that is
// to do something, whatever becomes of the answer.
func (s *Site) taken() bool {
	if s.Region == nil {
		return false
	}
	for _, n := range s.Unit.Stack(s.Node) {
		loop, ok := n.(*ast.ForStmt)
		if !ok || n == s.Node || !flow.Within(s.Node, loop.Body) || !flow.Within(n, s.Unit.Body) {
			continue
		}
		around := s.Unit.LoopRegion(loop)
		if around != nil && slices.ContainsFunc(s.Attempts, func(a world.Attempt) bool {
			return slices.ContainsFunc(a.Call.Args, func(e ast.Expr) bool {
				moves, _ := s.Unit.M.Values().Moves(e, around.Span(), nil)
				return moves&(value.Takes|value.Receives) != 0
			})
		}) {
			return true
		}
	}
	return false
}

// Span is a part of a file that is no node of its own.
type Span struct{ From, To token.Pos }

func (s Span) Pos() token.Pos { return s.From }

func (s Span) End() token.Pos { return s.To }

// Head is where findings about the whole site are reported: the loop's header,
// or the call.
func (s *Site) Head() ast.Node {
	switch n := s.Node.(type) {
	case *ast.ForStmt:
		return Span{From: n.Pos(), To: n.Body.Lbrace}
	case *ast.RangeStmt:
		return Span{From: n.Pos(), To: n.Body.Lbrace}
	case *ast.LabeledStmt:
		return Span{From: n.Pos(), To: n.Colon}
	case *ast.CallExpr:
		return Span{From: n.Pos(), To: n.Lparen}
	}
	return s.Node
}
