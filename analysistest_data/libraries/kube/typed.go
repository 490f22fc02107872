package kube

import (
	"context"
	"math/rand/v2"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

type Widget struct{ Name string }

// WidgetInterface has the shape of what is generated for one's own resources.
type WidgetInterface interface {
	Create(ctx context.Context, w *Widget, opts metav1.CreateOptions) (*Widget, error)
	Update(ctx context.Context, w *Widget, opts metav1.UpdateOptions) (*Widget, error)
	Patch(ctx context.Context, name string, pt types.PatchType, data []byte, opts metav1.PatchOptions, sub ...string) (*Widget, error)
}

func update(ctx context.Context, c WidgetInterface, w *Widget) (err error) {
	for range 3 { // site: bound=attempts,ctx attempts=3 delay=constant jitter=yes wait=after-cancellable reach=ctx safe=idempotent
		if _, err = c.Update(ctx, w, metav1.UpdateOptions{}); err == nil {
			return nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func patch(ctx context.Context, c WidgetInterface, w *Widget) (err error) {
	for range 3 { // site: bound=attempts,ctx attempts=3 delay=constant jitter=yes wait=after-cancellable reach=ctx safe=unknown
		if _, err = c.Patch(ctx, w.Name, types.JSONPatchType, nil, metav1.PatchOptions{}); err == nil {
			return nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}
