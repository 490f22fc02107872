module github.com/retryvet/retryvet/golangci

go 1.26.0

// The plugin is released together with the checks, under the same version. This
// line serves builds in the repository; other modules do not see it.
replace github.com/retryvet/retryvet => ../

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/retryvet/retryvet v0.1.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	go.yaml.in/yaml/v3 v3.0.4 // indirect
	golang.org/x/mod v0.42.0 // indirect
)
