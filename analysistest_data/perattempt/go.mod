module perattempt

go 1.26
