package knowledge

import (
	"go/types"
	"strings"
)

// Derives is the index of the parameter that the context which fn returns is
// derived from, so that it ends with it; -1 for all other functions.
func Derives(fn *types.Func) int {
	if fn == nil || fn.Pkg() == nil {
		return -1
	}
	switch name := fn.Name(); fn.Pkg().Path() {
	case "context":
		if strings.HasPrefix(name, "With") && name != "WithoutCancel" {
			return 0
		}
	case "google.golang.org/grpc/metadata":
		if name == "NewOutgoingContext" || name == "AppendToOutgoingContext" || name == "NewIncomingContext" {
			return 0
		}
	case "go.opentelemetry.io/otel/trace", "github.com/opentracing/opentracing-go":
		if strings.HasPrefix(name, "ContextWith") {
			return 0
		}
	}
	return -1
}

// CleanUpName reports whether a function's name begins with a word that says
// that it ends or gives back something.
func CleanUpName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"close", "stop", "shutdown", "cleanup", "clean", "release", "unlock", "rollback", "abort", "teardown", "drain", "flush", "finish", "deregister", "unregister", "revoke", "disconnect", "dispose", "destroy", "kill", "terminate", "leave", "detach", "unmount", "logout"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// OpensName reports whether a function's name says that it sets up a connection
// or a listener.
func OpensName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"dial", "connect", "open", "listen"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}
