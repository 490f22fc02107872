package forms

import (
	"context"
	"errors"
	"net/http"
	"time"
)

func post(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", "https://example.com/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func postAll(ctx context.Context, ids []string) []error {
	errs := make([]error, len(ids))
	for i, id := range ids {
		errs[i] = post(ctx, id)
	}
	return errs
}

// left attempts again what failed, one by one.
func left(ctx context.Context, ids []string) error {
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep reach=ctx
		var failed []string
		for _, id := range ids {
			if err := post(ctx, id); err != nil {
				failed = append(failed, id)
			}
		}
		if len(failed) == 0 {
			return nil
		}
		ids = failed
		time.Sleep(time.Second)
	}
	return errors.New("some are left")
}

// together hands all that failed to the next call.
func together(ctx context.Context, ids []string) error {
	sent := make([]string, len(ids))
	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep reach=ctx
		copy(sent, ids)
		errs := postAll(ctx, ids)
		ids = ids[:0]
		failed := 0
		for i, err := range errs {
			if err != nil {
				failed++
				ids = append(ids, sent[i])
			}
		}
		if failed == 0 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("some are left")
}

// children goes on with what each item leads to.
func children(ctx context.Context, ids []string, below func(string) []string) error {
	for len(ids) > 0 { // work
		var next []string
		for _, id := range ids {
			if err := post(ctx, id); err != nil {
				return err
			}
			next = append(next, below(id)...)
		}
		ids = next
		time.Sleep(time.Second)
	}
	return nil
}

// batches takes the next ones from a list, whatever became of those before.
func batches(ctx context.Context, ids []string) (failed []string) {
	for len(ids) > 0 { // work
		id := ids[0]
		ids = ids[1:]
		if err := post(ctx, id); err != nil {
			failed = append(failed, id)
		}
		time.Sleep(time.Second)
	}
	return failed
}

type handle struct{ id int }

type lazy struct {
	h   *handle
	get func() *handle
}

// inField keeps what it asks for in a field.
func (l *lazy) inField(ctx context.Context) (*handle, error) {
	for range 5 { // site: kind=poll place=unknown bound=attempts,ctx attempts=5 delay=constant jitter=no wait=after-cancellable reach=ctx
		l.h = l.get()
		if l.h != nil {
			return l.h, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, errors.New("there is none")
}
