module fixes

go 1.26

require github.com/retryvet/retryvet/runtime v0.0.0

replace github.com/retryvet/retryvet/runtime => ../../runtime
