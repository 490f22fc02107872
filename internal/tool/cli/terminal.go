package cli

import (
	"io"
	"os"
	"runtime"
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
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colourful reports whether text may have colours, see https://no-color.org.
func colourful(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && terminal(w)
}
