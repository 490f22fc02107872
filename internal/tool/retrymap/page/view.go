package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

// reconnect is the kind of layer that goes on for as long as the process lives: it
// is no factor of the attempts, which are those of each of its rounds.
const reconnect = "reconnect"

// data is what the script knows: the map in words, with the numbers that it draws
// and sorts by.
type data struct {
	Entries    []retrymap.Entry     `json:"entries"`
	Operations []retrymap.Operation `json:"operations"`
	Layers     []layer              `json:"layers"`
	Chains     []chain              `json:"chains"`
}

type layer struct {
	Kind     string             `json:"kind"`
	Func     string             `json:"func"`
	Package  string             `json:"package"`
	File     string             `json:"file"`
	Line     int                `json:"line"`
	Source   []string           `json:"source,omitempty"`
	Attempts string             `json:"attempts"`
	Short    string             `json:"short"`
	Facts    [][2]string        `json:"facts"` // what and how much, in the order to read them
	Findings []retrymap.Finding `json:"findings,omitempty"`
}

type chain struct {
	Entry     int      `json:"entry"`
	Operation int      `json:"operation"`
	Layers    []int    `json:"layers"`
	Via       []string `json:"via,omitempty"`
	Attempts  string   `json:"attempts"`
	Short     string   `json:"short"` // the attempts where there is room for a few letters
	Seconds   string   `json:"seconds"`
	Known     string   `json:"-"`       // the seconds that are known, and
	More      string   `json:"-"`       // what comes on top
	Product   string   `json:"product"` // how the attempts come about
	Level     string   `json:"level"`
	Rounds    bool     `json:"rounds"` // the attempts are those of each round of a loop that goes on
	Open      bool     `json:"open"`   // it is more than the number, by factors that are not known
	Budget    bool     `json:"budget"`
	// Thickness of the band on its way: before the first layer, and after each.
	Thickness []float64 `json:"thickness"`
	Keys      keys      `json:"keys"`
	Packages  []string  `json:"packages"`
	Checks    []string  `json:"checks"`
}

// keys are what the columns of the table sort by.
type keys struct {
	Chain    string  `json:"chain"`
	Attempts float64 `json:"attempts"`
	Seconds  float64 `json:"seconds"`
	Layers   int     `json:"layers"`
	Budget   bool    `json:"budget"`
	Findings int     `json:"findings"`
}

func dataOf(m *retrymap.Map) data {
	d := data{Entries: m.Entries, Operations: m.Operations, Layers: []layer{}, Chains: []chain{}}
	for _, l := range m.Layers {
		few := short(l.Attempts)
		if l.Kind == reconnect {
			few = "↻"
		}
		d.Layers = append(d.Layers, layer{
			Kind: l.Kind, Func: l.Func, Package: l.Package, File: l.At.File, Line: l.At.Line,
			Source: l.Source, Attempts: count(l.Attempts), Short: few, Facts: facts(l), Findings: l.Findings,
		})
	}
	for _, c := range m.Chains {
		d.Chains = append(d.Chains, chainOf(m, c))
	}
	return d
}

// facts are a layer's attributes in words, without those that nothing is known
// of.
func facts(l retrymap.Layer) [][2]string {
	out := [][2]string{}
	say := func(what, how string) {
		if how != "" {
			out = append(out, [2]string{what, how})
		}
	}
	known := func(a retrymap.Amount) string {
		if unknown(a) {
			return ""
		}
		return span(a)
	}
	if l.Kind != reconnect {
		say("Attempts", count(l.Attempts))
	}
	say("By the default of", strings.Join(l.Attempts.Defaults, ", "))
	say("Ended by", strings.Join(l.Bound, ", "))
	say("Delay", l.Delay)
	say("Jitter", l.Jitter)
	say("Waits in all", known(l.Wait))
	say("Each attempt", known(l.Timeout))
	say("Deadline", known(l.Deadline))
	if l.Budget {
		say("Budget", "limits its retries")
	}
	return out
}

func chainOf(m *retrymap.Map, c retrymap.Chain) chain {
	e, o := m.Entries[c.Entry], m.Operations[c.Operation]
	out := chain{
		Entry: c.Entry, Operation: c.Operation, Layers: c.Layers, Via: slices.Clone(c.Via),
		Attempts: count(c.Attempts), Short: short(c.Attempts), Seconds: span(c.Seconds),
		Level: level(c.Attempts), Open: len(c.Attempts.Symbols) > 0 || c.Attempts.Known == 0 && !c.Attempts.Endless,
		Budget: c.Budget, Thickness: []float64{0}, Packages: []string{e.Package}, Checks: []string{},
	}
	if out.Layers == nil {
		out.Layers = []int{}
	}
	for i, via := range out.Via {
		out.Via[i] = via[strings.LastIndexByte(via, '/')+1:]
	}
	if out.Known = out.Seconds; len(c.Seconds.Symbols) > 0 && !c.Seconds.Endless {
		out.Known, out.More = "", pretty(strings.Join(c.Seconds.Symbols, " + "))
		if c.Seconds.Known > 0 {
			out.Known = span(retrymap.Amount{Known: c.Seconds.Known})
		}
	}
	// No leg is drawn thicker than the whole chain: an outer layer may not repeat
	// all that an inner one gives up with.
	whole := thickness(c.Attempts)
	sum, factors := retrymap.Amount{Known: 1}, []string{}
	for _, i := range c.Layers {
		l := m.Layers[i]
		if l.Kind == reconnect {
			out.Rounds = true
		} else {
			sum = times(sum, l.Attempts)
			factors = append(factors, count(l.Attempts))
		}
		out.Thickness = append(out.Thickness, min(thickness(sum), whole))
		out.Packages = append(out.Packages, l.Package)
		for _, f := range l.Findings {
			out.Checks = append(out.Checks, f.Check)
			out.Keys.Findings++
		}
	}
	out.Thickness[len(out.Thickness)-1] = whole
	if len(factors) > 1 && (sum.Known == c.Attempts.Known || sum.Endless) {
		out.Product = strings.Join(factors, " × ")
	}
	out.Packages, out.Checks = set(out.Packages), set(out.Checks)
	out.Keys = keys{
		Chain: e.Name + " " + o.Name, Attempts: key(c.Attempts), Seconds: key(c.Seconds),
		Layers: len(c.Layers), Budget: c.Budget, Findings: out.Keys.Findings,
	}
	return out
}

func set(s []string) []string {
	slices.Sort(s)
	return slices.Compact(s)
}

// row is a chain in the table.
type row struct {
	Index     int
	Entry     retrymap.Entry
	Operation retrymap.Operation
	Chain     chain
}

func rowsOf(m *retrymap.Map, d data) []row {
	var out []row
	for i, c := range d.Chains {
		out = append(out, row{i, m.Entries[c.Entry], m.Operations[c.Operation], c})
	}
	return out
}

// counts are what stands above the picture.
type counts struct {
	Entries, Operations, Layers, Chains, Endless int
	Worst, Longest                               string // of what has an end, as far as it is known
}

func countsOf(m *retrymap.Map, d data) counts {
	out := counts{Entries: len(m.Entries), Operations: len(m.Operations), Layers: len(m.Layers), Chains: len(m.Chains)}
	var attempts, seconds retrymap.Amount
	for _, c := range m.Chains {
		if c.Attempts.Endless {
			out.Endless++
		} else {
			attempts.Known = max(attempts.Known, c.Attempts.Known)
		}
		if !c.Seconds.Endless {
			seconds.Known = max(seconds.Known, c.Seconds.Known)
		}
	}
	out.Worst = count(attempts)
	if seconds.Known > 0 {
		out.Longest = span(seconds)
	}
	return out
}

// choice are what the filters of the table offer.
type choice struct {
	Packages, Checks []string
	Operations       []option
}

type option struct {
	Index int
	Name  string
}

func choiceOf(m *retrymap.Map) choice {
	packages, checks, used := map[string]bool{}, map[string]bool{}, map[int]bool{}
	for _, c := range m.Chains {
		packages[m.Entries[c.Entry].Package] = true
		used[c.Operation] = true
		for _, l := range c.Layers {
			packages[m.Layers[l].Package] = true
			for _, f := range m.Layers[l].Findings {
				checks[f.Check] = true
			}
		}
	}
	delete(packages, "")
	out := choice{Packages: slices.Sorted(maps.Keys(packages)), Checks: slices.Sorted(maps.Keys(checks))}
	for _, i := range slices.Sorted(maps.Keys(used)) {
		o := m.Operations[i]
		name := o.Name
		if o.Target != "" {
			name = fmt.Sprintf("%s, %s", o.Target, o.Name)
		}
		out.Operations = append(out.Operations, option{i, name})
	}
	slices.SortStableFunc(out.Operations, func(a, b option) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
