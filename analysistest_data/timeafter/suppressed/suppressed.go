// Package suppressed holds a suppression at the call.
package suppressed

import "time"

func sameLine(ready func() bool) bool {
	for !ready() {
		select {
		case <-time.After(time.Minute): //retryvet:ignore timeafter the rounds take longer than that
			return false
		default:
		}
	}
	return true
}

func unused(work <-chan int) {
	for {
		select {
		case <-work:
		//retryvet:ignore timeafter Go 1.23 made this right // want `^//retryvet:ignore timeafter suppresses nothing here: remove it$`
		case <-time.After(time.Minute):
		}
	}
}
