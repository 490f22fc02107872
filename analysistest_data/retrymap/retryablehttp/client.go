// Package retryablehttp stands in for the library of that name, whose defaults are known
// by its path: nothing of it is run.
package retryablehttp

import "net/http"

// Get tries five times.
func Get(url string) (*http.Response, error) { return http.Get(url) }
