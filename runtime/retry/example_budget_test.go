package retry_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// In an outage, calls beyond the budget fail at once and are made once.
func ExampleBudget() {
	policy := retry.Policy{BaseDelay: time.Microsecond, Budget: &retry.Budget{Ratio: 0.1, Burst: 10, PerSecond: -1}}
	attempts := 0
	var last error
	for range 1000 {
		last = retry.Do(context.Background(), policy, func(context.Context) error {
			attempts++
			return errors.New("connection refused")
		})
	}
	fmt.Println(attempts, "attempts of 1000 calls")
	fmt.Println(errors.Is(last, retry.ErrBudget))
	// Output:
	// 1110 attempts of 1000 calls
	// true
}

// A loop of one's own.
func ExampleBudget_Withdraw() {
	budget := &retry.Budget{Ratio: retry.DefaultRatio, Burst: 1, PerSecond: -1}
	call := func() error { return errors.New("busy") }

	budget.Deposit()
	err := call()
	for err != nil && budget.Withdraw() {
		if err = call(); err == nil {
			budget.Refund()
		}
	}
	fmt.Println(err, budget.Stats().Withdrawn, "retry")
	// Output: busy 1 retry
}

func ExampleBudgetStats() {
	budget := &retry.Budget{Burst: retry.DefaultBurst, PerSecond: retry.DefaultPerSecond}
	var s retry.BudgetStats = budget.Stats()
	fmt.Println(s.Balance, s.Size, s.Withdrawn, s.Refunded, s.Refused)
	// Output: 5 5 0 0 0
}

// No budget has to be said.
func ExampleNoBudget() {
	policy := retry.Policy{MaxAttempts: 100, BaseDelay: -1, Budget: retry.NoBudget}
	attempts := 0
	retry.Do(context.Background(), policy, func(context.Context) error {
		attempts++
		return errors.New("busy")
	})
	fmt.Println(attempts)
	// Output: 100
}

func ExampleBudgets() {
	shards := retry.Budgets[int]{Burst: 2, MaxKeys: retry.DefaultMaxKeys}
	policy := payments
	policy.Budget = shards.For(7)
	retry.Do(context.Background(), policy, func(context.Context) error { return nil })
	for shard, budget := range shards.All() {
		fmt.Println(shard, budget.Stats().Size > 2)
	}
	// Output: 7 true
}

// Budgets of policies that have none of their own.
func ExampleDefaultBudgets() {
	policy := retry.Policy{Name: "users"}
	retry.Do(context.Background(), policy, func(context.Context) error { return nil })

	var budgets iter.Seq2[string, *retry.Budget] = retry.DefaultBudgets()
	var keys []string
	for key := range budgets {
		keys = append(keys, key)
	}
	fmt.Println(slices.Contains(keys, "github.com/retryvet/retryvet/runtime/retry_test users"))
	// Output: true
}
