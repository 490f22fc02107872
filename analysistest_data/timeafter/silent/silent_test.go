package silent

import (
	"testing"
	"time"
)

func TestReady(t *testing.T) {
	for i := 0; i < 3; i++ {
		select {
		case <-time.After(time.Minute):
			t.Fatal("timeout")
		default:
		}
	}
}
