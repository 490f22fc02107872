package knowledge

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// harm reads a line: harm PACKAGE WHAT CONDITION VERSIONS SOURCE MESSAGE.
func (p *reader) harm(f []string, message string) {
	h := Harm{Package: f[1], What: f[2], Message: message, Since: p.at.Versions.From, Before: p.at.Versions.Before}
	if message == "" {
		p.fail("a harm has a message")
	}
	for _, s := range strings.Split(f[3], "&") {
		h.When = append(h.When, p.term(s))
	}
	p.data.Harms = append(p.data.Harms, HarmRow{h, p.at})
}

// term reads one condition: word, NAME=word, NAME=word(a|b), or a comparison.
func (p *reader) term(s string) Term {
	if i := slices.Index(termWords[:], s); i >= int(Literal) {
		return Term{Op: TermOp(i)}
	}
	if name, word, ok := strings.Cut(s, "="); ok {
		word, args, hasArgs := strings.Cut(word, "(")
		if i := slices.Index(termWords[:], word); i >= int(Unset) && hasArgs == (TermOp(i) >= Always) {
			t := Term{Op: TermOp(i), Left: Operand{Setting: name}}
			if hasArgs {
				t.List = strings.Split(strings.TrimSuffix(args, ")"), "|")
			}
			return t
		}
	}
	i := strings.IndexAny(s, "<>=")
	if i < 1 {
		p.fail("%q is no condition", s)
		return Term{}
	}
	left, op, right := s[:i], map[byte]TermOp{'<': Less, '>': More, '=': Equal}[s[i]], s[i+1:]
	if rest, ok := strings.CutPrefix(right, "="); ok && op == More {
		op, right = AtLeast, rest
	}
	return Term{Op: op, Left: p.operand(left), Right: p.operand(right)}
}

// operand reads a number, a time, or the name of a setting, which a colon and its
// default may follow. The argument N of a function is the setting argN.
func (p *reader) operand(s string) Operand {
	if v, ok := quantity(s); ok {
		return Operand{Value: v}
	}
	name, value, hasDefault := strings.Cut(s, ":")
	v, ok := quantity(value)
	if hasDefault && !ok {
		p.fail("%q is neither a number nor a time", value)
	}
	return Operand{Setting: name, Value: v, Default: hasDefault}
}

// quantity reads a number, or a time in nanoseconds.
func quantity(s string) (float64, bool) {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v, true
	}
	d, err := time.ParseDuration(s)
	return float64(d), err == nil
}

// trait reads a line: trait PACKAGE NAME WORD(ARG|ARG) VERSIONS SOURCE.
func (p *reader) trait(f []string) {
	word, args, hasArgs := strings.Cut(strings.TrimSuffix(f[3], ")"), "(")
	if !slices.Contains(traitWords, word) {
		p.fail("%q is no trait; want one of %s", word, strings.Join(traitWords, ", "))
	}
	t := Trait{Package: f[1], Name: f[2], Word: word}
	if hasArgs {
		t.Args = strings.Split(args, "|")
	}
	p.data.Traits = append(p.data.Traits, TraitRow{t, p.at})
}
