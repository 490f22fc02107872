module detachedctx

go 1.26
