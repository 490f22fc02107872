module backoffreuse

go 1.26
