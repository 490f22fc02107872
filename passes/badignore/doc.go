// Package badignore reports suppressions that name no check.
//
// # Analyzer badignore
//
// badignore: report a //retryvet:ignore comment that names no check
//
// A finding that its owner wants to keep is suppressed on its line or the line
// above, by the name of the check and a reason:
//
//	//retryvet:ignore ctxsleep the device needs this pause whatever happens
//	time.Sleep(settle)
//
// A misspelt name suppresses nothing, and nobody would notice:
//
//	//retryvet:ignore ctxslep the device needs this pause
//
// badignore reports such a comment, and one without any name. That a suppression
// has no reason, or that it suppresses nothing, is reported by the check that it
// names.
//
// Remedy: name the check as the finding does, or remove the comment.
package badignore
