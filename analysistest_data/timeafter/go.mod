module timeafter

go 1.26
