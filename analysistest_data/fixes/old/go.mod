module fixes/old

go 1.21
