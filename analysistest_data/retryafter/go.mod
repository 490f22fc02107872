module retryafter

go 1.26
