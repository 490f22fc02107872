package silent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Waiting until a server is up: nothing of the answer is looked at but that it
// came.
func comesBack(host string) bool {
	deadline := time.Now().Add(90 * time.Second)
	for time.Now().Before(deadline) {
		conn, err := net.DialTimeout("tcp", net.JoinHostPort(host, "22"), 2*time.Second)
		if err == nil {
			conn.Close()
			return true
		}
		time.Sleep(2 * time.Second)
	}
	return false
}

func answers(url string) error {
	for range 30 {
		resp, err := http.Get(url)
		if err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return errors.New("no answer")
}

type service struct {
	client *http.Client
	origin string
}

func (s *service) up(ctx context.Context, every time.Duration) error {
	t := time.NewTicker(every)
	defer t.Stop()
	var last error
	for {
		select {
		case <-t.C:
			if last = s.asked(ctx); last == nil {
				return nil
			}
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", ctx.Err(), last)
		}
	}
}

func (s *service) asked(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.origin+"/ready", nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return fmt.Errorf("status %s", resp.Status)
	}
	return nil
}

// What comes with the answer is thrown away.
func up(client *http.Client, url string) (err error) {
	timeout := time.After(time.Minute)
	for {
		select {
		case <-timeout:
			return fmt.Errorf("not up: %w", err)
		case <-time.After(2 * time.Second):
			if err = glance(client, url); err == nil {
				return nil
			}
		}
	}
}

func glance(client *http.Client, url string) error {
	resp, err := client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err = io.ReadAll(resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	return nil
}
