module delayunit

go 1.26
