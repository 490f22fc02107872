// Package work holds loops that handle something new each round, and such as
// repeat for another reason than a failure of the same attempt.
package work

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

func accept(l net.Listener) error {
	for { // work
		conn, err := l.Accept()
		if err != nil {
			log.Print(err)
			time.Sleep(10 * time.Millisecond)
			continue
		}
		conn.Close()
	}
}

func lines(r io.Reader) error {
	s := bufio.NewScanner(r)
	for s.Scan() { // work
		log.Print(s.Text())
	}
	return s.Err()
}

func decode(r io.Reader) error {
	d := json.NewDecoder(r)
	for { // work
		var v any
		if err := d.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		log.Print(v)
	}
}

func queue(jobs <-chan string) {
	for j := range jobs { // work
		resp, err := http.Get(j)
		if err != nil {
			log.Print(err)
			continue
		}
		resp.Body.Close()
	}
}

func selectQueue(ctx context.Context, jobs <-chan string) {
	for { // work
		select {
		case <-ctx.Done():
			return
		case j := <-jobs:
			if resp, err := http.Get(j); err != nil {
				log.Print(err)
			} else {
				resp.Body.Close()
			}
		}
	}
}

func pages(url string) (all []string, err error) {
	token := ""
	for { // work
		names, next, err := page(url, token)
		if err != nil {
			return nil, err
		}
		all = append(all, names...)
		if next == "" {
			return all, nil
		}
		token = next
	}
}

func page(url, token string) (names []string, next string, err error) {
	resp, err := http.Get(url + "?page=" + token)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	return nil, resp.Header.Get("Next"), json.NewDecoder(resp.Body).Decode(&names)
}

func periodic(ctx context.Context, url string) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for { // work
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if resp, err := http.Get(url); err != nil {
				log.Print(err)
			} else {
				resp.Body.Close()
			}
		}
	}
}

func everyMinute(url string) {
	for { // work
		if resp, err := http.Get(url); err != nil {
			log.Print(err)
		} else {
			resp.Body.Close()
		}
		time.Sleep(time.Minute)
	}
}

func items(urls []string) error {
	for _, u := range urls { // work
		resp, err := http.Get(u)
		if err != nil {
			return err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil
}

func indexed(urls []string) error {
	for i := 0; i < len(urls); i++ { // work
		resp, err := http.Get(urls[i])
		if err != nil {
			log.Print(err)
			continue
		}
		resp.Body.Close()
	}
	return nil
}

// Each round goes to another replica.
func replicas(addrs []string) (net.Conn, error) {
	for _, a := range addrs { // work
		conn, err := net.Dial("tcp", a)
		if err == nil {
			return conn, nil
		}
	}
	return nil, errors.New("no replica answers")
}

func nextReplica(addrs []string) (net.Conn, error) {
	for i := 0; i < len(addrs); i++ { // work
		conn, err := net.Dial("tcp", addrs[i])
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no replica answers")
}

func add(n *atomic.Int64, d int64) {
	for { // work
		old := n.Load()
		if n.CompareAndSwap(old, old+d) {
			return
		}
	}
}

func sum(n int) (s int) {
	for i := range n { // work
		s += i
	}
	return s
}

func search(read func(int) (string, bool)) string {
	for i := 0; ; i++ { // work
		if s, ok := read(i); ok {
			return s
		}
	}
}

func copyAll(w io.Writer, r io.Reader) error {
	buf := make([]byte, 1024)
	for { // work
		n, err := r.Read(buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Each round asks another one, whatever the place is computed from.
func inTurn(clients []*http.Client, current int, target string) (*http.Client, error) {
	for i := range len(clients) { // work
		at := (current + i) % len(clients)
		resp, err := clients[at].Get(target)
		if err == nil {
			resp.Body.Close()
			return clients[at], nil
		}
	}
	return nil, errors.New("none answers")
}
