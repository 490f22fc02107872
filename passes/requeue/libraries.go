package requeue

// What the check knows of libraries, read in k8s.io/client-go v0.35.2 and in
// sigs.k8s.io/controller-runtime v0.23.3.
const (
	// workqueue has the queues of controllers: Add is at once, AddAfter after a
	// time, AddRateLimited after a time that grows with each failure of the item
	// until Forget (util/workqueue/rate_limiting_queue.go).
	workqueue = "k8s.io/client-go/util/workqueue"
	// reconcile has the Result of a reconciler. The controller ignores it where there
	// is an error (pkg/internal/controller/controller.go, reconcileHandler).
	reconcile = "sigs.k8s.io/controller-runtime/pkg/reconcile"
	// controllerRuntime gives reconcile.Result another name.
	controllerRuntime = "sigs.k8s.io/controller-runtime"
)
