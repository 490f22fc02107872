package world

import (
	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
)

// Exits reports whether a successor leaves the region for good.
func Exits(r *flow.Region, b *cfg.Block, leads map[*cfg.Block]bool) bool {
	return b != r.Head && !leads[b]
}
