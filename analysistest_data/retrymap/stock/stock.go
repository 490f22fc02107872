// Package stock asks what there is, by a client that tries again by itself.
package stock

import (
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Warehouse is far away.
type Warehouse struct{}

// Count asks three times.
func (Warehouse) Count(item string) error {
	var err error
	for i := range 3 {
		if err = count(item); err == nil {
			return nil
		}
		if i < 2 {
			time.Sleep(250 * time.Millisecond)
		}
	}
	return err
}

func count(item string) error {
	resp, err := retryablehttp.Get("https://stock.example.com/items/" + item)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Reserve calls itself until it succeeds, three times more.
func (w Warehouse) Reserve(item string) error { return w.reserve(item, 0) }

func (w Warehouse) reserve(item string, attempt int) error {
	err := count(item)
	if err != nil && attempt < 3 {
		time.Sleep(time.Second)
		return w.reserve(item, attempt+1)
	}
	return err
}
