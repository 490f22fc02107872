module example.com/shop

go 1.26.0

require github.com/hashicorp/go-retryablehttp v0.7.8

replace github.com/hashicorp/go-retryablehttp => ./retryablehttp
