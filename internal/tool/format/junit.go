package format

import (
	"encoding/xml"
	"io"
	"strings"
)

// JUnit's XML, as CI services read it: a test for each check that ran, which
// fails once for each finding.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Error   *junitFailure `xml:"error,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

func junit(out io.Writer, r Report) error {
	suite := junitSuite{Name: "retryvet"}
	for _, a := range r.Checks {
		before := len(suite.Cases)
		for _, f := range r.Findings {
			if f.Check == a.Name {
				at := r.position(f.Place)
				suite.Cases = append(suite.Cases, junitCase{Name: at, Class: "retryvet." + a.Name,
					Failure: &junitFailure{f.Message, string(r.severity(a.Name)), at + ": " + r.sentence(f)}})
			}
		}
		suite.Failures += len(suite.Cases) - before
		if len(suite.Cases) == before {
			suite.Cases = append(suite.Cases, junitCase{Name: a.Name, Class: "retryvet." + a.Name})
		}
	}
	if r.Failure != "" {
		first, _, _ := strings.Cut(r.Failure, "\n")
		suite.Cases = append(suite.Cases, junitCase{Name: "packages", Class: "retryvet", Error: &junitFailure{first, "failure", r.Failure}})
		suite.Errors++
	}
	suite.Tests = len(suite.Cases)
	report := junitReport{Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors, Suites: []junitSuite{suite}}
	return writeXML(out, report)
}

// writeXML writes a document.
func writeXML(out io.Writer, document any) error {
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(out)
	enc.Indent("", "\t")
	if err := enc.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}
