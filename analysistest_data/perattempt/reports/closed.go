package reports

import (
	"errors"
	"net"
)

type link struct{ net.Conn }

func (l *link) busy() bool { return l.Conn != nil }

func (l *link) hello() error {
	_, err := l.Write([]byte("hello"))
	return err
}

func dialLink(addr string) (*link, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &link{conn}, nil
}

// What is busy is not closed.
func greetLink(addr string) (*link, error) {
	for range 5 {
		l, err := dialLink(addr) // want `l stays open when l\.hello fails`
		if err != nil {
			return nil, err
		}
		if err = l.hello(); err != nil {
			if l.busy() {
				continue
			}
			return nil, err
		}
		return l, nil
	}
	return nil, errors.New("always busy")
}
