package knowledge

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
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
	if kind == "option" {
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
	if len(f) < n+rest || len(f) > n+rest && f[0] != "client" {
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

// definitions is the clients and policies of a key, in the order of their
// versions: the default of a client changes now and then.
type definitions struct {
	clients  []ClientRow
	policies []*PolicyRow
}

// at is the client or policy at a version, "" for the first.
func (d *definitions) at(version string) (*Client, *Retrier) {
	var c *Client
	var r *Retrier
	for _, x := range d.clients {
		if c == nil || semver.Compare(x.Versions.From, version) <= 0 {
			c = x.Client
		}
	}
	for _, x := range d.policies {
		if r == nil || semver.Compare(x.Versions.From, version) <= 0 {
			r = &x.retrier
		}
	}
	return c, r
}

// since lists the versions at which something changed, the newest first; the
// last one is "".
func (d *definitions) since() []string {
	list := []string{""}
	for _, x := range d.clients[min(1, len(d.clients)):] {
		list = append(list, x.Versions.From)
	}
	for _, x := range d.policies[min(1, len(d.policies)):] {
		list = append(list, x.Versions.From)
	}
	slices.Reverse(list)
	return list
}

// finish gives rows the clients and policies that they name.
func (p *reader) finish() (*Data, error) {
	defs := map[string]*definitions{}
	define := func(key string) *definitions {
		if defs[key] == nil {
			defs[key] = &definitions{}
		}
		return defs[key]
	}
	byVersion := func(a, b Origin) int { return semver.Compare(a.Versions.From, b.Versions.From) }
	for _, c := range p.data.Clients {
		d := define(c.Key)
		d.clients = append(d.clients, c)
		slices.SortStableFunc(d.clients, func(a, b ClientRow) int { return byVersion(a.Origin, b.Origin) })
	}
	for i := range p.data.Policies {
		d := define(p.data.Policies[i].Key)
		d.policies = append(d.policies, &p.data.Policies[i])
		slices.SortStableFunc(d.policies, func(a, b *PolicyRow) int { return byVersion(a.Origin, b.Origin) })
	}
	for _, key := range slices.Sorted(maps.Keys(defs)) {
		p.versionsMeet(key, defs[key])
	}
	for _, o := range p.data.Options {
		p.at = o.Origin
		d := defs[o.Of]
		if d == nil {
			p.fail("no client and no policy %s", o.Of)
			continue
		}
		for _, c := range d.clients {
			c.Client.Options = append(c.Client.Options, o.Option)
		}
		for _, r := range d.policies {
			r.retrier.Options = append(r.retrier.Options, o.Option)
		}
	}
	for i := range p.data.Rows {
		row := &p.data.Rows[i]
		p.at = row.Origin
		p.what(row, defs)
	}
	return p.data, errors.Join(p.errs...)
}

// versionsMeet finds out that each version has one definition of a key.
func (p *reader) versionsMeet(key string, d *definitions) {
	if len(d.clients) > 0 && len(d.policies) > 0 {
		p.at = d.clients[0].Origin
		p.fail("%s is both a client and a policy", key)
	}
	var all []Origin
	for _, c := range d.clients {
		all = append(all, c.Origin)
	}
	for _, r := range d.policies {
		all = append(all, r.Origin)
	}
	for i := range all[:max(0, len(all)-1)] {
		if a, b := all[i], all[i+1]; b.Versions.From == "" || a.Versions.Before != b.Versions.From {
			p.at = b
			p.fail("a second %s, whose versions do not begin where those of the first end", key)
		}
	}
}

// named is the key that a word of a row names: of client(KEY) and retrier(KEY,…).
func named(word string) string {
	for _, kind := range [...]string{"client(", "retrier("} {
		if rest, ok := strings.CutPrefix(word, kind); ok {
			key, _, _ := strings.Cut(strings.TrimSuffix(rest, ")"), ",")
			return key
		}
	}
	return ""
}

// what reads the third column of a row, once for each version at which what it
// names changed.
func (p *reader) what(row *Row, defs map[string]*definitions) {
	since := []string{""}
	for _, w := range split(row.What) {
		if d := defs[named(w)]; d != nil {
			since = d.since()
		}
	}
	for i, version := range since {
		clients, policies := map[string]*Client{}, map[string]*Retrier{}
		for _, w := range split(row.What) {
			if d := defs[named(w)]; d != nil {
				clients[named(w)], policies[named(w)] = d.at(version)
			}
		}
		e := p.entry(row, clients, policies)
		if i == 0 {
			row.Entry, row.Since = e, version
		} else {
			row.Older = append(row.Older, Variant{version, e})
		}
	}
}

// entry is what a row says with these clients and policies.
func (p *reader) entry(row *Row, clients map[string]*Client, policies map[string]*Retrier) Entry {
	e := &Entry{}
	for _, w := range split(row.What) {
		word, args, hasArgs := strings.Cut(w, "(")
		if hasArgs != strings.HasSuffix(w, ")") {
			p.fail("%q: a parenthesis is missing", w)
			continue
		}
		args = strings.TrimSuffix(args, ")")
		if i := indexOf(word, EffectUnknown, Idempotent, Inserts, Appends, Publishes, Increments); i > 0 {
			e.Effect = Effect(i)
			continue
		}
		switch word {
		case "nothing":
		case "local":
			e.Place = Local
		case "remote":
			e.Place = Remote
		case "random":
			e.Random = true
		case "blocks":
			e.Blocks = true
		case "exits":
			e.Exits = true
		case "probe":
			e.Probe = true
		case "advances":
			row.State.Role = Advances
		case "restarts":
			row.State.Role = Restarts
		case "grows":
			row.State.Grows = true
		case "derives":
			row.State.Derives = int8(p.number(args, 0) + 1)
		case "wait":
			e.Wait = p.wait(args)
		case "method":
			e.Method = p.method(args)
		case "client":
			e.Client = clients[args]
			if e.Client == nil {
				p.fail("no client %q", args)
			}
		case "retrier":
			e.Retrier = p.retrier(args, policies)
		default:
			p.fail("%q is not understood", w)
		}
	}
	if e.Client != nil && e.Place != Remote {
		p.fail("a client that is not remote")
	}
	if e.Exits && (e.Wait != nil || e.Retrier != nil) {
		p.fail("what never returns neither waits nor retries")
	}
	if e.Effect.Unsafe() && e.Place == PlaceUnknown {
		p.fail("%s says what happens twice, but not whether it is local or remote", e.Effect)
	}
	return *e
}

func (p *reader) wait(args string) *Wait {
	kind, rest, _ := strings.Cut(args, ",")
	w := &Wait{Kind: p.waitKind(kind), Duration: -1, Ctx: Never}
	if w.Kind == NoWait {
		p.fail("a wait without its kind")
	}
	for _, a := range split(rest) {
		switch k, v, _ := strings.Cut(a, "="); {
		case a == "":
		case k == "for":
			w.Duration = p.number(v, 0)
		case a == "ctx=inside":
			w.Ctx = Inside
		case k == "ctx":
			w.Ctx = p.number(v, 0)
		default:
			p.fail("%q says nothing of a wait", a)
		}
	}
	return w
}

func (p *reader) method(args string) *Method {
	m := &Method{}
	for _, a := range split(args) {
		switch k, v, has := strings.Cut(a, "="); {
		case k == "param":
			m.Param = p.number(v, 0)
		case a == "key":
			m.Key = true
		case a != "" && !has && strings.ToUpper(a) == a:
			m.Const = a
		default:
			p.fail("%q is no HTTP method", a)
		}
	}
	return m
}

func (p *reader) retrier(args string, policies map[string]*Retrier) *Retrier {
	r := &Retrier{Ctx: -1}
	hasOp := false
	for i, a := range split(args) {
		k, v, _ := strings.Cut(a, "=")
		switch {
		case i == 0 && policies[a] != nil:
			*r = *policies[a]
			r.Ctx = -1
		case a == "op=receiver":
			r.Op, hasOp = -1, true
		case k == "op":
			r.Op, hasOp = p.number(v, 0), true
		case k == "ctx":
			r.Ctx = p.number(v, 0)
		case !p.policyWord(r, a):
			p.fail("%q is no policy and says nothing of a retrier", a)
		}
	}
	switch {
	case !hasOp:
		p.fail("a retrier without op=, the parameter that it calls again")
	case r.Op >= 0 && r.Op == r.Ctx:
		p.fail("parameter %d cannot be both operation and context", r.Op)
	case r.Poll && r.Conflict:
		p.fail("a poll is no conflict")
	}
	if r.Ctx >= 0 && r.Bound&Elapsed == 0 {
		r.Bound |= Ctx
	}
	if r.Attempts > 0 {
		r.Bound |= Attempts
	}
	return r
}
