module nestedretry

go 1.26
