module bodyreuse

go 1.26
