package report_test

import (
	"slices"
	"testing"

	"github.com/retryvet/retryvet/internal/report"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		comment string
		checks  []string
		reason  string
		ok      bool
	}{
		{"//retryvet:ignore uncapped it has to come up", []string{"uncapped"}, "it has to come up", true},
		{"//retryvet:ignore uncapped,nojitter one client", []string{"uncapped", "nojitter"}, "one client", true},
		{"//retryvet:ignore\tuncapped one client", []string{"uncapped"}, "one client", true},
		{"//retryvet:ignore uncapped", []string{"uncapped"}, "", true},
		{"//retryvet:ignore uncapped   ", []string{"uncapped"}, "", true},
		{"//retryvet:ignore ,uncapped, why", []string{"uncapped"}, "why", true},
		{"//retryvet:ignore", nil, "", true},
		{"//retryvet:file-ignore uncapped,nojitter all of it", []string{"uncapped", "nojitter"}, "all of it", true},
		{"//retryvet:file-ignored uncapped why", nil, "", false},
		{"//retryvet:ignored uncapped why", nil, "", false},
		{"// retryvet:ignore uncapped why", nil, "", false},
		{"/* retryvet:ignore uncapped why */", nil, "", false},
		{"//nolint:retryvet", nil, "", false},
	} {
		checks, reason, ok := report.Parse(test.comment)
		if !slices.Equal(checks, test.checks) || reason != test.reason || ok != test.ok {
			t.Errorf("Parse(%q) = %q, %q, %v; want %q, %q, %v", test.comment, checks, reason, ok, test.checks, test.reason, test.ok)
		}
	}
}
