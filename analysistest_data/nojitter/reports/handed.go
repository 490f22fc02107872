package reports

import (
	"net"
	"time"
)

// schedule has a list of delays, or doubles one: all of it is in sight.
type schedule struct {
	fixed  []time.Duration
	round  int
	inner  *doubling
	passed time.Duration
}

type doubling struct{ last time.Duration }

func (d *doubling) next() time.Duration {
	d.last = min(2*d.last, time.Minute)
	return d.last
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
	d := s.inner.next()
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
		time.Sleep(d) // want `^the delay \(d\) between attempts of net\.Dial has no jitter`
	}
}
