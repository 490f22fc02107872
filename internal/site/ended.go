package site

import (
	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// AttemptBlocks maps the blocks of a site's attempts to them.
func AttemptBlocks(r *flow.Region, s *Site) map[*cfg.Block]*world.Attempt {
	out := map[*cfg.Block]*world.Attempt{}
	for i := range s.Attempts {
		if p, ok := world.PlacedCall(r, s.Attempts[i].Call); ok && out[r.U.Graph.Blocks[p.Block]] == nil {
			out[r.U.Graph.Blocks[p.Block]] = &s.Attempts[i]
		}
	}
	return out
}
