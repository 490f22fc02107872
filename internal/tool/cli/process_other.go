//go:build !unix

package cli

import (
	"os"
	"os/exec"
)

// stopSignals end a run.
var stopSignals = []os.Signal{os.Interrupt}

// together makes a command end when its context does. A terminal sends its
// signals to all that runs in it.
func together(cmd *exec.Cmd) { cmd.WaitDelay = grace }

func endGroup(*exec.Cmd) {}
