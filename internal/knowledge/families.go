package knowledge

// families is the tables of generated clients and other groups of packages, by
// a prefix of their paths without major versions. Longer prefixes come first.
var families = []family{
	{"github.com/aws/aws-sdk-go-v2/service/", Table{"Client.Options": local, "PresignClient.*": local, "Client.*": via(aws2, EffectUnknown), "*Paginator.NextPage": via(aws2, Idempotent), "*Waiter.Wait": via(aws2, Idempotent)}},
	{"github.com/aws/aws-sdk-go/service/", awsServices},
	{"github.com/Azure/azure-sdk-for-go/sdk/", azureClients},
	{"github.com/Azure/azure-sdk-for-go/services/", Table{"BaseClient.*": local, "*": remote}},
	{"cloud.google.com/go/", googleClients},
	// Calls are built by a chain of methods whose last one is Do or Pages.
	{"google.golang.org/api/", Table{"*.Do": remote, "*.Pages": read, "*.Download": read, "New": local, "NewService": local}},
	{"google.golang.org/protobuf/", Table{"*": local}},
	{"google.golang.org/grpc/", Table{"*": local}},
	{"github.com/stripe/stripe-go/", Table{"New": via(stripe, EffectUnknown), "Get": via(stripe, Idempotent), "Update": via(stripe, EffectUnknown), "Del": via(stripe, Idempotent), "Cancel": via(stripe, Idempotent), "Client.New": via(stripe, EffectUnknown), "Client.Get": via(stripe, Idempotent), "Client.Update": via(stripe, EffectUnknown), "Client.Del": via(stripe, Idempotent), "Client.Cancel": via(stripe, Idempotent)}},
	{"github.com/cloudflare/cloudflare-go/", Table{"*Service.Get": via(cloudflare6, Idempotent), "*Service.List": via(cloudflare6, Idempotent), "*Service.*": via(cloudflare6, EffectUnknown)}},
	{"github.com/elastic/go-elasticsearch/typedapi/", Table{"*.Do": via(elastic, EffectUnknown), "*.Perform": via(elastic, EffectUnknown)}},
	{"github.com/gophercloud/gophercloud/openstack/", Table{"Get": read, "Delete": read, "Create": remote, "Update": remote, "WaitForStatus": read}},
	{"github.com/twilio/twilio-go/rest/", Table{"ApiService.CreateMessage": publishes, "ApiService.*": remote}},
	{"github.com/DataDog/datadog-api-client-go/api/", Table{"*Api.*": remote}},

	// Every method of a typed client is a request, but for those that choose the
	// namespace.
	{"k8s.io/client-go/kubernetes/typed/", kubeTyped},
	{"k8s.io/client-go/listers/", Table{"*": local}},
	{"k8s.io/client-go/informers", Table{"SharedInformerFactory.Start": informs, "SharedInformerFactory.WaitForCacheSync": {Place: Local, Blocks: true}, "*": local}},
	{"k8s.io/client-go/applyconfigurations/", Table{"*": local}},
	{"k8s.io/api/", Table{"*": local}},
	{"k8s.io/apimachinery/pkg/", Table{"*": local}},
	{"k8s.io/klog", Table{"*": local}},

	{"go.opentelemetry.io/otel/exporters/", Table{"*": {}}},
	{"go.opentelemetry.io/otel", Table{"*": local}},
	{"go.opentelemetry.io/collector/pdata/", Table{"*": local}},
	{"github.com/prometheus/client_golang/prometheus", Table{"*": local}},
	{"github.com/prometheus/client_model/", Table{"*": local}},
	{"github.com/spf13/", Table{"*": local}},
	{"go.uber.org/zap", Table{"*": local}},
	{"github.com/go-kit/log/", Table{"*": local}},
	{"github.com/golang/protobuf/", Table{"*": local}},
	{"github.com/gogo/protobuf/", Table{"*": local}},
	{"golang.org/x/text/", Table{"*": local}},
	{"golang.org/x/exp/", Table{"*": local}},
}

var (
	// DynamoDB has a table of its own, for its number of tries.
	awsServices = Table{
		"SQS.SendMessage": via(aws1, Publishes), "SQS.SendMessageWithContext": via(aws1, Publishes), "SQS.SendMessageBatch": via(aws1, Publishes), "SQS.SendMessageBatchWithContext": via(aws1, Publishes),
		"SQSAPI.SendMessage": via(aws1, Publishes), "SQSAPI.SendMessageWithContext": via(aws1, Publishes), "SQSAPI.SendMessageBatch": via(aws1, Publishes), "SQSAPI.SendMessageBatchWithContext": via(aws1, Publishes),
		"SNS.Publish": via(aws1, Publishes), "SNS.PublishWithContext": via(aws1, Publishes), "SNSAPI.Publish": via(aws1, Publishes), "SNSAPI.PublishWithContext": via(aws1, Publishes),
		"Kinesis.PutRecord": via(aws1, Appends), "Kinesis.PutRecordWithContext": via(aws1, Appends), "Kinesis.PutRecords": via(aws1, Appends), "Kinesis.PutRecordsWithContext": via(aws1, Appends), "KinesisAPI.PutRecords": via(aws1, Appends), "KinesisAPI.PutRecordsWithContext": via(aws1, Appends),
		"S3.GetObject": via(aws1, Idempotent), "S3.GetObjectWithContext": via(aws1, Idempotent), "S3.HeadObject": via(aws1, Idempotent), "S3.HeadObjectWithContext": via(aws1, Idempotent), "S3.HeadBucket": via(aws1, Idempotent), "S3.ListObjects": via(aws1, Idempotent), "S3.ListObjectsV2": via(aws1, Idempotent), "S3.ListObjectsV2WithContext": via(aws1, Idempotent), "S3.PutObject": via(aws1, Idempotent), "S3.PutObjectWithContext": via(aws1, Idempotent), "S3.DeleteObject": via(aws1, Idempotent), "S3.DeleteObjectWithContext": via(aws1, Idempotent),
		"S3.GetObjectRequest": local, "S3.PutObjectRequest": local, "S3API.GetObjectRequest": local, "S3API.PutObjectRequest": local,
		"EC2.DescribeInstances": via(aws1, Idempotent), "EC2.DescribeInstancesWithContext": via(aws1, Idempotent), "EC2.RunInstances": via(aws1, Inserts), "EC2.RunInstancesWithContext": via(aws1, Inserts), "EC2API.RunInstances": via(aws1, Inserts), "EC2API.RunInstancesWithContext": via(aws1, Inserts),
		"ACM.*": via(aws1, EffectUnknown), "ACMAPI.*": via(aws1, EffectUnknown), "APIGateway.*": via(aws1, EffectUnknown), "AutoScaling.*": via(aws1, EffectUnknown), "AutoScalingAPI.*": via(aws1, EffectUnknown), "CloudFormation.*": via(aws1, EffectUnknown), "CloudFormationAPI.*": via(aws1, EffectUnknown), "CloudFront.*": via(aws1, EffectUnknown), "CloudTrail.*": via(aws1, EffectUnknown), "CloudWatch.*": via(aws1, EffectUnknown), "CloudWatchAPI.*": via(aws1, EffectUnknown), "CloudWatchLogs.*": via(aws1, EffectUnknown), "CloudWatchLogsAPI.*": via(aws1, EffectUnknown),
		"CodeBuild.*": via(aws1, EffectUnknown), "CodeCommit.*": via(aws1, EffectUnknown), "CodePipeline.*": via(aws1, EffectUnknown), "CostExplorer.*": via(aws1, EffectUnknown), "EC2.*": via(aws1, EffectUnknown), "EC2API.*": via(aws1, EffectUnknown), "ECR.*": via(aws1, EffectUnknown), "ECRAPI.*": via(aws1, EffectUnknown), "ECS.*": via(aws1, EffectUnknown), "ECSAPI.*": via(aws1, EffectUnknown), "EFS.*": via(aws1, EffectUnknown), "EFSAPI.*": via(aws1, EffectUnknown), "EKS.*": via(aws1, EffectUnknown), "EKSAPI.*": via(aws1, EffectUnknown),
		"ELB.*": via(aws1, EffectUnknown), "ELBAPI.*": via(aws1, EffectUnknown), "ELBV2.*": via(aws1, EffectUnknown), "ELBV2API.*": via(aws1, EffectUnknown), "ElastiCache.*": via(aws1, EffectUnknown), "EventBridge.*": via(aws1, EffectUnknown), "EventBridgeAPI.*": via(aws1, EffectUnknown), "Firehose.*": via(aws1, EffectUnknown), "FirehoseAPI.*": via(aws1, EffectUnknown), "Glue.*": via(aws1, EffectUnknown), "GuardDuty.*": via(aws1, EffectUnknown), "IAM.*": via(aws1, EffectUnknown), "IAMAPI.*": via(aws1, EffectUnknown), "KMS.*": via(aws1, EffectUnknown), "KMSAPI.*": via(aws1, EffectUnknown), "Kinesis.*": via(aws1, EffectUnknown), "KinesisAPI.*": via(aws1, EffectUnknown),
		"Lambda.*": via(aws1, EffectUnknown), "LambdaAPI.*": via(aws1, EffectUnknown), "Organizations.*": via(aws1, EffectUnknown), "RDS.*": via(aws1, EffectUnknown), "RDSAPI.*": via(aws1, EffectUnknown), "Redshift.*": via(aws1, EffectUnknown), "ResourceGroupsTaggingAPI.*": via(aws1, EffectUnknown), "Route53.*": via(aws1, EffectUnknown), "Route53API.*": via(aws1, EffectUnknown), "S3.*": via(aws1, EffectUnknown), "S3API.*": via(aws1, EffectUnknown), "SES.*": via(aws1, EffectUnknown), "SFN.*": via(aws1, EffectUnknown), "SNS.*": via(aws1, EffectUnknown), "SNSAPI.*": via(aws1, EffectUnknown), "SQS.*": via(aws1, EffectUnknown), "SQSAPI.*": via(aws1, EffectUnknown), "SSM.*": via(aws1, EffectUnknown), "SSMAPI.*": via(aws1, EffectUnknown), "STS.*": via(aws1, Idempotent), "STSAPI.*": via(aws1, Idempotent), "SecretsManager.*": via(aws1, EffectUnknown), "SecretsManagerAPI.*": via(aws1, EffectUnknown),
		"New": local,
	}

	// A client type of the SDK ends in Client; pagers and pollers belong to
	// azcore/runtime.
	azureClients = Table{
		"Client.GetToken": remote, "Client.URL": local, "Client.NewListBlobsFlatPager": local, "Client.ServiceClient": local,
		"Client.DownloadStream": via(azure, Idempotent), "Client.DownloadFile": via(azure, Idempotent), "Client.DownloadBuffer": via(azure, Idempotent), "Client.UploadBuffer": via(azure, Idempotent), "Client.UploadFile": via(azure, Idempotent), "Client.UploadStream": via(azure, Idempotent), "Client.DeleteBlob": via(azure, Idempotent), "Client.DeleteContainer": via(azure, Idempotent), "Client.CreateContainer": via(azure, Idempotent), "Client.GetProperties": via(azure, Idempotent), "Client.GetSecret": via(azure, Idempotent),
		"Client.*": via(azure, EffectUnknown), "*Credential.GetToken": remote, "*Client.*": via(azure, EffectUnknown),
	}

	googleClients = Table{"Client.Close": local, "Client.Connection": local, "Client.*": via(gax, EffectUnknown), "*Client.Close": local, "*Client.Connection": local, "*Client.*": via(gax, EffectUnknown), "*Iterator.Next": via(gax, Idempotent)}

	kubeTyped = Table{
		"New": local, "NewForConfig": local, "NewForConfigAndClient": local, "NewForConfigOrDie": local,
		"*.RESTClient": local, "*Getter.*": local, "*.Get": read, "*.List": read, "*.Delete": read, "*.DeleteCollection": read, "*.Apply": read, "*.ApplyStatus": read, "*.GetScale": read, "*.GetLogs": local, "*": remote,
	}
)
