// Package uncapped ...
//
// # Analyzer uncapped
//
// uncapped: TODO
package uncapped
