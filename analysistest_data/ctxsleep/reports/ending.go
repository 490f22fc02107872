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

// What is closed, or made anew, is the channel of another one.
type line struct {
	addr string
	conn net.Conn
	peer *line
	stop chan struct{}
}

type order struct{ stop chan struct{} }

func (l *line) reset() { l.stop = make(chan struct{}) }

func (l *line) answerThe(o *order) {
	defer close(o.stop)
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.conn = conn
			return
		}
		time.Sleep(5 * time.Second) // want `ignores l\.stop`
	}
}

func (l *line) passOn() {
	close(l.peer.stop)
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.conn = conn
			return
		}
		time.Sleep(5 * time.Second) // want `ignores l\.stop`
	}
}

func (l *line) resetPeer() {
	l.peer.reset()
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.conn = conn
			return
		}
		time.Sleep(5 * time.Second) // want `ignores l\.stop`
	}
}

// A method of that name is not the builtin.
type closer struct{ lock func(chan struct{}) }

func (c closer) close(stop chan struct{}) { c.lock(stop) }

func (l *line) locked(c closer) {
	c.close(l.stop)
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.conn = conn
			return
		}
		time.Sleep(5 * time.Second) // want `ignores l\.stop`
	}
}
