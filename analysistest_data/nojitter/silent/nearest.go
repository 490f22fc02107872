package silent

import (
	"math/rand/v2"
	"net"
	"time"
)

// The wait after the failure is random; the other one is for a success that is
// not wanted yet.
func settled(addr string, enough func(net.Conn) bool) (net.Conn, error) {
	refused := ""
	for {
		if refused != "" {
			time.Sleep(time.Second)
		}
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(rand.N(time.Second))
			continue
		}
		if enough(conn) {
			return conn, nil
		}
		refused = conn.RemoteAddr().String()
		conn.Close()
	}
}
