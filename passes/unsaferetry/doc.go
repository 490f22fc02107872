// Package unsaferetry ...
//
// # Analyzer unsaferetry
//
// unsaferetry: TODO
package unsaferetry
