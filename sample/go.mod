module github.com/retryvet/retryvet/sample

go 1.26.0
