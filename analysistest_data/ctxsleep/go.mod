module ctxsleep

go 1.26
