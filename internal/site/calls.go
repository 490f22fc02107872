package site

import (
	"github.com/retryvet/retryvet/internal/knowledge"
)

// connects reports whether a call's name says that it sets up or serves
// something long-lived. It only tells reconnecting from periodic work, which
// have the same shape.
func connects(name string) bool {
	for _, word := range knowledge.Words(name) {
		switch word {
		case "connect", "reconnect", "connection", "dial", "redial", "watch", "rewatch", "subscribe", "resubscribe", "subscription",
			"session", "stream", "listen", "serve", "consume", "receive", "attach", "tail", "follow", "handshake", "login", "establish",
			"keepalive", "tunnel", "rejoin", "join", "register", "sse":
			return true
		}
	}
	return false
}
