module bodyleak

go 1.26
