// Package oncefail reports remote starts that are made only once and whose
// failure is kept for as long as the process lives.
//
// # Analyzer oncefail
//
// oncefail: report a sync.Once, OnceValue or package variable that keeps a failed remote start for ever
//
// The function that is handed to sync.Once.Do, sync.OnceFunc, sync.OnceValue or
// sync.OnceValues connects to something outside the process or asks it for
// something, and what it found is kept in a variable of the package, or a
// connection in a field. A variable of the package that is given the result of
// such a call when the program starts counts too, where its error is thrown away.
//
// # Why it hurts
//
// "If f panics, Do considers it to have returned; future calls of Do return
// without calling f" (https://pkg.go.dev/sync#Once.Do), and so it is with an
// error. A database that was restarting for two seconds when the first request
// came in, or a first caller whose context was cancelled, leaves every later
// request with the same error, or with a nil pointer, until somebody restarts the
// process. No retry around the getter can help.
//
// # Before and after
//
// Before:
//
//	var (
//		once    sync.Once
//		db      *sql.DB
//		openErr error
//	)
//
//	func open(ctx context.Context) (*sql.DB, error) {
//		db, err := sql.Open("postgres", "postgres://db")
//		if err != nil {
//			return nil, err
//		}
//		return db, db.PingContext(ctx)
//	}
//
//	func database(ctx context.Context) (*sql.DB, error) {
//		once.Do(func() { db, openErr = open(ctx) })
//		return db, openErr
//	}
//
// After:
//
//	var (
//		mu sync.Mutex
//		db *sql.DB
//	)
//
//	func open(ctx context.Context) (*sql.DB, error) {
//		db, err := sql.Open("postgres", "postgres://db")
//		if err != nil {
//			return nil, err
//		}
//		return db, db.PingContext(ctx)
//	}
//
//	func database(ctx context.Context) (*sql.DB, error) {
//		mu.Lock()
//		defer mu.Unlock()
//		if db != nil {
//			return db, nil
//		}
//		opened, err := open(ctx)
//		if err != nil {
//			return nil, err
//		}
//		db = opened
//		return db, nil
//	}
//
// Remedy: keep the result only where the start succeeded, under a mutex or by
// golang.org/x/sync/singleflight, so that the next caller tries again.
//
// # What is never reported
//
// A start whose failure panics or ends the process. A Once that something makes
// anew, as after a failure. A Once of a function's own. A Once in a field that
// keeps something else than a connection, unless a variable of the package holds
// the struct: what a request keeps is over with the request. Starts that keep
// nothing, such as one that sends a greeting. Calls that close or stop something.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore oncefail the tool ends after its first command
package oncefail
