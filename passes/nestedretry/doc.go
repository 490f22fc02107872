// Package nestedretry ...
//
// # Analyzer nestedretry
//
// nestedretry: TODO
package nestedretry
