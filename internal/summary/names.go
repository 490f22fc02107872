package summary

import (
	"go/ast"
	"strings"
)

// StopName reports whether a channel's or flag's name says that something is to
// end.
func StopName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"stop", "done", "quit", "clos", "exit", "shut", "cancel", "kill", "term", "abort", "finish", "dying", "dead", "end", "sig", "halt"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// wakesUp reports whether a channel's name says that it brings news other than
// an end: a trigger for another round.
func wakesUp(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"wake", "trigger", "notify", "kick", "changed", "update", "reload", "refresh", "flush", "ready", "poke", "work", "disconnected", "reconnect", "restart", "reset", "resume", "force"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// lastName is the identifier that an expression ends in: the method of a call,
// the field of a selector.
func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.CallExpr:
		return lastName(e.Fun)
	case *ast.IndexExpr:
		return lastName(e.X)
	}
	return ""
}

// LastName is the identifier that an expression ends in, or "".
func LastName(e ast.Expr) string { return lastName(e) }
