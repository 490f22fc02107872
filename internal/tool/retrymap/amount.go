package retrymap

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// times multiplies numbers of attempts.
func (a Amount) times(b Amount) Amount {
	return Amount{
		Known: a.Known * b.Known, Symbols: slices.Concat(a.Symbols, b.Symbols), Endless: a.Endless || b.Endless,
		Defaults: merged(a.Defaults, b.Defaults),
	}
}

// merged is two lists as one without repetitions.
func merged(a, b []string) []string {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// compare orders numbers of attempts by what is known of them, the larger later.
func (a Amount) compare(b Amount) int {
	return cmp.Or(boolInt(a.Endless)-boolInt(b.Endless), cmp.Compare(a.Known, b.Known), cmp.Compare(len(a.Symbols), len(b.Symbols)))
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Attempts is a number of attempts for people: 5, cfg.Retries x 3, without end.
func (a Amount) Attempts() string {
	if a.Endless {
		return "endless"
	}
	var parts []string
	if a.Known != 1 || len(a.Symbols) == 0 {
		parts = append(parts, figure(a.Known))
	}
	return strings.Join(append(parts, a.Symbols...), " x ")
}

// Seconds is a time for people: 7m12s, 2s + cfg.Timeout, endless.
func (a Amount) Seconds() string {
	if a.Endless {
		return "endless"
	}
	var parts []string
	if a.Known > 0 || len(a.Symbols) == 0 {
		parts = append(parts, span(a.Known))
	}
	return strings.Join(append(parts, a.Symbols...), " + ")
}

// figure is a number without more digits than it has.
func figure(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// span is a number of seconds for people: 7m12s.
func span(seconds float64) string {
	if seconds >= math.MaxInt64/1e9 {
		return "centuries"
	}
	d := time.Duration(seconds * 1e9)
	switch {
	case d >= time.Minute:
		d = d.Round(time.Second)
	case d >= time.Second:
		d = d.Round(10 * time.Millisecond)
	default:
		d = d.Round(time.Microsecond)
	}
	text := d.String()
	if d >= time.Minute {
		text = strings.TrimSuffix(text, "0s")
		if d >= time.Hour {
			text = strings.TrimSuffix(text, "h0m") + strings.Repeat("h", boolInt(strings.HasSuffix(text, "h0m")))
		}
	}
	return text
}

// duration is how long something takes at most: what is known in seconds, and terms
// that only the running program knows.
type duration struct {
	known   float64
	terms   []term
	endless bool
}

// term is a time that is not known, so many times.
type term struct {
	times float64
	what  string
}

func (t term) String() string {
	if t.times == 1 {
		return t.what
	}
	return figure(t.times) + " x " + t.what
}

func (d duration) times(n float64) duration {
	out := duration{known: d.known * n, endless: d.endless}
	for _, t := range d.terms {
		out.terms = append(out.terms, term{t.times * n, t.what})
	}
	return out
}

func (d duration) plus(e duration) duration {
	out := duration{known: d.known + e.known, endless: d.endless || e.endless, terms: slices.Clone(d.terms)}
	for _, t := range e.terms {
		if i := slices.IndexFunc(out.terms, func(x term) bool { return x.what == t.what }); i >= 0 {
			out.terms[i].times += t.times
		} else {
			out.terms = append(out.terms, t)
		}
	}
	return out
}

// most is a duration that something ends after some seconds, 0 for nothing.
func (d duration) most(seconds float64) duration {
	if seconds > 0 && (d.endless || len(d.terms) > 0 || d.known > seconds) {
		return duration{known: seconds}
	}
	return d
}

func (d duration) String() string {
	if d.endless {
		return "endless"
	}
	var parts []string
	if d.known > 0 {
		parts = append(parts, span(d.known))
	}
	for _, t := range d.terms {
		parts = append(parts, t.String())
	}
	if len(parts) == 0 {
		return "0s"
	}
	return strings.Join(parts, " + ")
}

func (d duration) amount() Amount {
	a := Amount{Known: d.known, Endless: d.endless}
	for _, t := range d.terms {
		a.Symbols = append(a.Symbols, t.String())
	}
	return a
}

// repeated is how long a layer takes whose attempts take so long each.
func (l *layer) repeated(inner duration) duration {
	inner = inner.most(l.Timeout.Known)
	if l.Kind == reconnect {
		return inner // a round of it
	}
	var out duration
	switch n := l.Attempts; {
	case n.Endless:
		out = duration{endless: true}
	case len(n.Symbols) > 0:
		round := inner.plus(l.round())
		out.terms = []term{{1, fmt.Sprintf("%s x (%s)", n.Attempts(), round)}}
		if round.known == 0 && len(round.terms) == 1 {
			out.terms = []term{{1, n.Attempts() + " x " + round.terms[0].String()}}
		}
		if round.known == 0 && len(round.terms) == 0 {
			out.terms = nil
		}
		out.endless = inner.endless
	default:
		out = inner.times(n.Known).plus(l.waits(n.Known))
	}
	return out.most(l.Deadline.Known)
}

// round is how long a layer waits after its first attempt.
func (l *layer) round() duration {
	once := *l
	once.after = false
	return once.waits(2)
}

// waits is how long a layer waits between so many attempts.
func (l *layer) waits(attempts float64) duration {
	n := int(attempts) - 1 + boolInt(l.after)
	switch {
	case n < 1 || l.delays != nil && len(l.delays) == 0:
		return duration{}
	case l.delays != nil && (n <= len(l.delays) || !l.grows):
		sum := 0.0
		for i := range min(n, len(l.delays)) {
			sum += l.delays[i]
		}
		if n > len(l.delays) {
			sum += float64(n-len(l.delays)) * l.delays[len(l.delays)-1]
		}
		return duration{known: sum}
	case l.every > 0:
		return duration{known: l.every * float64(n)}
	}
	return duration{terms: []term{{float64(n), l.delayText}}}
}
