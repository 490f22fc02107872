package config

import (
	"encoding/json"
	"flag"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/passes"
)

// SchemaURL is where the schema of the file can be read.
const SchemaURL = "https://raw.githubusercontent.com/retryvet/retryvet/main/docs/retryvet.schema.json"

type object = map[string]any

// Schema is the JSON schema of the file, which editors check and complete it by.
func Schema() []byte {
	checks := object{"enum": passes.Names()}
	signed := []string{}
	for _, name := range append([]string{all, "core"}, passes.Names()...) {
		signed = append(signed, name, "+"+name, "-"+name)
	}
	patterns := oneOrMore(object{"type": "string", "minLength": 1})
	properties := object{
		keyChecks: describe(oneOrMore(object{"enum": signed}),
			"the checks that run, read from left to right: all, core, a name to add a check, -name to leave one out; a list that begins with a sign begins with those that run unasked"),
		keySeverity: describe(object{
			"type":                 "object",
			"propertyNames":        object{"enum": append([]string{all}, passes.Names()...)},
			"additionalProperties": object{"enum": passes.Severities},
		}, "how bad the findings of a check, or of all, are"),
		keyPaths: describe(patterns, "report only in files that one of these patterns has, seen from this file; a directory stands for all below it, ** for any directories"),
		keyExclude: describe(object{"type": "array", "items": object{
			"type":                 "object",
			"required":             []string{keyPaths},
			"additionalProperties": false,
			"properties": object{
				keyPaths:  patterns,
				keyChecks: oneOrMore(checks),
			},
		}}, "findings of these checks, or of all, that are not reported in files that one of the patterns has"),
	}
	for check, fs := range flagSets() {
		flags := object{}
		for _, name := range names(fs) {
			f := fs.Lookup(name)
			flags[name] = describe(valueOf(f), strings.ReplaceAll(f.Usage, "`", ""))
		}
		if check == "" {
			for name, schema := range flags {
				properties[name] = schema
			}
			continue
		}
		i := slices.Index(passes.Names(), check)
		properties[check] = describe(object{"type": []string{"object", "null"}, "properties": flags, "additionalProperties": false},
			"flags of the check: "+manual.Summary(passes.All()[i].Doc))
	}
	data, err := json.MarshalIndent(object{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"$id":                  SchemaURL,
		"title":                "settings of retryvet (" + Name + ")",
		"type":                 []string{"object", "null"},
		"properties":           properties,
		"additionalProperties": false,
	}, "", "\t")
	if err != nil {
		panic(err) // of values made here
	}
	return append(data, '\n')
}

func describe(schema object, text string) object {
	schema["description"] = text
	return schema
}

// oneOrMore is a value or a list of such values.
func oneOrMore(item object) object {
	return object{"anyOf": []object{item, {"type": "array", "items": item, "minItems": 1}}}
}

// valueOf is the values of a flag.
func valueOf(f *flag.Flag) object {
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return object{"type": "boolean"}
	}
	return oneOrMore(object{"type": []string{"string", "number"}})
}
