package passes

// Severity is how bad a finding of a check is.
type Severity string

const (
	Error   Severity = "error"   // the program does something wrong: it hangs, loses a failure, acts twice
	Warning Severity = "warning" // the retry makes an outage worse or longer
	Info    Severity = "info"    // the retry wastes something
)

// Severities lists them, the worst first.
var Severities = []Severity{Error, Warning, Info}

// severe are the checks whose severity is not Warning.
var severe = map[string]Severity{
	"badignore":     Info,
	"badrand":       Error,
	"bodyreuse":     Error,
	"ctxslip":       Error,
	"delayunit":     Error,
	"finalsleep":    Info,
	"freshdeadline": Error,
	"losterror":     Error,
	"uncapped":      Error,
	"unsaferetry":   Error,
}

// SeverityOf is the severity of a check's findings where nobody sets another.
func SeverityOf(check string) Severity {
	if s, ok := severe[check]; ok {
		return s
	}
	return Warning
}

// firstRelease is the version that the checks begin with.
const firstRelease = "v0.1.0"

// later are the checks that came after the first release, with their versions.
var later = map[string]string{}

// Since is the version of retryvet that has a check first.
func Since(check string) string {
	if v, ok := later[check]; ok {
		return v
	}
	return firstRelease
}
