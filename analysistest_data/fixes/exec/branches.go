package exec

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"time"
)

// They wait in a branch of the round.
func init() {
	Cases["branchContinues"], Cases["branchElse"], Cases["branchSwitch"] = branchContinues, branchElse, branchSwitch
	Cases["branchEndless"], Cases["branchValue"] = branchEndless, logged(branchValue)
	Cases["branchGrows"], Cases["branchLimit"] = branchGrows, branchLimit
	Cases["branchMisses"], Cases["branchGoesOn"], Cases["branchBreaks"] = branchMisses, branchGoesOn, branchBreaks
	Cases["branchOnly"], Cases["branchRemark"], Cases["branchLimitMoves"] = branchOnly, branchRemark, branchLimitMoves
	Cases["insideLeft"], Cases["oddDelay"] = insideLeft, oddDelay
	Cases["headAsks"], Cases["headAsksMore"], Cases["goroutine"] = headAsks, headAsksMore, goroutine
	Endless["goroutine"] = true
	Endless["insideLeft"] = true
}

func branchContinues(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err != nil {
			log.Print("again: ", err)
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return err
}

func branchElse(ctx context.Context, op *sql.DB) error {
	var err error
	for i := 0; i < 4; i++ {
		if err = op.Ping(); err != nil {
			log.Print(i, err)
			time.Sleep(time.Second)
		} else {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("down: %w", err)
	}
	return op.Ping()
}

func branchSwitch(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		switch err = op.Ping(); {
		case err == nil:
			return nil
		case !errors.Is(err, sql.ErrConnDone):
			if err != nil {
				log.Print("again: ", err)
				time.Sleep(time.Second)
			} else {
				return nil
			}
		default:
			return fmt.Errorf("for good: %w", err)
		}
	}
	return err
}

func branchEndless(ctx context.Context, op *sql.DB) error {
	for {
		if err := op.Ping(); err != nil {
			if !errors.Is(err, sql.ErrConnDone) {
				log.Print("again: ", err)
				time.Sleep(time.Second)
				continue
			}
			return fmt.Errorf("for good: %w", err)
		}
		return nil
	}
}

func branchValue(ctx context.Context, op *sql.DB) (string, error) {
	for {
		v, err := version(op)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, sql.ErrConnDone) {
			return "none", err
		}
		time.Sleep(time.Second)
	}
}

func branchGrows(ctx context.Context, op *sql.DB) (err error) {
	delay := time.Second
	for range 4 {
		if err = op.Ping(); err != nil {
			time.Sleep(delay)
			delay *= 2
			continue
		}
		return nil
	}
	return err
}

func branchLimit(ctx context.Context, op *sql.DB) (err error) {
	tries := 4
	for range tries {
		if err = op.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return fmt.Errorf("after %d attempts: %w", tries, err)
	}
	return nil
}

// Some rounds go on without a wait.
func branchMisses(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err == nil {
			return nil
		} else if !errors.Is(err, sql.ErrConnDone) {
			log.Print("again: ", err)
			time.Sleep(time.Second)
		}
	}
	return err
}

// The round goes on after the wait.
func branchGoesOn(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err != nil {
			log.Print("again: ", err)
			time.Sleep(time.Second)
		}
		if err == nil {
			return nil
		}
		log.Print("after the wait")
	}
	return err
}

// A break leaves the switch only.
func branchBreaks(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		switch err = op.Ping(); {
		case err == nil:
			return nil
		case op.Stats().Idle == 7:
			break
		default:
			log.Print("again: ", err)
			time.Sleep(time.Second)
		}
	}
	return err
}

// Nothing would remain in the branch.
func branchOnly(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err != nil {
			time.Sleep(time.Second)
		} else {
			return nil
		}
	}
	return err
}

// The comments are of the wait.
func branchRemark(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err != nil {
			// It takes a while to come up.
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	for range 4 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // a while
	}
	return err
}

// The limit is another in each round.
func branchLimitMoves(ctx context.Context, op *sql.DB) (err error) {
	tries := 4
	for i := 0; i < tries; i++ {
		if err = op.Ping(); err == nil {
			return nil
		}
		if errors.Is(err, sql.ErrConnDone) {
			tries--
		}
		time.Sleep(time.Second)
	}
	return err
}

// What follows a success stands outside of the block.
func insideLeft(ctx context.Context, op *sql.DB) error {
	if ctx != nil {
		var err error
		for {
			if err = op.Ping(); err == nil {
				break
			}
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
	log.Print("up")
	return op.Ping()
}

// The loop around goes on.
func insideLoop(ctx context.Context, dbs []*sql.DB) {
	for _, db := range dbs {
		for {
			err := db.Ping()
			if errors.Is(err, sql.ErrConnDone) {
				return
			}
			if err == nil {
				log.Print("up")
				return
			}
			log.Print("again")
			time.Sleep(time.Second)
		}
	}
}

// The delay has no half in its unit.
func oddDelay(ctx context.Context, op *sql.DB) (err error) {
	for i := 1; i <= 3; i++ {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(1733 * time.Millisecond)
	}
	return err
}

// What follows the loop asks the context, which package retry may not wait for.
func headAsks(ctx context.Context, op *sql.DB) error {
	for ctx.Err() == nil {
		err := op.Ping()
		if err == nil {
			return nil
		}
		if errors.Is(err, sql.ErrConnDone) {
			break
		}
		log.Print("again: ", err)
		time.Sleep(time.Second)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("cancelled: %w", err)
	}
	return errors.New("for good")
}

// The head asks for more.
func headAsksMore(ctx context.Context, op *sql.DB) error {
	tries := 0
	for ctx.Err() == nil && tries < 4 {
		if err := op.Ping(); err == nil {
			return nil
		}
		tries++
		time.Sleep(time.Second)
	}
	return errors.New("down")
}

func goroutine(ctx context.Context, op *sql.DB) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			if err := op.Ping(); err == nil {
				return
			}
			log.Print("again")
			time.Sleep(time.Second)
		}
	}()
	<-done
	return ctx.Err()
}
