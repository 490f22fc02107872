package silent

import (
	"net"
	"time"
)

type pool struct {
	done chan struct{}
	addr string
}

// Stop is what others are told by done: nothing could end its wait.
func (p *pool) Stop() (err error) {
	var conn net.Conn
	for range 5 {
		if conn, err = net.Dial("tcp", p.addr); err == nil {
			conn.Write([]byte("bye"))
			conn.Close()
			break
		}
		time.Sleep(time.Second)
	}
	p.finish()
	return err
}

func (p *pool) finish() { close(p.done) }
