// Package pollers waits by apimachinery's pollers.
package pollers

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func ready(ctx context.Context, check wait.ConditionWithContextFunc) {
	wait.PollUntilContextTimeout(ctx, 10*time.Second, 5*time.Second, true, check) // want `^wait.PollUntilContextTimeout waits 10s between its tries and gives up after 5s: there never is a second one$`
	wait.PollUntilContextTimeout(ctx, time.Second, 5*time.Second, true, check)
	wait.PollUntilContextTimeout(ctx, time.Second, 0, true, check)
}
