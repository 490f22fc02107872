package world

// The statuses that come with a Retry-After: RFC 9110, section 10.2.3, and RFC
// 6585, section 4.
const (
	TooManyRequests    = 429
	ServiceUnavailable = 503
)
