// Package suppressed holds a suppression at the wait.
package suppressed

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

var mu sync.Mutex

func first(ctx context.Context, db *sql.DB) (err error) {
	mu.Lock()
	defer mu.Unlock()
	for range 9 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		//retryvet:ignore lockedretry nothing can be done before the first connection
		time.Sleep(time.Second)
	}
	return err
}

func unused(ctx context.Context, db *sql.DB) {
	//retryvet:ignore lockedretry it is free // want `^//retryvet:ignore lockedretry suppresses nothing here: remove it$`
	time.Sleep(time.Second)
}
