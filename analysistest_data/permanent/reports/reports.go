// Package reports holds loops that try again what cannot heal.
package reports

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// The status is at hand.

func anyStatus(client *http.Client, req *http.Request) (*http.Response, error) {
	for range 5 { // want `^client.Do is tried again when the server answers 400, 401 or 403: the same request gets the same answer each time$`
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 400 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errors.New("failed")
}

func notOK(url string) (body []byte, err error) {
	for i := 0; i < 3; i++ { // want `http.Get is tried again when the server answers 400, 401 or 403`
		if i > 0 {
			time.Sleep(time.Second << i)
		}
		var resp *http.Response
		resp, err = http.Get(url)
		if err != nil {
			continue
		}
		if resp.StatusCode != http.StatusOK {
			resp.Body.Close()
			err = fmt.Errorf("status %d", resp.StatusCode)
			continue
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	}
	return nil, err
}

// 404 is thought of, 401 is not.
func someStatus(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 { // want `client.Do is tried again when the server answers 400, 401 or 403`
		resp, err = client.Do(req)
		if err == nil && (resp.StatusCode/100 == 2 || resp.StatusCode == http.StatusNotFound) {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func inverted(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 { // want `^client.Do is tried again when the server answers 400, 401 or 403, which cannot heal, while 429, which may, ends the loop$`
		resp, err = client.Do(req)
		if err == nil {
			if resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusTooManyRequests {
				return resp, nil
			}
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The function that is attempted has it at hand.

func fetch(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetching %s: %s", url, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func config(ctx context.Context, url string, tries int) ([]byte, error) {
	for attempt := 0; ; attempt++ { // want `^fetch looks at the status but its error does not tell it: answers such as 401, which cannot heal, are tried again like all others$`
		body, err := fetch(ctx, url)
		if err == nil {
			return body, nil
		}
		if tries != -1 && attempt >= tries {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// The question about the error is answered the wrong way round.

func isTransient(err error) bool {
	var netErr net.Error
	return errors.As(err, &netErr) && netErr.Timeout()
}

func theWrongWay(db *sql.DB) (err error) {
	for range 5 {
		err = db.Ping()
		if err == nil {
			return nil
		}
		if isTransient(err) { // want `^isTransient\(err\) ends the loop: errors that may heal are given up, and the others are tried again$`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func onlyTheWait(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		} else if isTransient(err) { // want `^isTransient\(err\) decides about the wait only: any other error is tried again too, and at once$`
			time.Sleep(time.Second)
		}
	}
	return err
}

// The context ended.

func spins(ctx context.Context, db *sql.DB) {
	for { // want `^once ctx has ended db.PingContext fails at once and is tried again without a wait: nothing in the loop asks whether it ended$`
		if err := db.PingContext(ctx); err == nil {
			return
		}
	}
}

func spinsCounted(ctx context.Context, db *sql.DB) (err error) {
	for range 1000 { // want `once ctx has ended db.PingContext fails at once and is tried again without a wait, until its 1000 attempts are used up`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		log.Print(err)
	}
	return err
}

// Cancellation is the error that is not waited after.
func spinsOnCancellation(ctx context.Context, db *sql.DB) {
	for { // want `once ctx has ended db.PingContext fails at once`
		err := db.PingContext(ctx)
		if err == nil {
			return
		}
		if errors.Is(err, context.Canceled) {
			continue
		}
		time.Sleep(time.Second)
	}
}

// What is retried is listed, and the list has what no signing in mends.
func listsRefusals(code int) bool {
	switch code {
	case 401, 403, 422, 502:
		return true
	}
	return false
}

func listed(client *http.Client, req *http.Request) (*http.Response, error) {
	for range 5 { // want `^client.Do is tried again when the server answers 401, 403 or 422, which cannot heal, while 429, which may, ends the loop$`
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if !listsRefusals(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errors.New("failed")
}

// A question that is always answered yes tells nothing apart.
func mayHeal(err error) bool {
	if err == nil {
		return false
	}
	log.Print(err)
	return true
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

func asksInVain(client *http.Client, url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ { // want `^fetchOnce looks at the status but its error does not tell it: answers such as 401, which cannot heal, are tried again like all others$`
		resp, err := fetchOnce(client, url)
		if err == nil {
			return resp, nil
		}
		if attempt == 3 || !mayHeal(err) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}
