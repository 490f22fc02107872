module silence

go 1.26
