package silent

import (
	"fmt"
	"net/http"
	"time"
)

// What is beside the error tells which answers may heal.
func upload(client *http.Client, url string) (again bool, err error) {
	resp, err := client.Get(url)
	if err != nil {
		return true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		again := resp.StatusCode >= 500 || resp.StatusCode == http.StatusRequestTimeout
		return again, fmt.Errorf("status %d", resp.StatusCode)
	}
	return false, nil
}

func uploadAgain(client *http.Client, url string) error {
	for attempt := 0; ; attempt++ {
		again, err := upload(client, url)
		if err == nil {
			return nil
		}
		if !again || attempt == 5 {
			return err
		}
		time.Sleep(time.Second << attempt)
	}
}
