// Package retryprom reports retries to Prometheus. It is a module of its own, so
// that package retry needs no dependency.
//
//	observer := retryprom.New()
//	prometheus.MustRegister(observer, retryprom.Budgets(retry.DefaultBudgets))
//	policy := retry.Policy{Name: "payments", Observer: observer}
package retryprom

import (
	"context"
	"iter"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/retryvet/retryvet/runtime/retry"
)

// Observer is a [retry.Observer] for any number of policies, and a
// [prometheus.Collector] of
//
//	retry_attempts_total{policy,outcome}  attempts that ended, retries included, by [retry.Event.Label]
//	retry_retries_total{policy,failure}   retries that were made, by the failure before ([retry.Event.Label])
//	retry_gave_up_total{policy,reason}    ends without success, by [retry.Event.ReasonLabel]
//	retry_wait_seconds{policy}            histogram of waits before retries, as planned
//	retry_nested_total{policy}            calls that retried under another layer that retries
//
// The label policy is Policy.Name.
type Observer struct {
	attempts, retries, gaveUp, nested *prometheus.CounterVec
	wait                              *prometheus.HistogramVec
}

// New makes an observer, which is to be registered once.
func New() *Observer {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, append([]string{"policy"}, labels...))
	}
	return &Observer{
		attempts: counter("retry_attempts_total", "Attempts that ended, retries included.", "outcome"),
		retries:  counter("retry_retries_total", "Retries that were made, by the failure before.", "failure"),
		gaveUp:   counter("retry_gave_up_total", "Calls that ended without success.", "reason"),
		nested:   counter("retry_nested_total", "Calls that retried under another layer that retries."),
		wait: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "retry_wait_seconds",
			Help: "Waits before retries.",
			// From the default BaseDelay's tenth to twice the default MaxDelay.
			Buckets: prometheus.ExponentialBuckets(0.01, 2, 13),
		}, []string{"policy"}),
	}
}

// Observe implements [retry.Observer].
func (o *Observer) Observe(_ context.Context, e retry.Event) {
	switch e.Kind {
	case retry.AttemptStarted:
		if e.Previous > 0 {
			o.retries.WithLabelValues(e.Name, e.Label()).Inc()
		}
	case retry.AttemptEnded:
		o.attempts.WithLabelValues(e.Name, e.Label()).Inc()
	case retry.Waiting:
		o.wait.WithLabelValues(e.Name).Observe(e.Wait.Seconds())
	case retry.GaveUp:
		o.gaveUp.WithLabelValues(e.Name, e.ReasonLabel()).Inc()
	case retry.Nested:
		o.nested.WithLabelValues(e.Name).Inc()
	}
}

func (o *Observer) all() []prometheus.Collector {
	return []prometheus.Collector{o.attempts, o.retries, o.gaveUp, o.nested, o.wait}
}

// Describe implements [prometheus.Collector].
func (o *Observer) Describe(ch chan<- *prometheus.Desc) {
	for _, c := range o.all() {
		c.Describe(ch)
	}
}

// Collect implements [prometheus.Collector].
func (o *Observer) Collect(ch chan<- prometheus.Metric) {
	for _, c := range o.all() {
		c.Collect(ch)
	}
}

// Budgets collects what a function such as [retry.DefaultBudgets], or All of
// [retry.Budgets], yields:
//
//	retry_budget_balance{budget}        tokens in the bucket
//	retry_budget_size{budget}           tokens that it can hold at the traffic of the moment
//	retry_budget_withdrawn_total{budget}  retries that the budget allowed
//	retry_budget_refunded_total{budget}   of these, those that succeeded or were not sent
//	retry_budget_refused_total{budget}    retries that the budget refused
//
// The label budget is the key.
func Budgets(all func() iter.Seq2[string, *retry.Budget]) prometheus.Collector {
	return budgets(all)
}

type budgets func() iter.Seq2[string, *retry.Budget]

func desc(name, help string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, []string{"budget"}, nil)
}

var (
	balance   = desc("retry_budget_balance", "Retries that the budget allows now.")
	size      = desc("retry_budget_size", "Retries that the budget allows when it is full.")
	withdrawn = desc("retry_budget_withdrawn_total", "Retries that the budget allowed.")
	refunded  = desc("retry_budget_refunded_total", "Retries that were given back, as they succeeded or were not sent.")
	refused   = desc("retry_budget_refused_total", "Retries that the budget refused.")
)

func (budgets) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{balance, size, withdrawn, refunded, refused} {
		ch <- d
	}
}

func (all budgets) Collect(ch chan<- prometheus.Metric) {
	for key, b := range all() {
		s := b.Stats()
		ch <- prometheus.MustNewConstMetric(balance, prometheus.GaugeValue, s.Balance, key)
		ch <- prometheus.MustNewConstMetric(size, prometheus.GaugeValue, s.Size, key)
		ch <- prometheus.MustNewConstMetric(withdrawn, prometheus.CounterValue, float64(s.Withdrawn), key)
		ch <- prometheus.MustNewConstMetric(refunded, prometheus.CounterValue, float64(s.Refunded), key)
		ch <- prometheus.MustNewConstMetric(refused, prometheus.CounterValue, float64(s.Refused), key)
	}
}
