module ctxslip

go 1.26
