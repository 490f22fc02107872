package cli

import (
	"debug/elf"
	"fmt"
	"io"
	"os"
	"strings"
)

// identify answers the go command's question which tool this is, so that it knows
// when to ask it anew: with what the linker noted of the program's content. The
// go command goes by that note itself where it has the file before it. It reports
// false if there is none, as on systems whose programs are not in ELF; then
// unitchecker reads and hashes the whole program, which takes as long as all else
// of the start.
func identify(out io.Writer) bool {
	name, err := os.Executable()
	if err != nil {
		return false
	}
	id := buildID(name)
	if id == "" {
		return false
	}
	_, err = fmt.Fprintf(out, "%s version devel buildID=%s\n", name, id)
	return err == nil
}

// buildID is what the linker noted of a program's content, "" if nothing. A note
// is three words of four bytes, the lengths of name and text and a type, the name
// "Go" filled up to four bytes, and the text.
func buildID(name string) string {
	const head = 16
	f, err := elf.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	section := f.Section(".note.go.buildid")
	if section == nil {
		return ""
	}
	note, err := section.Data()
	if err != nil || len(note) < head || string(note[12:head]) != "Go\x00\x00" {
		return ""
	}
	size := f.ByteOrder.Uint32(note[4:])
	if uint64(head)+uint64(size) > uint64(len(note)) {
		return ""
	}
	id := string(note[head : head+size])
	// Of the parts of a whole one, action/package/package/content, the last stands
	// for the program; a build with -ldflags=-buildid= or another linker has none.
	if strings.Count(id, "/") != 3 || strings.ContainsAny(id, " \n") {
		return ""
	}
	return id
}
