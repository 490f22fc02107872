module losterror

go 1.26
