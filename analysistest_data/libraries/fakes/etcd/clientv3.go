// Package clientv3 has the shape of the part of etcd's client that the tests
// need, without its dependencies.
package clientv3

import "context"

type (
	Cmp         struct{}
	Op          struct{}
	TxnResponse struct{ Succeeded bool }
)

type KV interface {
	Txn(ctx context.Context) Txn
}

type Txn interface {
	If(cs ...Cmp) Txn
	Then(ops ...Op) Txn
	Commit() (*TxnResponse, error)
}
