module uncapped

go 1.26
