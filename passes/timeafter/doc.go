// Package timeafter ...
//
// # Analyzer timeafter
//
// timeafter: TODO
package timeafter
