module delaycap

go 1.26
