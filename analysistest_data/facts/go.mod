module facts

go 1.26
