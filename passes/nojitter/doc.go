// Package nojitter ...
//
// # Analyzer nojitter
//
// nojitter: TODO
package nojitter
