package cli

import (
	"io"
	"os"
	"runtime"

	"golang.org/x/term"
)

// terminal reports whether what is written is shown by a terminal that knows
// escape sequences.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	if runtime.GOOS == "windows" && os.Getenv("TERM") == "" && os.Getenv("WT_SESSION") == "" { // an old console
		return false
	}
	return term.IsTerminal(int(f.Fd()))
}

// terminalWidth is how many characters a line of a terminal has, 80 if it does
// not tell.
func terminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// colourful reports whether text may have colours: as a person says, or else where
// a terminal shows it, unless NO_COLOR is set (https://no-color.org).
func colourful(when string, w io.Writer) bool {
	switch when {
	case always:
		return true
	case never:
		return false
	}
	return os.Getenv("NO_COLOR") == "" && terminal(w)
}

// The values of -color; auto is the third.
const (
	always = "always"
	never  = "never"
	auto   = "auto"
)
