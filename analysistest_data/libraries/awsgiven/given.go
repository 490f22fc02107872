// Package awsgiven gives a client a policy of which nothing is known.
package awsgiven

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func given(ctx context.Context, cfg aws.Config, in *s3.GetBucketTaggingInput, attempts int) (err error) {
	cfg.Retryer = func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = attempts })
	}
	c := s3.NewFromConfig(cfg)
	for range 4 {
		if _, err = c.GetBucketTagging(ctx, in); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
	return err
}
