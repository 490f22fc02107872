// Package suppressed holds a suppression at the loop.
package suppressed

import (
	"errors"
	"net/http"
	"time"
)

func send(client *http.Client, req *http.Request) (*http.Response, error) {
	//retryvet:ignore permanent the gateway answers 401 while its own token is renewed
	for range 5 {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errors.New("failed")
}
