module budgetuse

go 1.26

require (
	github.com/retryvet/retryvet/runtime v0.0.0
	golang.org/x/time v0.15.0
)

replace github.com/retryvet/retryvet/runtime => ../../runtime
