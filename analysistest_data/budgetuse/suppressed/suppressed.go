// Package suppressed holds a suppression at the limit.
package suppressed

import (
	"time"

	"golang.org/x/time/rate"
)

var fast = rate.Limit(time.Second) //retryvet:ignore budgetuse a thousand million a second it is

//retryvet:ignore budgetuse one a second // want `^//retryvet:ignore budgetuse suppresses nothing here: remove it$`
var slow = rate.Every(time.Second)
