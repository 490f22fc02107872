package reports

import (
	"math/rand/v2"
	"net"
	"time"
)

// The wait that comes next after the failure is the delay, not the one that
// stands before the attempt for another reason.
type member struct {
	running bool
	period  time.Duration
}

func (m *member) heartbeat(addr string) {
	var leader string
	for m.running {
		if leader != "" {
			time.Sleep(rand.N(3 * time.Second)) // lets the new leader settle
			addr = leader
		}
		var err error
		leader, err = joinCluster(addr)
		if err != nil {
			leader = ""
			time.Sleep(m.period) // want `^the delay \(m\.period\) between attempts of joinCluster has no jitter`
		}
	}
}

func joinCluster(addr string) (leader string, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	buf := make([]byte, 64)
	n, err := conn.Read(buf)
	return string(buf[:n]), err
}
