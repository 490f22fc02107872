// Package ctxsleep ...
//
// # Analyzer ctxsleep
//
// ctxsleep: TODO
package ctxsleep
