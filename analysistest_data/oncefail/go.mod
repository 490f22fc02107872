module oncefail

go 1.26
