package silent

import (
	"net"
	"time"
)

// member leaves by sending out what is left, and tells the rest of it then.
type member struct {
	conn net.Conn
	stop chan struct{}
	left func() int
}

func (m *member) ending(error) error {
	for m.left() > 0 {
		time.Sleep(500 * time.Millisecond)
	}
	close(m.stop)
	return m.conn.Close()
}

// voice has a channel for as long as it is connected.
type voice struct {
	addr string
	conn net.Conn
	stop chan struct{}
}

func (v *voice) hangUp() {
	if v.stop != nil {
		close(v.stop)
		v.stop = nil
	}
}

func (v *voice) callAgain() {
	v.hangUp()
	for {
		time.Sleep(5 * time.Second)
		conn, err := net.Dial("tcp", v.addr)
		if err == nil {
			v.conn = conn
			return
		}
	}
}
