package reports

import (
	"time"

	"nestedretry/inner"
)

// behindInterface calls the only implementation of the interface beside it.
func behindInterface(p inner.Pinger) (err error) {
	for range 5 { // want `^attempts multiply: p\.Ping, which itself retries \(Client\.Ping\): 5 x 4 = 20 attempts, up to 4s of waiting between the 5 alone$`
		if err = p.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

var pingInner = (*inner.Client).Ping

// behindVariable calls a variable in which nothing else is ever stored.
func behindVariable(c *inner.Client) (err error) {
	for range 5 { // want `^attempts multiply: pingInner, which itself retries \(Client\.Ping\): 5 x 4 = 20 attempts, up to 4s of waiting between the 5 alone$`
		if err = pingInner(c); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
