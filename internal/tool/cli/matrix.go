package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// platform is an operating system and an architecture as the go command names
// them. The zero value is what the environment says.
type platform struct{ os, arch string }

// platforms reads the value of -matrix.
func platforms(list string) ([]platform, error) {
	var out []platform
	for item := range strings.SplitSeq(list, ",") {
		goos, arch, ok := strings.Cut(strings.TrimSpace(item), "/")
		if !ok || goos == "" || arch == "" || strings.Contains(arch, "/") {
			return nil, fmt.Errorf("-matrix has %q where a platform such as linux/amd64 belongs (go tool dist list lists them)", item)
		}
		if p := (platform{goos, arch}); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (p platform) String() string {
	if p == (platform{}) {
		return ""
	}
	return p.os + "/" + p.arch
}

// environ is the environment for the go command.
func (p platform) environ() []string {
	if p == (platform{}) {
		return os.Environ()
	}
	return append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch)
}
