module site

go 1.26
