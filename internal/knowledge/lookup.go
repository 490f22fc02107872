package knowledge

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
)

// The tables that rows.go declares are sorted, laid out by the compiler and
// searched where they lie, so they cost nothing until they are asked.

// packageRows says which rows a package has: rowTable[First:End].
type packageRows struct {
	Path       string // a prefix in prefixTable, where longer ones come first
	First, End uint16
	Clients    bool // some of the rows name a client
	Retriers   bool // some of the rows name a retrier
	Changed    bool // some of the rows have several variants
}

// tableRow is a row of rowTable, which is sorted by name within a package.
type tableRow struct {
	Name  string // see Lookup
	Entry uint16 // of entryTable
	Since uint8  // of versionTable: where the row begins to hold
	State State
}

// Lookup returns what the tables know of fn, and users tell of it.
//
// A row's name is Func, Type.Method, *Word.Method (a method of any type whose name
// ends in the word), *.Method, Type.*, *Word.*, or * for anything else in the
// package; the first of these that is there counts.
func Lookup(fn *types.Func) Entry { return Told(fn, LookupAt(fn, "")) }

// LookupAt returns what the tables alone know of fn at a version of its module, such as
// v1.2.3; "" is one that is not known.
//
// Where a default changed between versions and the version is not known, what
// counts is the newest of those that fn's import path leaves open:
// example.com/lib/v2 is some v2, and a path without a major version is taken for
// v0 or v1.
func LookupAt(fn *types.Func, version string) Entry {
	if r := rowOf(fn, version); r != nil {
		return entryTable[r.Entry]
	}
	return Entry{}
}

func rowOf(fn *types.Func, version string) *tableRow {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	path := own.alias(fn.Pkg().Path())
	rows := rowsOf(path).rows()
	if len(rows) == 0 {
		return nil
	}
	for _, key := range keys(ReceiverName(fn), fn.Name()) {
		if found := find(rows, key); len(found) > 0 {
			return at(found, path, version)
		}
	}
	return nil
}

// at is the first row, or of those with its name, which follow it, the one that
// holds for a version, or for the newest that an import path leaves open.
func at(rows []tableRow, path, version string) *tableRow {
	i := 0
	if rows[0].Since > 0 { // which few are
		if !semver.IsValid(version) {
			version = newest(path)
		}
		for rows[i].Since > 0 && semver.Compare(versionTable[rows[i].Since], version) > 0 {
			i++
		}
	}
	return &rows[i]
}

// newest is a version that is after all that an import path leaves open.
func newest(path string) string {
	for part := range strings.SplitSeq(path, "/") {
		_, major, ok := strings.Cut(part, "v")
		if n, err := strconv.Atoi(major); ok && err == nil && part == "v"+major {
			return "v" + strconv.Itoa(n) + ".999999.0"
		}
	}
	return "v1.999999.0"
}

// keys is the names of rows that speak of a function or method, the one that
// counts most first.
func keys(recv, name string) []string {
	if recv == "" {
		return []string{name, "*"}
	}
	word := "*" + lastWord(recv)
	return []string{recv + "." + name, word + "." + name, "*." + name, recv + ".*", word + ".*", "*"}
}

// find returns the rows from the first of a name on, or nothing.
func find(rows []tableRow, name string) []tableRow {
	i, ok := slices.BinarySearchFunc(rows, name, func(r tableRow, name string) int { return cmp.Compare(r.Name, name) })
	if !ok {
		return nil
	}
	return rows[i:]
}

// lastWord is the last capitalised word of a type's name: Client of
// InstancesClient.
func lastWord(name string) string {
	for i := len(name) - 1; i > 0; i-- {
		if 'A' <= name[i] && name[i] <= 'Z' {
			return name[i:]
		}
	}
	return name
}

// FuncName is how tables and facts call a function: Func or Type.Method.
func FuncName(fn *types.Func) string {
	if recv := ReceiverName(fn); recv != "" {
		return recv + "." + fn.Name()
	}
	return fn.Name()
}

// ReceiverName returns the name of the type that fn is a method of, without
// pointer and type arguments, or "" for a function.
func ReceiverName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// rowsOf finds the rows of a package: of the exact path, of the path without its
// major version, or of the longest prefix.
func rowsOf(path string) *packageRows {
	path = unvendored(path)
	if p := findPackage(path); p != nil {
		return p
	}
	if i := strings.LastIndexByte(path, '/'); i < 0 && !strings.Contains(path, ".") {
		return nil // a standard library package without rows
	}
	bare := withoutMajor(path)
	if p := findPackage(bare); p != nil {
		return p
	}
	for i := range prefixTable {
		if strings.HasPrefix(bare, prefixTable[i].Path) {
			return &prefixTable[i]
		}
	}
	return nil
}

func findPackage(path string) *packageRows {
	i, ok := slices.BinarySearchFunc(packageTable[:], path, func(p packageRows, path string) int { return cmp.Compare(p.Path, path) })
	if !ok {
		return nil
	}
	return &packageTable[i]
}

func (p *packageRows) rows() []tableRow {
	if p == nil {
		return nil
	}
	return rowTable[p.First:p.End]
}

// unvendored drops the folder that a package was copied to.
func unvendored(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return path
}

// HasClients reports whether the tables or users name a client that retries in a
// package.
func HasClients(path string) bool {
	p := rowsOf(own.alias(path))
	return p != nil && p.Clients || own.has(path, func(e Entry) bool { return e.Client != nil })
}

// HasRetriers reports whether the tables or users name a retrier in a package.
func HasRetriers(path string) bool {
	p := rowsOf(own.alias(path))
	return p != nil && p.Retriers || own.has(path, func(e Entry) bool { return e.Retrier != nil })
}

// Changed reports whether a default of a package changed between versions of its
// module, so that it is worth to know the version.
func Changed(path string) bool {
	p := rowsOf(path)
	return p != nil && p.Changed
}

// withoutMajor drops the /vN elements of an import path.
func withoutMajor(path string) string {
	for i := 0; ; {
		j := strings.Index(path[i:], "/v")
		if j < 0 {
			return path
		}
		j += i
		end := j + 2
		for end < len(path) && '0' <= path[end] && path[end] <= '9' {
			end++
		}
		if end > j+2 && (end == len(path) || path[end] == '/') {
			path = path[:j] + path[end:]
			i = j
			continue
		}
		i = j + 2
	}
}
