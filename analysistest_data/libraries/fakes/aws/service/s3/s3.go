// Package s3 has the types of the real one that the code here names.
package s3

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type Options struct{}

type Client struct{ http *http.Client }

func NewFromConfig(cfg aws.Config, fns ...func(*Options)) *Client { return &Client{} }

type (
	GetBucketTaggingInput  struct{ Bucket *string }
	GetBucketTaggingOutput struct{}
)

func (c *Client) GetBucketTagging(ctx context.Context, in *GetBucketTaggingInput, fns ...func(*Options)) (*GetBucketTaggingOutput, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, *in.Bucket, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	return &GetBucketTaggingOutput{}, resp.Body.Close()
}
