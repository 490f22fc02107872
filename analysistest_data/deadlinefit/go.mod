module deadlinefit

go 1.26
