package silent

import (
	"errors"
	"net/http"
	"time"
)

type socket struct{}

// shake gives back the response beside the error if the handshake is refused.
func shake(url string) (*socket, *http.Response, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, nil, err
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		return nil, resp, errors.New("refused")
	}
	return &socket{}, resp, nil
}

type tail struct{ conn *socket }

// Where there is no error there is a connection, whatever the response says.
func (t *tail) reconnect(url string) {
	for t.conn == nil {
		conn, _, err := shake(url)
		if err != nil {
			<-time.After(10 * time.Second)
			continue
		}
		t.conn = conn
	}
}
