package silent

import (
	"errors"
	"net"
)

// session is a connection that knows whether it is closed.
type session struct{ net.Conn }

func (l *session) IsClosed() bool { return l.Conn == nil }

func (l *session) openSession() error {
	_, err := l.Write([]byte("openSession"))
	return err
}

func dialSession(addr string) (*session, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &session{conn}, nil
}

// Only after a connection that is closed is there another.
func greetSession(addr string) (*session, error) {
	for range 5 {
		l, err := dialSession(addr)
		if err != nil {
			return nil, err
		}
		if err = l.openSession(); err != nil {
			if l.IsClosed() {
				continue
			}
			return nil, err
		}
		return l, nil
	}
	return nil, errors.New("always closed")
}
