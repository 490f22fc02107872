package knowledge

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// Data is what files of rows say, in their order. The language is described in
// data/README.md.
type Data struct {
	Modules  []Module
	Clients  []ClientRow
	Policies []PolicyRow
	Options  []OptionRow
	Rows     []Row
	Same     []SameRow
	Harms    []HarmRow
	Traits   []TraitRow
}

// Origin says for which versions a row is right and where it was read.
type Origin struct {
	File     string // of the row, "" for a user's
	Line     int    // of the row
	Versions Range
	Source   string // key of a module, a colon and a place in the module
}

// Module is a module, at the version at which rows were read.
type Module struct {
	Key, Path, Version string
	// ByHand is set for modules that the proxy does not hand out to tests.
	ByHand bool
}

// ClientRow defines a client that tries again by itself.
type ClientRow struct {
	Key    string
	Client *Client
	Origin
}

// PolicyRow defines how a library's retriers try again.
type PolicyRow struct {
	Key     string
	retrier Retrier // but for Op, Ctx
	Origin
}

// OptionRow says what changes a client or a policy.
type OptionRow struct {
	Of string // the key of the client or policy
	Option
	Origin
}

// Row is what is known of one function, method or type.
type Row struct {
	Package string // without major version; a pattern if it ends in "..."
	Name    string
	What    string
	Entry   Entry
	State   State
	// Older is what held before, newest first, where a client or a policy that
	// the row names changed between versions.
	Older []Variant
	Since string // the version from which on Entry holds, if Older is not empty
	Origin
}

// Variant is what is known from a version on.
type Variant struct {
	Since string
	Entry Entry
}

// SameRow gives a package the rows of another one.
type SameRow struct {
	Package, As string
	Origin
}

// HarmRow is a Harm of the data.
type HarmRow struct {
	Harm
	Origin
}

// TraitRow is a Trait of the data.
type TraitRow struct {
	Trait
	Origin
}

// State is what a row says of back-offs and contexts.
type State struct {
	Role    Role
	Grows   bool // makes a back-off that grows or counts
	Derives int8 // position, from 1, of the context that the result ends with
}

// Range is versions of a module: from the first one on and before the second.
// An empty end is open.
type Range struct{ From, Before string }

func (r Range) String() string { return r.From + ".." + r.Before }

// Contains reports whether a version is in the range.
func (r Range) Contains(version string) bool {
	return (r.From == "" || semver.Compare(r.From, version) <= 0) && (r.Before == "" || semver.Compare(version, r.Before) < 0)
}

// ReadData parses all files of rows in a directory.
func ReadData(dir fs.FS) (*Data, error) {
	names, err := fs.Glob(dir, "*.txt")
	if err != nil {
		return nil, err
	}
	p := reader{data: &Data{}}
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		p.file = name
		p.lines(strings.Split(string(text), "\n"))
	}
	return p.finish()
}

// reader turns lines into rows. Rows name clients and policies that a later
// line may define, so finish understands the third column of rows.
type reader struct {
	data *Data
	file string
	user bool // versions and sources may be left out
	errs []error
	at   Origin // the line that is looked at
}

func (p *reader) fail(format string, args ...any) {
	where := fmt.Sprintf("line %d: ", p.at.Line)
	if p.at.File != "" {
		where = fmt.Sprintf("%s:%d: ", p.at.File, p.at.Line)
	}
	p.errs = append(p.errs, errors.New(where+fmt.Sprintf(format, args...)))
}

func (p *reader) lines(lines []string) {
	for i, line := range lines {
		p.at = Origin{File: p.file, Line: i + 1}
		line, _, _ = strings.Cut(line, "#")
		if fields := strings.Fields(line); len(fields) > 0 {
			p.line(fields)
		}
	}
}

// columns is how many columns a kind of line has before versions and source.
func columns(kind string) int {
	if kind == "option" || kind == "harm" || kind == "trait" {
		return 4
	}
	return 3
}

func (p *reader) line(f []string) {
	if f[0] == "module" {
		byHand := len(f) == 5 && f[4] == "by-hand"
		if len(f) != 4 && !byHand {
			p.fail("a module has a key, a path and a version")
			return
		}
		p.data.Modules = append(p.data.Modules, Module{f[1], f[2], f[3], byHand})
		return
	}
	n := columns(f[0])
	rest := 2
	if p.user && len(f) == n {
		rest = 0
	}
	if len(f) < n+rest || len(f) > n+rest && f[0] != "client" && f[0] != "harm" {
		if p.user {
			rest = 0
		}
		p.fail("%d columns, want %d", len(f), n+rest)
		return
	}
	if rest > 0 {
		p.at.Versions, p.at.Source = p.versions(f[n]), f[n+1]
	}
	switch f[0] {
	case "client":
		name := strings.Join(f[n+rest:], " ")
		if name == "" {
			name = f[1]
		}
		p.client(f[1], f[2], name)
	case "policy":
		row := PolicyRow{Key: f[1], Origin: p.at}
		for _, w := range split(f[2]) {
			if !p.policyWord(&row.retrier, w) {
				p.fail("%q says nothing of a policy", w)
			}
		}
		p.data.Policies = append(p.data.Policies, row)
	case "option":
		i := slices.Index(settingNames[:], f[3])
		if i <= 0 {
			p.fail("%q is no setting; want one of %s", f[3], strings.Join(settingNames[1:], ", "))
			return
		}
		p.data.Options = append(p.data.Options, OptionRow{f[1], Option{f[2], Setting(i)}, p.at})
	case "harm":
		p.harm(f, strings.Join(f[n+rest:], " "))
	case "trait":
		p.trait(f)
	case "same":
		p.data.Same = append(p.data.Same, SameRow{f[1], f[2], p.at})
	default:
		if !validKey(f[1]) {
			p.fail("%q is no name; want Func, Type.Method, Type.*, *.Method, *Word.Method, *Word.* or *", f[1])
			return
		}
		p.data.Rows = append(p.data.Rows, Row{Package: f[0], Name: f[1], What: f[2], Origin: p.at})
	}
}

var settingNames = [...]string{"", "attempts", "retries", "elapsed", "ctx", "delay", "endless", "first", "factor", "cap", "jitter", "off", "unknown"}

func (s Setting) String() string { return settingNames[s] }

// validKey reports whether a key has one of the forms that lookups ask for.
func validKey(key string) bool {
	recv, name, isMethod := strings.Cut(key, ".")
	if !isMethod {
		return key == "*" || token.IsIdentifier(key)
	}
	word := strings.TrimPrefix(recv, "*")
	return (word == "" && recv == "*" || token.IsIdentifier(word)) && (name == "*" && recv != "*" || token.IsIdentifier(name))
}

// versions reads A..B, where either may be missing; "-" is not known.
func (p *reader) versions(s string) Range {
	if s == "-" {
		return Range{}
	}
	from, before, ok := strings.Cut(s, "..")
	if !ok {
		p.fail("%q are no versions; want v1.2.0..v1.5.0, where either end may be left out", s)
	}
	return Range{from, before}
}

func (p *reader) client(key, words, name string) {
	c := &Client{Name: name}
	for _, w := range split(words) {
		switch k, v, _ := strings.Cut(w, "="); {
		case w == "attempts=unlimited":
		case k == "attempts":
			c.Attempts = p.number(v, 1)
		case w == "zero-is-default":
			c.ZeroIsDefault = true
		case w == "repeats-post":
			c.RepeatsPost = true
		default:
			p.fail("%q says nothing of a client", w)
		}
	}
	p.data.Clients = append(p.data.Clients, ClientRow{key, c, p.at})
}

// number reads a number that is not below a minimum.
func (p *reader) number(s string, least int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < least {
		p.fail("%q is no number of %d or more", s, least)
	}
	return n
}

// split cuts a list at its commas, but not at those within parentheses.
func split(s string) []string {
	var list []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, s[start:i])
				start = i + 1
			}
		}
	}
	return append(list, s[start:])
}

func indexOf[T fmt.Stringer](name string, values ...T) int {
	return slices.IndexFunc(values, func(v T) bool { return v.String() == name })
}

// policyWord applies one word of a policy.
func (p *reader) policyWord(r *Retrier, w string) bool {
	k, v, _ := strings.Cut(w, "=")
	switch k {
	case "nothing":
	case "attempts":
		r.Attempts = p.number(v, 1)
	case "bound":
		r.Bound = 0
		for b := range strings.SplitSeq(v, "|") {
			i := slices.Index((Attempts | Elapsed | Ctx | Stop | ErrorClass).Names(), b)
			if i < 0 {
				p.fail("%q is no bound", b)
				continue
			}
			r.Bound |= 1 << i
		}
	case "shape":
		i := indexOf(v, NoDelay, Constant, Linear, Exponential, Server, LibraryPolicy, Variable)
		if i < 0 {
			p.fail("%q is no shape of a delay", v)
			break
		}
		r.Shape = Shape(i)
	case "first":
		d, err := time.ParseDuration(v)
		if err != nil {
			p.fail("%q is no time", v)
		}
		r.First = int64(d)
	case "factor":
		f, err := strconv.ParseFloat(v, 64)
		if err != nil {
			p.fail("%q is no factor", v)
		}
		r.Factor = f
	case "capped":
		r.Capped = p.tri(v)
	case "jitter":
		r.Jitter = p.tri(v)
	case "wait":
		r.Wait = p.waitKind(v)
	case "cancel":
		r.Cancel = true
	case "max":
		r.Max = p.number(v, 1)
	case "interval":
		r.Interval = p.number(v, 1)
	case "poll":
		r.Poll = true
	case "conflict":
		r.Conflict = true
	default:
		return false
	}
	return true
}

func (p *reader) tri(s string) Tri {
	i := indexOf(s, Unknown, No, Yes)
	if i < 0 {
		p.fail("%q is neither yes nor no", s)
		return Unknown
	}
	return Tri(i)
}

func (p *reader) waitKind(s string) WaitKind {
	i := indexOf(s, NoWait, Sleep, After, Timer, Ticker, Cond, Library)
	if i < 0 {
		p.fail("%q is no kind of wait", s)
		return NoWait
	}
	return WaitKind(i)
}
