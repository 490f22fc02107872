package silent

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

// Whoever waits until a server is up does not come back too early.
func isUp(client *http.Client, url string) (err error) {
	for range 60 {
		if err = glance(client, url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return fmt.Errorf("not up: %w", err)
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
