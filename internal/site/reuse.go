package site

import (
	"go/ast"
)

// Reuse is a stream that was made before a site and that each attempt reads: the
// first attempt uses it up.
type Reuse struct {
	Use ast.Expr // in the attempt: the reader, the request, or the options that hold it
	// Made is where the stream comes from: the expression that makes it, or the
	// parameter.
	Made ast.Node
	What What
	// Memory is set where the stream reads from memory, so that a request made of
	// it has a GetBody.
	Memory bool
	// First is the call that used it up, where there is no site: the function
	// sends a request once more.
	First *ast.CallExpr
}

// What is what is used up.
type What uint8
