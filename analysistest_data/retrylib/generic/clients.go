package generic

import (
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	resty3 "resty.dev/v3"
)

func noBackoff(inner *http.Client) *http.Client {
	c := &retryablehttp.Client{HTTPClient: inner, RetryMax: 3, RetryWaitMin: time.Second, RetryWaitMax: time.Minute, CheckRetry: retryablehttp.DefaultRetryPolicy} // want `this literal has no Backoff: the first failure makes the client call nil and panic`
	return c.StandardClient()
}

func noPredicate(inner *http.Client) *http.Client {
	c := &retryablehttp.Client{HTTPClient: inner, RetryMax: 3, RetryWaitMin: time.Second, RetryWaitMax: time.Minute, Backoff: retryablehttp.DefaultBackoff} // want `this literal has no CheckRetry: the first answer makes the client call nil and panic`
	return c.StandardClient()
}

func noMinimum(inner *http.Client) *http.Client {
	c := retryablehttp.Client{HTTPClient: inner, RetryMax: 3, RetryWaitMax: time.Minute, CheckRetry: retryablehttp.DefaultRetryPolicy, Backoff: retryablehttp.DefaultBackoff} // want `this literal has no RetryWaitMin: the delay is 0 times a power of 2`
	return c.StandardClient()
}

func whole(inner *http.Client) *http.Client {
	c := &retryablehttp.Client{HTTPClient: inner, RetryMax: 3, RetryWaitMin: time.Second, RetryWaitMax: time.Minute, Backoff: retryablehttp.DefaultBackoff}
	c.CheckRetry = retryablehttp.DefaultRetryPolicy
	return c.StandardClient()
}

func noUnit(inner *http.Client) *http.Client {
	c := retryablehttp.NewClient()
	c.RetryWaitMin = 1
	c.RetryWaitMax = 5 // want `RetryWaitMax is a time.Duration of 5ns, a number without its unit: all retries are sent at once`
	return c.StandardClient()
}

func capBelow() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryWaitMin = time.Minute // want `RetryWaitMin of 1m0s is above RetryWaitMax of 30s: the delay is 30s each time`
	return c
}

func wide() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.Backoff = retryablehttp.LinearJitterBackoff // want `with the default of 30s the fourth delay is up to 2m`
	return c
}

func deaf() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryWaitMin, c.RetryWaitMax = 800*time.Millisecond, 1200*time.Millisecond
	c.Backoff = retryablehttp.LinearJitterBackoff // want `LinearJitterBackoff never reads Retry-After`
	return c
}

func deafToo() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.Backoff = func(min, max time.Duration, attempt int, _ *http.Response) time.Duration { // want `this Backoff does not look at the response, where the default honours Retry-After`
		return min * time.Duration(attempt+1)
	}
	return c
}

func hears() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryWaitMin, c.RetryWaitMax = 800*time.Millisecond, 1200*time.Millisecond
	c.Backoff = retryablehttp.RateLimitLinearJitterBackoff
	return c
}

func asksTheServer() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.Backoff = func(min, max time.Duration, attempt int, resp *http.Response) time.Duration {
		if resp != nil && resp.StatusCode == http.StatusTooManyRequests {
			return time.Minute
		}
		return retryablehttp.DefaultBackoff(min, max, attempt, resp)
	}
	return c
}

func flatResty() *resty.Client {
	c := resty.New()
	c.SetRetryCount(3).SetRetryWaitTime(5 * time.Second) // want `SetRetryWaitTime of 5s is not below SetRetryMaxWaitTime of 2s: each delay is 5s, without jitter`
	return c
}

func repeats() *resty.Client {
	return resty.New().SetRetryCount(3).AddRetryCondition(func(*resty.Response, error) bool { return true }) // want `this condition says yes to every answer`
}

func lively() *resty.Client {
	return resty.New().SetRetryCount(3).SetRetryWaitTime(time.Second).SetRetryMaxWaitTime(time.Minute).
		AddRetryCondition(func(r *resty.Response, err error) bool { return r.StatusCode() >= 500 })
}

func flatResty3() *resty3.Client {
	return resty3.New().SetRetryCount(3).SetRetryWaitTime(5 * time.Second) // want `SetRetryWaitTime of 5s is not below SetRetryMaxWaitTime of 2s`
}

func repeatsPosts() *resty3.Client {
	return resty3.New().SetRetryCount(3).SetRetryAllowNonIdempotent(true) // want `this client repeats each POST and PATCH that fails`
}

func fixed() *resty3.Client {
	return resty3.New().SetRetryCount(3).SetRetryDelayStrategy(func(*resty3.Response, error) (time.Duration, error) { return time.Second, nil }) // want `this strategy has no jitter`
}

func livelyResty3(body string) (*resty3.Response, error) {
	return resty3.New().SetRetryCount(3).SetRetryWaitTime(time.Second).SetRetryMaxWaitTime(time.Minute).R().SetBody(body).Post("https://example.com/orders")
}
