module permanent

go 1.26
