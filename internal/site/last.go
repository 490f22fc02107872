package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
)

// Last is what a site does once its last permitted attempt failed.
type Last struct {
	// Wait is passed after that attempt although nothing is attempted after it;
	// nil if there is none.
	Wait *summary.Wait
	// Final is a condition, as Go source, that holds at Wait in the last round
	// and in no other; empty if it is not known.
	Final string
	// Grace is set where the function does the same after the last attempt as after
	// a success: the site gives something time to come up.
	Grace bool
	// Lost says how the failure gets lost; nil if it does not.
	Lost *Lost
}

// Lost is a way in which a failure gets lost.
type Lost struct {
	How LostHow
	At  ast.Node      // the return that loses it; nil for LostUntold
	Var *types.Var    // the variable that is returned without an error in it
	By  *types.Var    // the variable of the same name that has the error
	Err *ast.CallExpr // the attempt whose error is lost
	// Taken is the call whose empty result its caller takes for one; of
	// LostTrusted.
	Taken *ast.CallExpr
}

// LostHow is how a failure gets lost.
type LostHow uint8
