package page

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

// count says an amount of attempts: "60", "3 × cfg.Retries", "without end".
func count(a retrymap.Amount) string {
	if a.Known == 1 && len(a.Symbols) > 0 && !a.Endless {
		return strings.Join(a.Symbols, " × ")
	}
	return amount(a, func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) })
}

// span says an amount of seconds: "7m12s", "2s × cfg.Retries", "without end".
func span(a retrymap.Amount) string {
	return amount(a, duration)
}

func amount(a retrymap.Amount, known func(float64) string) string {
	switch {
	case a.Endless:
		return "without end"
	case a.Known == 0 && len(a.Symbols) == 0:
		return "unknown"
	}
	return strings.Join(append([]string{known(a.Known)}, a.Symbols...), " × ")
}

// short says an amount of attempts in a few letters; every symbol is n.
func short(a retrymap.Amount) string {
	switch {
	case a.Endless:
		return "∞"
	case a.Known == 0 && len(a.Symbols) == 0:
		return "?"
	case len(a.Symbols) == 0:
		return count(a)
	case a.Known == 1:
		return "n"
	}
	return strconv.FormatFloat(a.Known, 'f', -1, 64) + "n"
}

// duration says seconds in the two largest units that they have.
func duration(seconds float64) string {
	if seconds > math.MaxInt64/1e9/2 {
		return "centuries"
	}
	d := time.Duration(seconds * 1e9)
	switch {
	case d >= 48*time.Hour:
		hours := int64(d.Round(time.Hour) / time.Hour)
		return strings.TrimSuffix(strconv.FormatInt(hours/24, 10)+"d"+strconv.FormatInt(hours%24, 10)+"h", "0h")
	case d >= time.Hour:
		d = d.Round(time.Minute)
	case d >= 10*time.Second:
		d = d.Round(time.Second)
	default:
		d = d.Round(time.Millisecond)
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// level is how bad so many attempts are: the colour in the picture. From 9 on
// nestedretry reports them; 50 is what the manual of the map proposes as a limit.
func level(a retrymap.Amount) string {
	switch {
	case a.Endless:
		return "endless"
	case a.Known >= 50:
		return "hot"
	case a.Known >= 9:
		return "warm"
	}
	return "calm"
}

// key puts amounts in order: unknown ones first, endless ones last, a symbol
// above the same number without one.
func key(a retrymap.Amount) float64 {
	switch {
	case a.Endless:
		return math.MaxFloat64
	case a.Known == 0 && len(a.Symbols) == 0:
		return -1
	case len(a.Symbols) > 0:
		return a.Known + 0.5
	}
	return a.Known
}

// times is the product of two amounts of attempts; what is unknown counts once,
// as it is known to happen.
func times(a, b retrymap.Amount) retrymap.Amount {
	known := func(x retrymap.Amount) float64 { return max(x.Known, 1) }
	return retrymap.Amount{
		Known:   known(a) * known(b),
		Symbols: append(append([]string(nil), a.Symbols...), b.Symbols...),
		Endless: a.Endless || b.Endless,
	}
}

// thickness is the width of a band in steps: each doubling of the attempts is
// one, up to a thousand.
func thickness(a retrymap.Amount) float64 {
	const most = 10
	if a.Endless {
		return most
	}
	return math.Round(100*min(math.Log2(max(a.Known, 1)), most)) / 100
}
