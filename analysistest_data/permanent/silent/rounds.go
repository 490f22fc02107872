package silent

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"time"
)

// rounds waits before each but the first, and ends with ctx.
func rounds(ctx context.Context, n int, delay time.Duration) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if i > 0 {
				select {
				case <-ctx.Done():
					return
				case <-time.After(delay):
				}
			}
			if !yield(i) {
				return
			}
		}
	}
}

// The iterator asks the context and waits.
func byRounds(ctx context.Context, db *sql.DB) (err error) {
	for range rounds(ctx, 5, time.Second) {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Who asks may be known by the next round: a role takes a while to be granted.
func notYetKnown(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		resp, err = client.Do(req)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusUnauthorized, http.StatusForbidden:
			resp.Body.Close()
			time.Sleep(time.Second)
		default:
			return resp, nil
		}
	}
	return resp, nil
}

var errServer = errors.New("the server failed")

// mayHeal knows some errors by name.
func mayHeal(err error, known []error) bool {
	for _, e := range known {
		if errors.Is(err, e) {
			return true
		}
	}
	return errors.Is(err, errServer)
}

func fetchOnce(client *http.Client, url string) (*http.Response, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		resp.Body.Close()
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	return resp, nil
}

func asks(client *http.Client, url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := fetchOnce(client, url)
		if err == nil {
			return resp, nil
		}
		if attempt == 3 || !mayHeal(err, nil) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}
