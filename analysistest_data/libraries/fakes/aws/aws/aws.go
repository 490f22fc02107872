// Package aws has the types of the real one that the code here names.
package aws

type Retryer interface{ MaxAttempts() int }

type Config struct{ Retryer func() Retryer }
