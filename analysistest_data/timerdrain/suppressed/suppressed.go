// Package suppressed holds a suppression at the drain.
package suppressed

import "time"

func sameLine(t *time.Timer) {
	<-t.C
	if !t.Stop() {
		<-t.C //retryvet:ignore timerdrain another goroutine sets it
	}
}

func unused(t *time.Timer) {
	if !t.Stop() {
		//retryvet:ignore timerdrain there is a value // want `^//retryvet:ignore timerdrain suppresses nothing here: remove it$`
		<-t.C
	}
}
