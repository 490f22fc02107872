module nojitter

go 1.26
