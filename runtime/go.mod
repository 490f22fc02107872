module github.com/retryvet/retryvet/runtime

go 1.25.0
