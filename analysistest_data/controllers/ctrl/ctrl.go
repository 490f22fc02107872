// Package ctrl has the aliases by which programs write reconcilers, as package
// controller-runtime has them, without the 340 packages that it imports beside.
package ctrl

import "sigs.k8s.io/controller-runtime/pkg/reconcile"

type (
	Request = reconcile.Request
	Result  = reconcile.Result
)
