module freshdeadline

go 1.26
