// Package etcd commits transactions again.
package etcd

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
)

func compared(ctx context.Context, kv clientv3.KV, same clientv3.Cmp, op clientv3.Op) {
	for ctx.Err() == nil { // site: bound=ctx reach=ctx safe=idempotent
		if _, err := kv.Txn(ctx).If(same).Then(op).Commit(); err == nil {
			return
		}
	}
}

func blind(ctx context.Context, kv clientv3.KV, op clientv3.Op) {
	for ctx.Err() == nil { // site: bound=ctx reach=ctx safe=unknown
		if _, err := kv.Txn(ctx).Then(op).Commit(); err == nil {
			return
		}
	}
}
