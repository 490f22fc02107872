// Package reconcilers returns results to controller-runtime.
package reconcilers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"controllers/ctrl"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type reconciler struct {
	client.Client
	record func(error)
}

func (r *reconciler) both(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{RequeueAfter: time.Minute}, err // want `^RequeueAfter is ignored beside an error: the controller's rate limiter says when the request is tried again, and not after time.Minute$`
	}
	if pod.Name == "" {
		return reconcile.Result{RequeueAfter: 5 * time.Second}, fmt.Errorf("no name") // want `not after 5 \* time.Second$`
	}
	if pod.Namespace == "" {
		return reconcile.Result{RequeueAfter: 5 * time.Second}, errors.New("no namespace") // want `RequeueAfter is ignored`
	}
	return ctrl.Result{RequeueAfter: 30}, nil // want `^RequeueAfter of 30 is a time.Duration of nanoseconds: the request comes back at once, without the rate limiter$`
}

func (r *reconciler) swallows(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	logger := log.FromContext(ctx)
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, &pod); err != nil {
		logger.Error(err, "update")
		return ctrl.Result{}, nil // want `^the error of r.Update is dropped here: nil says that all is well, so nothing tries again until something else changes the object$`
	}
	err := r.Status().Update(ctx, &pod)
	if err != nil {
		logger.Error(err, "update of the status")
		return ctrl.Result{}, nil // want `^the error of r.Status\(\).Update is dropped here`
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) maybe(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &pod)
	if err != nil {
		return ctrl.Result{}, err
	} else if pod.Name == "" {
		return ctrl.Result{RequeueAfter: time.Minute}, err
	}
	if err != nil {
		err = client.IgnoreNotFound(err)
		return ctrl.Result{RequeueAfter: time.Minute}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, err
}

// The error is looked at, recorded, or not of a write.
func (r *reconciler) heeds(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	logger := log.FromContext(ctx)
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		logger.Error(err, "get")
		return ctrl.Result{}, nil
	}
	if err := r.Update(ctx, &pod); err != nil {
		if !apierrors.IsConflict(err) {
			logger.Error(err, "update")
		}
		return ctrl.Result{}, nil
	}
	if err := r.Update(ctx, &pod); apierrors.IsConflict(err) {
		return ctrl.Result{}, nil
	}
	if err := r.Update(ctx, &pod); err != nil {
		r.failed(err)
		return ctrl.Result{}, nil
	}
	if err := validate(&pod); err != nil {
		if err := r.Status().Update(ctx, &pod); err != nil {
			logger.Error(err, "update of the status")
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, nil
	}
	if err := r.Update(ctx, &pod); err != nil {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) failed(err error) { r.record(err) }

func validate(pod *corev1.Pod) error {
	if pod.Name == "" {
		return errors.New("no name")
	}
	return nil
}

// A helper hands out a pointer.
func (r *reconciler) helper(ctx context.Context, req ctrl.Request) (*corev1.Pod, *ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return nil, &ctrl.Result{RequeueAfter: time.Minute}, err // want `RequeueAfter is ignored beside an error`
	}
	return &pod, nil, nil
}
