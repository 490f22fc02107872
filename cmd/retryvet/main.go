// Command retryvet finds retry code in Go that makes outages worse.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retryvet/retryvet/internal/listing"
	"github.com/retryvet/retryvet/passes"
)

func main() {
	unitchecker.Main(append(passes.All(), listing.Analyzer)...)
}
