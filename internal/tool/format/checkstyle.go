package format

import (
	"encoding/xml"
	"io"
	"path/filepath"
)

type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// checkstyle prints the XML of Checkstyle, which many services read.
func checkstyle(out io.Writer, r Report) error {
	list := checkstyleReport{Version: "8.0"}
	for _, f := range r.Findings { // sorted by file
		name := filepath.ToSlash(relative(r.Here, f.File))
		if n := len(list.Files); n == 0 || list.Files[n-1].Name != name {
			list.Files = append(list.Files, checkstyleFile{Name: name})
		}
		file := &list.Files[len(list.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{f.Line, f.Col, string(r.severity(f.Check)), r.sentence(f), "retryvet." + f.Check})
	}
	return writeXML(out, list)
}
