// Package suppressed holds the forms of //retryvet:ignore.
package suppressed

import (
	"net"
	"time"
)

func sameLine(addr string) net.Conn {
	for { //retryvet:ignore uncapped the process has nothing to do without its hub
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func lineAbove(addr string) net.Conn {
	//retryvet:ignore uncapped the process has nothing to do without its hub
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func severalChecks(addr string) net.Conn {
	//retryvet:ignore nojitter,uncapped a single process, and it has to come up
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func otherCheck(addr string) net.Conn {
	//retryvet:ignore nojitter a single process
	for { // want `^this retry of net\.Dial has no end: `
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func withoutReason(addr string) net.Conn {
	//retryvet:ignore uncapped // want `^//retryvet:ignore uncapped has no reason and so suppresses nothing: write one after the check's name$`
	for { // want `^this retry of net\.Dial has no end: `
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func twoLinesAbove(addr string) net.Conn {
	//retryvet:ignore uncapped too far away // want `^//retryvet:ignore uncapped suppresses nothing here: remove it$`

	for { // want `^this retry of net\.Dial has no end: `
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

func unused(addr string) (conn net.Conn, err error) {
	//retryvet:ignore uncapped it was needed once // want `^//retryvet:ignore uncapped suppresses nothing here: remove it$`
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The marker is a directive: with a space after the slashes it is prose.
func prose(addr string) net.Conn {
	// retryvet:ignore uncapped is what one would write here
	for { // want `^this retry of net\.Dial has no end: `
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}

// So is another word that begins alike.
func longerWord(addr string) net.Conn {
	//retryvet:ignored uncapped
	for { // want `^this retry of net\.Dial has no end: `
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}
