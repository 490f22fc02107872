// Package fingerprint gives findings names that last while the code around them
// changes, so that a baseline or a code scanning service knows them again.
package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/source"
)

// Name is the key of these fingerprints in SARIF. What follows the slash is to be
// raised when what goes into them changes, as then no old one matches.
const Name = "retryvet/v1"

// Assign sets the fingerprints of findings, which are sorted.
//
// Into a fingerprint go the check, the package, the function and the code of the
// line, and where all these are equal, which of them it is. Not among them are
// the line's number, the file, the message, comments and spaces: functions move,
// and messages get better.
func Assign(list []finding.Finding, files *source.Files) {
	seen := map[string]int{}
	for i := range list {
		f := &list[i]
		code := files.Tokens(f.File, f.Line)
		if code == "" { // the finding is about a comment
			code = strings.TrimSpace(files.Line(f.File, f.Line))
		}
		if code == "" { // the file cannot be read
			code = filepath.Base(f.File) + " " + f.Message
		}
		key := strings.Join([]string{f.Check, f.Package, files.Declaration(f.File, f.Line, f.Col), code}, "\x00")
		f.Fingerprint = hash(key + "\x00" + strconv.Itoa(seen[key]))
		seen[key]++
	}
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}
