module summary

go 1.26
