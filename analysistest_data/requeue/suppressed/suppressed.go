// Package suppressed holds a suppression at the send.
package suppressed

import "net/http"

func sameLine(urls chan string) {
	for u := range urls {
		if _, err := http.Get(u); err != nil {
			urls <- u //retryvet:ignore requeue the buffer holds them all, and the server is on this host
		}
	}
}

func unused(urls, failed chan string) {
	for u := range urls {
		if _, err := http.Get(u); err != nil {
			//retryvet:ignore requeue it goes elsewhere // want `^//retryvet:ignore requeue suppresses nothing here: remove it$`
			failed <- u
		}
	}
}
