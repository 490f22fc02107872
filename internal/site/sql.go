package site

import (
	"go/constant"
	"regexp"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// What the text of an SQL statement tells of its second time.

// insertStatement matches SQL that adds rows.
var insertStatement = regexp.MustCompile(`(?is)^\s*(insert|copy)\s+(into\s+)?\S+`)

// keyedInsert matches clauses by which the database itself refuses the same row
// a second time, or does not mind.
var keyedInsert = regexp.MustCompile(`(?is)on\s+conflict|on\s+duplicate|insert\s+(or\s+)?ignore|or\s+replace|where\s+not\s+exists|if\s+not\s+exists`)

// statement says, in words, what a constant SQL statement that an attempt runs does
// each time: it adds rows without a clause for conflicts, or counts on from what is
// there.
func statement(m *flow.Package, a world.Attempt) string {
	if a.Callee == nil || !strings.HasPrefix(a.Callee.Name(), "Exec") && !strings.HasPrefix(a.Callee.Name(), "Query") {
		return ""
	}
	for _, arg := range a.Call.Args {
		tv := m.Info.Types[arg]
		if tv.Value == nil || tv.Value.Kind() != constant.String {
			continue
		}
		sql := constant.StringVal(tv.Value)
		if insertStatement.MatchString(sql) && !keyedInsert.MatchString(sql) {
			return "INSERT without a conflict clause"
		}
		if column := increment(sql); column != "" {
			return "UPDATE that computes " + column + " from its old value"
		}
		return ""
	}
	return ""
}

// setClause matches an UPDATE, and captures what it sets and the rows that it sets
// it in.
var setClause = regexp.MustCompile(`(?is)^\s*update\s.*?\sset\s+(.*?)(?:\swhere\s(.*))?$`)

// assignment matches what a column is set to up to the first operator: the column,
// and the column that its new value begins with where something is added to or taken
// from it. Text is none: without the same key again, a JSON object stays as it is.
var assignment = regexp.MustCompile(`(?:^|,)\s*"?(\w+)"?\s*=(?:\s*(?:\w+\.)?"?(\w+)"?\s*[-+]\s*[\w$?:@(])?`)

// increment is the column that a constant UPDATE adds to or takes from. There is none
// where the rows are chosen by a column that the first time changes: the second time
// finds none, as in optimistic locking.
func increment(sql string) string {
	parts := setClause.FindStringSubmatch(sql)
	if parts == nil {
		return ""
	}
	column := ""
	for _, set := range assignment.FindAllStringSubmatch(parts[1], -1) {
		adds := strings.EqualFold(set[1], set[2])
		chosen := `(?i)\b` + set[1] + `\b`
		if adds {
			chosen += `"?\s*=` // stock > 0 may hold again
		}
		if regexp.MustCompile(chosen).MatchString(parts[2]) {
			return ""
		}
		if adds && column == "" {
			column = set[1]
		}
	}
	return column
}
