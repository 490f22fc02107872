package reports

import (
	"context"
	"net/http"
	"time"
)

// Patiently sends whatever it is given.
func Patiently(ctx context.Context, c *http.Client, req *http.Request, tries int) (resp *http.Response, err error) {
	for range tries {
		if resp, err = c.Do(req); err == nil { // want `^this retry loop sends req again, whose body the first attempt read: further attempts send nothing, or fail$`
			return resp, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}
