package site

import (
	"strings"
)

// connects reports whether a call's name says that it sets up or serves
// something long-lived. It only tells reconnecting from periodic work, which
// have the same shape.
func connects(name string) bool {
	for word := range Words(name) {
		switch word {
		case "connect", "reconnect", "connection", "dial", "redial", "watch", "rewatch", "subscribe", "resubscribe", "subscription",
			"session", "stream", "listen", "serve", "consume", "receive", "attach", "tail", "follow", "handshake", "login", "establish",
			"keepalive", "tunnel", "rejoin", "join", "register", "sse":
			return true
		}
	}
	return false
}

// Words splits a Go name at its capital letters and yields the parts in lower
// case.
func Words(name string) func(func(string) bool) {
	return func(yield func(string) bool) {
		start := 0
		for i := 1; i <= len(name); i++ {
			if i < len(name) && !('A' <= name[i] && name[i] <= 'Z' && (name[i-1] < 'A' || name[i-1] > 'Z')) {
				continue
			}
			if !yield(strings.ToLower(name[start:i])) {
				return
			}
			start = i
		}
	}
}
