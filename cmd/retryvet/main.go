// Command retryvet finds retry code in Go that makes outages worse, and says
// what to do about it.
//
//	retryvet ./...                                  # for people
//	go vet -vettool=$(which retryvet) ./...         # the same checks within go vet
//	go fix -fixtool=$(which retryvet) ./...         # apply the fixes
//
// retryvet -h lists the checks and the flags.
package main

import (
	"os"

	"github.com/retryvet/retryvet/internal/tool/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
