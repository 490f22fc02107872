package reports

import (
	"net"
	"time"
)

// Another method closes the channel, and the one that is called leaves it alone.
type voice struct {
	addr string
	conn net.Conn
	stop chan struct{}
}

func (v *voice) Close() { close(v.stop) }

func (v *voice) hangUp() {
	if v.conn != nil {
		v.conn.Close()
		v.conn = nil
	}
}

func (v *voice) callAgain() {
	v.hangUp()
	for {
		time.Sleep(5 * time.Second) // want `ignores v\.stop`
		conn, err := net.Dial("tcp", v.addr)
		if err == nil {
			v.conn = conn
			return
		}
	}
}
