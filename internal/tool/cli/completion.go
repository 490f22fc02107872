package cli

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/format"
	"github.com/retryvet/retryvet/internal/tool/nearest"
	"github.com/retryvet/retryvet/passes"
)

// completionWord is the first argument by which a person asks for what a shell
// needs, and candidatesWord the one by which that then asks for candidates: what
// begins with the last argument and may follow the one before it.
const (
	completionWord = "completion"
	candidatesWord = "__complete"
)

// scripts make shells ask this program. What has no candidate is a file or a
// directory, which shells know best.
var scripts = map[string]string{
	"bash": `_retryvet() {
	local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
	COMPREPLY=($(retryvet __complete "$before" "$word"))
}
complete -o default -F _retryvet retryvet
`,
	"zsh": `#compdef retryvet
_retryvet() {
	local -a candidates
	candidates=(${(f)"$(retryvet __complete "${words[CURRENT-1]}" "${words[CURRENT]}")"})
	if (( $#candidates )); then
		compadd -Q -- $candidates
	else
		_files
	fi
}
compdef _retryvet retryvet
`,
	"fish": `function __retryvet
	set -l words (commandline -opc)
	retryvet __complete "$words[-1]" (commandline -ct)
end
complete -c retryvet -a '(__retryvet)'
`,
}

// completion prints the script for a shell.
func completion(out io.Writer, shell string) error {
	shells := slices.Sorted(maps.Keys(scripts))
	script, ok := scripts[shell]
	if !ok {
		return fmt.Errorf("no completion for %q: want one of %s%s", shell, strings.Join(shells, ", "), nearest.Hint("%s", shell, shells))
	}
	_, err := io.WriteString(out, script)
	return err
}

// candidates prints what may stand where word begins, behind another word.
func candidates(out io.Writer, before, word string) error {
	var list []string
	head := ""
	switch name := strings.TrimLeft(before, "-"); {
	case strings.HasPrefix(word, "-") && name != "checks":
		var o options
		var matrix string
		fs := declared(&o, &matrix)
		declare(fs, &o.flags, map[string]string{})
		fs.VisitAll(func(f *flag.Flag) { list = append(list, "-"+f.Name) })
	case !strings.HasPrefix(before, "-"):
		if !strings.Contains(before, "retryvet") {
			break // packages follow packages
		}
		list = append(slices.Sorted(maps.Keys(words)), completionWord, mapWord)
	case name == "checks":
		i := strings.LastIndexByte(word, ',') + 1
		head = word[:i]
		for _, check := range append([]string{"all", "core"}, passes.Names()...) {
			list = append(list, head+check, head+"-"+check)
		}
	case name == "explain":
		list = passes.Names()
	case name == "format":
		list = slices.Compact(slices.Sorted(slices.Values(append(format.Names(), mapFormats()...))))
	case name == "color":
		list = []string{auto, always, never}
	case name == "fixwith":
		list = []string{"stdlib", "runtime"}
	}
	for _, c := range list {
		if strings.HasPrefix(c, word) {
			if _, err := fmt.Fprintln(out, c); err != nil {
				return err
			}
		}
	}
	return nil
}
