package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
)

// programVersion is the version that the module was built at.
func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// version prints what a report of a bug needs to say.
func version(out io.Writer) {
	details := []string{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				details = append(details, "revision "+s.Value)
			case s.Key == "vcs.time":
				details = append(details, s.Value)
			case s.Key == "vcs.modified" && s.Value == "true":
				details = append(details, "modified")
			}
		}
	}
	fmt.Fprintf(out, "retryvet %s (%s)\n", programVersion(), strings.Join(details, ", "))
}
