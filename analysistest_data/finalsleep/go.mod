module finalsleep

go 1.26
