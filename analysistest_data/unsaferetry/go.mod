module unsaferetry

go 1.26
