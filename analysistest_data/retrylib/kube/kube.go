// Package kube sets up the retries of Kubernetes' libraries.
package kube

import (
	"context"
	"net/http"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

func ask(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func cut(ctx context.Context, url string) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 20, Cap: 10 * time.Second} // want `Cap of 10s ends the steps when it is reached: there are 4 attempts and not 20`
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) {
		return ask(ctx, url) == nil, nil
	})
}

func notCut(ctx context.Context, url string) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 4, Cap: 10 * time.Second}
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) {
		return ask(ctx, url) == nil, nil
	})
}

// capped makes the delays of a loop of its own, where Cap is a maximum.
func capped() *wait.Backoff {
	return &wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 20, Cap: 10 * time.Second}
}

var shared = wait.Backoff{Duration: time.Second, Factor: 3, Jitter: 0.1, Steps: 10, Cap: 30 * time.Second} // want `there are 4 attempts and not 10`

func atAll(url string) error {
	return retry.OnError(shared, func(error) bool { return true }, func() error { return ask(context.Background(), url) })
}

func noSteps(ctx context.Context, url string) error {
	return wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: time.Second, Factor: 2}, func(ctx context.Context) (bool, error) { // want `this Backoff has no Steps: the condition is never asked`
		return ask(ctx, url) == nil, nil
	})
}

func untold(ctx context.Context, url string) error {
	slow := wait.Backoff{Duration: 5 * time.Second, Factor: 2, Jitter: 0.1, Steps: 5}
	return retry.OnError(slow, func(error) bool { return true }, func() error { return ask(ctx, url) }) // want `retry.OnError is not told of ctx`
}

func quick(ctx context.Context, url string) error {
	return retry.OnError(retry.DefaultBackoff, func(error) bool { return true }, func() error { return ask(ctx, url) })
}

func conflict(ctx context.Context, url string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return ask(ctx, url) })
}
