module timerdrain

go 1.26
