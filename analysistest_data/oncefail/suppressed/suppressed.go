// Package suppressed holds a suppression at the call.
package suppressed

import (
	"net/http"
	"sync"
)

var (
	once sync.Once
	resp *http.Response
	err  error
)

func get() (*http.Response, error) {
	//retryvet:ignore oncefail the tool ends after its first command
	once.Do(func() { resp, err = http.Get("https://config.example") })
	return resp, err
}

//retryvet:ignore oncefail a literal // want `^//retryvet:ignore oncefail suppresses nothing here: remove it$`
var one = sync.OnceValue(func() int { return 1 })
