// Package kube hands conditions to the waits of Kubernetes.
package kube

import (
	"context"
	"net"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

func reachable(ctx context.Context, addr string) (bool, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return false, nil
	}
	return true, conn.Close()
}

func pollTimeout(ctx context.Context, addr string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) { // site: kind=helper bound=elapsed,ctx,error-class delay=constant jitter=no wait=library reach=ctx
		return reachable(ctx, addr)
	})
}

func pollCancel(ctx context.Context, addr string) error {
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) { // site: kind=helper bound=ctx,error-class delay=constant jitter=no wait=library reach=ctx
		return reachable(ctx, addr)
	})
}

func backoff(addr string) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	return wait.ExponentialBackoff(b, func() (bool, error) { // site: kind=helper bound=attempts attempts=5 delay=exponential capped=no jitter=no wait=library
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return false, nil
		}
		conn.Close()
		return true, nil
	})
}

func conflict(update func() error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { // site: kind=helper place=unknown bound=attempts,error-class attempts=5 delay=library jitter=yes wait=library
		return update()
	})
}
