package knowledge

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

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
