package retrylib

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"slices"
	"strconv"
	"strings"
	"time"
)

// serviceConfig is the part of a gRPC service config that is about retries, as
// google.golang.org/grpc v1.85.0 reads it (service_config.go). Its decoder does not mind
// the case of names, as encoding/json does not either.
type serviceConfig struct {
	MethodConfig []struct {
		Name        *[]json.RawMessage
		RetryPolicy *struct {
			MaxAttempts          int
			InitialBackoff       string
			MaxBackoff           string
			BackoffMultiplier    float64
			RetryableStatusCodes []any
		}
	}
	RetryThrottling *struct{ MaxTokens, TokenRatio float64 }
}

// mostAttempts is what the client makes of more, unless WithMaxCallAttempts says
// otherwise (google.golang.org/grpc v1.85.0 dialoptions.go, defaultMaxCallAttempts).
const mostAttempts = 5

// lasting are the codes of failures that stay as they are however often the call is
// made (https://grpc.github.io/grpc/core/md_doc_statuscodes.html): by name and number.
var lasting = map[string]string{
	"INVALID_ARGUMENT": "3", "ALREADY_EXISTS": "6", "PERMISSION_DENIED": "7", "FAILED_PRECONDITION": "9",
	"OUT_OF_RANGE": "11", "UNIMPLEMENTED": "12", "UNAUTHENTICATED": "16",
}

// names of all codes (google.golang.org/grpc v1.85.0 codes/codes.go, strToCode).
var codeNames = []string{"OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
	"PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL",
	"UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"}

// serviceConfig looks for a mistake in the retries of a service config.
func (j *judge) serviceConfig(e ast.Expr) bool {
	v, sure := j.m.Values().Constant(e)
	if v == nil || sure == 0 || v.Kind() != constant.String {
		return false
	}
	found := mistake(constant.StringVal(v), j.raises())
	j.words["found"] = found
	return found != ""
}

// raises reports whether the package raises the limit of attempts.
func (j *judge) raises() bool {
	return slices.ContainsFunc(j.setups, func(s *setup) bool { return s.pkg == j.s.pkg && slices.Contains(s.whats, "WithMaxCallAttempts") })
}

// mistake says what is wrong with a service config, "" if nothing is.
func mistake(text string, raised bool) string {
	var config serviceConfig
	if err := json.Unmarshal([]byte(text), &config); err != nil {
		return fmt.Sprintf("this service config cannot be read (%v): the client cannot be made", err)
	}
	for _, m := range config.MethodConfig {
		p := m.RetryPolicy
		if p == nil {
			continue
		}
		if m.Name == nil || len(*m.Name) == 0 {
			return `this retryPolicy is that of no method, as its methodConfig has no "name": nothing is retried ("name": [{}] means all)`
		}
		switch {
		case p.MaxAttempts < 2:
			return fmt.Sprintf("maxAttempts of %d counts the first attempt, too, and has to be 2 or more: the client cannot be made", p.MaxAttempts)
		case p.BackoffMultiplier <= 0:
			return "the retryPolicy has no backoffMultiplier: the client cannot be made"
		case len(p.RetryableStatusCodes) == 0:
			return "the retryPolicy has no retryableStatusCodes: the client cannot be made"
		}
		first, ok := seconds(p.InitialBackoff)
		longest, okToo := seconds(p.MaxBackoff)
		if !ok || !okToo {
			return fmt.Sprintf(`initialBackoff of %q and maxBackoff of %q have to be seconds above 0, such as "0.1s": the client cannot be made`, p.InitialBackoff, p.MaxBackoff)
		}
		if text := codes(p.RetryableStatusCodes); text != "" {
			return text
		}
		switch {
		case first > longest:
			return fmt.Sprintf("initialBackoff of %s is above maxBackoff of %s: the delay is about %s each time, and never grows", first, longest, longest)
		case p.MaxAttempts > mostAttempts && !raised:
			return fmt.Sprintf("maxAttempts of %d is more than a client makes: it gives up after %d unless WithMaxCallAttempts says more", p.MaxAttempts, mostAttempts)
		}
	}
	if t := config.RetryThrottling; t != nil && (t.MaxTokens <= 0 || t.MaxTokens > 1000 || t.TokenRatio <= 0) {
		return "retryThrottling needs maxTokens above 0, 1000 at most, and a tokenRatio above 0: the client cannot be made"
	}
	return ""
}

// codes says what is wrong with a list of status codes.
func codes(list []any) string {
	for _, c := range list {
		switch c := c.(type) {
		case string:
			if !slices.Contains(codeNames, c) {
				return fmt.Sprintf("%q is no status code: the client cannot be made", c)
			}
			if lasting[c] != "" {
				return fmt.Sprintf("retryableStatusCodes lists %s, which stays as it is however often the call is made", c)
			}
		case float64:
			for name, number := range lasting {
				if number == strconv.FormatFloat(c, 'g', -1, 64) {
					return fmt.Sprintf("retryableStatusCodes lists %s (%s), which stays as it is however often the call is made", number, name)
				}
			}
		}
	}
	return ""
}

// seconds reads a time of the JSON form of protocol buffers, which has seconds only.
func seconds(s string) (time.Duration, bool) {
	number, ok := strings.CutSuffix(s, "s")
	f, err := strconv.ParseFloat(number, 64)
	return time.Duration(f * float64(time.Second)), ok && err == nil && f > 0
}
