// Package awsown gives a client a policy of its own, whose attempts are known.
package awsown

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func counted(ctx context.Context, cfg aws.Config, in *s3.GetBucketTaggingInput) (err error) {
	cfg.Retryer = func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = 7 })
	}
	c := s3.NewFromConfig(cfg)
	for range 4 { // want `^nestedretry: attempts multiply: .*, which itself retries \(the AWS SDK\): 4 x 7 = 28 attempts, up to 6s of waiting between the 4 alone$`
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
