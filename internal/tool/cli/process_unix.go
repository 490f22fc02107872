//go:build unix

package cli

import (
	"os"
	"os/exec"
	"syscall"
)

// stopSignals end a run.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// together makes a command and all that it starts end when its context does. The
// go command has compilers and analyses running, which a signal to it alone does
// not reach.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) } // upon which the go command removes its files
	cmd.WaitDelay = grace
}

// endGroup ends what is left of a command that was made to end.
func endGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it fails if nothing is left
	}
}
