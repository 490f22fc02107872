package reports

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

func fill(ctx context.Context, url string, out any) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// A poll: the call fills in what is asked.
func filled(ctx context.Context, url string) error {
	for {
		var jobs []string
		if err := fill(ctx, url, &jobs); err != nil {
			return err
		}
		if len(jobs) == 0 {
			return nil
		}
		time.Sleep(5 * time.Second) // want `in a polling loop ignores ctx`
	}
}
