module nobackoff

go 1.26
