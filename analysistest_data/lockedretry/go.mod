module lockedretry

go 1.26
