package site

import (
	"go/ast"
)

// Unheeded is an answer by which a server asks for patience, 429 or 503, that
// leads to the next attempt although nothing reads how long the server asks to
// wait.
type Unheeded struct {
	Call   *ast.CallExpr // gave back the response
	At     ast.Node      // in the site: what looks at the status, or the attempt
	Status int64         // 503 if both lead to the next attempt
	// Decider is the name in the declaration of the function of this package that
	// says so; nil if the site looks at the status itself.
	Decider *ast.Ident
}

// The statuses that come with a Retry-After: RFC 9110, section 10.2.3, and RFC
// 6585, section 4.
const (
	TooManyRequests    = 429
	ServiceUnavailable = 503
)
