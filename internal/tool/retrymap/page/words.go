package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

// count says an amount of attempts: "60", "3 × cfg.Retries", "endless".
func count(a retrymap.Amount) string {
	if unknown(a) {
		return "unknown"
	}
	return pretty(a.Attempts())
}

// span says an amount of seconds: "7m12s", "2s + cfg.Timeout", "endless".
func span(a retrymap.Amount) string {
	if unknown(a) {
		return "unknown"
	}
	return pretty(a.Seconds())
}

func unknown(a retrymap.Amount) bool {
	return a.Known == 0 && len(a.Symbols) == 0 && !a.Endless
}

// pretty has the sign of multiplication for the letter that text has.
func pretty(s string) string { return strings.ReplaceAll(s, " x ", " × ") }

// short says an amount of attempts in a few letters; every symbol is n.
func short(a retrymap.Amount) string {
	switch {
	case a.Endless:
		return "∞"
	case unknown(a):
		return "?"
	case len(a.Symbols) == 0:
		return count(a)
	case a.Known == 1:
		return "n"
	}
	return strconv.FormatFloat(a.Known, 'f', -1, 64) + "n"
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
	case unknown(a):
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
