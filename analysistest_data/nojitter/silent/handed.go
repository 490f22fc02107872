package silent

import (
	"net"
	"time"

	"nojitter/kit"
)

// schedule has a list of delays, or a back-off that another package hands out: of the
// methods of its type nothing is known here.
type schedule struct {
	fixed  []time.Duration
	round  int
	drawn  *kit.Backoff
	passed time.Duration
}

func (s *schedule) next() (time.Duration, bool) {
	if s.fixed != nil {
		if s.round >= len(s.fixed) {
			return 0, false
		}
		d := s.fixed[s.round]
		s.round++
		return d, true
	}
	d := s.drawn.Next()
	if s.passed+d > time.Hour {
		return 0, false
	}
	s.passed += d
	return d, true
}

func scheduled(s *schedule, addr string) (conn net.Conn, err error) {
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		d, ok := s.next()
		if !ok {
			return nil, err
		}
		time.Sleep(d)
	}
}
