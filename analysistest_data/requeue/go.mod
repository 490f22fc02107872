module requeue

go 1.26
