module badrand

go 1.26
