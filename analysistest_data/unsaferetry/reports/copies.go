package reports

import (
	"context"
	"net/http"
)

// copies sends copies of whatever request it is given.
type copies struct{ base http.RoundTripper }

func (t copies) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	attempt := req
	for range 3 {
		if resp, err = t.base.RoundTrip(attempt); err == nil { // want `^this retry repeats every request, POST and PATCH included: `
			return resp, nil
		}
		attempt = req.Clone(context.WithoutCancel(req.Context()))
	}
	return nil, err
}
