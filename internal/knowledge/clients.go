package knowledge

// clients is the libraries that talk to other processes.
//
// The options of a client live in the table's own package unless their names
// begin with an import path, which is written without its major version. A
// method that a type gets by embedding is a method of the embedded type, as in
// go-redis, whose clients have their commands from cmdable.
var clients = map[string]Table{
	// Redis.

	"github.com/redis/go-redis":    redisTable,
	"github.com/go-redis/redis":    redisTable,
	"github.com/go-redis/redis/v7": redisTable,
	"github.com/go-redis/redis/v8": redisTable,
	"github.com/redis/rueidis": {
		"Client.DoCache": via(rueidis, Idempotent), "Client.DoMultiCache": via(rueidis, Idempotent),
		"CoreClient.Do": via(rueidis, EffectUnknown), "CoreClient.DoMulti": via(rueidis, EffectUnknown), "CoreClient.Receive": blocks,
		"NewClient": read, "*": local,
	},
	"github.com/gomodule/redigo/redis": {
		"Conn.Do": remote, "Conn.Flush": remote, "Conn.Receive": blocks, "DoContext": remote, "DoWithTimeout": remote, "ReceiveContext": blocks, "ReceiveWithTimeout": remote,
		"Script.Do": remote, "Script.DoContext": remote, "Script.Load": read, "PubSubConn.Receive": blocks, "PubSubConn.ReceiveContext": blocks,
		"Dial": read, "DialContext": read, "DialURL": read, "DialURLContext": read, "Pool.GetContext": read, "*": local,
	},
	"github.com/bradfitz/gomemcache/memcache": {
		"Client.Increment": counts, "Client.Decrement": counts, "Client.Append": appends, "Client.Prepend": appends,
		"Client.Get": read, "Client.GetMulti": read, "Client.Set": read, "Client.Delete": read, "Client.Touch": read, "Client.Ping": read,
		"Client.Close": local, "Client.*": remote, "*": local,
	},

	// SQL and other databases.

	// Devices on the network: OPC UA servers and Modbus over TCP or a gateway.
	"github.com/gopcua/opcua":    {"NewClient": local, "Client.Close": local, "Client.State": local, "Client.*": remote, "Node.*": remote, "Subscription.*": remote, "*": local},
	"github.com/grid-x/modbus":   {"NewClient": local, "Client.*": remote, "*": local},
	"github.com/goburrow/modbus": {"NewClient": local, "Client.*": remote, "*": local},
	"github.com/jackc/pgx": {
		"Connect": read, "ConnectConfig": read, "ConnectWithOptions": read, "BeginFunc": remote, "BeginTxFunc": remote,
		"Conn.Config": local, "Conn.IsClosed": local, "Conn.TypeMap": local, "Conn.PgConn": local,
		"Conn.Ping": read, "Conn.Begin": read, "Conn.BeginTx": read, "Conn.Prepare": read, "Conn.WaitForNotification": blocks, "Conn.CopyFrom": appends, "Tx.CopyFrom": appends, "Conn.*": remote,
		"Tx.*": remote, "Rows.Next": remote, "Rows.Err": remote, "Row.Scan": remote, "BatchResults.*": remote, "LargeObject.*": remote, "*": local,
	},
	"github.com/jackc/pgx/pgxpool": {
		"Connect": read, "ConnectConfig": read, "New": local, "NewWithConfig": local,
		"Pool.Acquire": read, "Pool.Ping": read, "Pool.Begin": read, "Pool.BeginTx": read, "Pool.Close": local, "Pool.Stat": local, "Pool.Config": local, "Pool.Reset": local, "Pool.CopyFrom": appends, "Pool.*": remote,
		"Conn.Ping": read, "Conn.Release": local, "Conn.Conn": local, "Conn.Hijack": local, "Conn.*": remote, "Tx.*": remote, "*": local,
	},
	"github.com/jackc/pgconn":     pgconn,
	"github.com/jackc/pgx/pgconn": pgconn,
	"github.com/lib/pq": {
		"Listener.Ping": read, "Listener.Listen": read, "Listener.Unlisten": read, "Listener.UnlistenAll": read, "Listener.Close": local,
		"Open": read, "DialOpen": read, "Connector.Connect": read, "*": local,
	},
	"github.com/go-sql-driver/mysql": {"MySQLDriver.Open": read, "*": local},
	"github.com/jmoiron/sqlx": {
		"Connect": read, "ConnectContext": read, "MustConnect": read, "Select": remote, "SelectContext": remote, "Get": remote, "GetContext": remote,
		"LoadFile": remote, "LoadFileContext": remote, "MustExec": remote, "MustExecContext": remote, "NamedExec": remote, "NamedExecContext": remote, "NamedQuery": remote, "NamedQueryContext": remote,
		"Preparex": read, "PreparexContext": read,
		"DB.Beginx": read, "DB.BeginTxx": read, "DB.Connx": read, "DB.Preparex": read, "DB.PreparexContext": read, "DB.PrepareNamed": read, "DB.PrepareNamedContext": read,
		"DB.DriverName": local, "DB.MapperFunc": local, "DB.Rebind": local, "DB.BindNamed": local, "DB.Unsafe": local, "DB.*": remote,
		"Tx.DriverName": local, "Tx.Rebind": local, "Tx.BindNamed": local, "Tx.Unsafe": local, "Tx.*": remote,
		"Stmt.Unsafe": local, "Stmt.*": remote, "NamedStmt.Unsafe": local, "NamedStmt.*": remote, "Conn.Rebind": local, "Conn.*": remote,
		"Queryer.*": remote, "QueryerContext.*": remote, "Execer.*": remote, "ExecerContext.*": remote, "Ext.*": remote, "ExtContext.*": remote, "Preparer.*": read, "PreparerContext.*": read,
		"*": local,
	},
	"gorm.io/gorm": {
		"Open": read, "DB.Create": inserts, "DB.CreateInBatches": inserts, "DB.Save": remote,
		"DB.First": read, "DB.Take": read, "DB.Last": read, "DB.Find": read, "DB.FindInBatches": remote, "DB.FirstOrInit": read, "DB.FirstOrCreate": read, "DB.Count": read, "DB.Pluck": read,
		"DB.Row": remote, "DB.Rows": remote, "DB.Scan": remote, "DB.Exec": remote, "DB.Update": remote, "DB.Updates": remote, "DB.UpdateColumn": remote, "DB.UpdateColumns": remote,
		"DB.Delete": read, "DB.Transaction": remote, "DB.Connection": remote, "DB.Begin": read, "DB.Commit": remote, "DB.Rollback": read, "DB.AutoMigrate": read, "*": local,
	},
	"github.com/uptrace/bun": {
		"SelectQuery.Exec": read, "SelectQuery.Scan": read, "SelectQuery.Count": read, "SelectQuery.Exists": read, "SelectQuery.ScanAndCount": read, "SelectQuery.Rows": read,
		"InsertQuery.Exec": inserts, "InsertQuery.Scan": inserts, "UpdateQuery.Exec": remote, "UpdateQuery.Scan": remote, "DeleteQuery.Exec": read, "DeleteQuery.Scan": read,
		"RawQuery.Exec": remote, "RawQuery.Scan": remote, "CreateTableQuery.Exec": remote, "DropTableQuery.Exec": read, "MergeQuery.Exec": remote, "MergeQuery.Scan": remote,
		"DB.Exec": remote, "DB.ExecContext": remote, "DB.Query": remote, "DB.QueryContext": remote, "DB.BeginTx": read, "DB.Begin": read, "DB.RunInTx": remote,
		"Tx.Commit": remote, "Tx.Rollback": read, "Tx.Exec": remote, "Tx.ExecContext": remote, "Tx.Query": remote, "Tx.QueryContext": remote, "*": local,
	},
	"github.com/go-pg/pg": {
		"baseDB.Ping": read, "baseDB.Exec": remote, "baseDB.ExecContext": remote, "baseDB.ExecOne": remote, "baseDB.ExecOneContext": remote,
		"baseDB.Query": remote, "baseDB.QueryContext": remote, "baseDB.QueryOne": remote, "baseDB.QueryOneContext": remote, "baseDB.RunInTransaction": remote,
		"baseDB.Begin": read, "baseDB.BeginContext": read, "DBI.*": remote, "Tx.*": remote, "Stmt.*": remote, "*": local,
	},
	"github.com/ClickHouse/clickhouse-go/lib/driver": {
		"Conn.Ping": read, "Conn.Stats": local, "Conn.Close": local, "Conn.Contributors": local, "Conn.*": remote,
		"Batch.Send": inserts, "Batch.Flush": inserts, "Batch.*": local, "Rows.Next": remote, "Rows.Err": remote, "Row.Scan": remote, "*": local,
	},
	"github.com/ClickHouse/clickhouse-go": {"Open": local, "OpenDB": local, "*": local},
	"github.com/ClickHouse/ch-go":         {"Dial": read, "Connect": read, "Client.Ping": read, "Client.Do": remote, "*": local},
	"github.com/microsoft/go-mssqldb":     {"Driver.Open": read, "Connector.Connect": read, "*": local},

	// Queries are sent once; with a RetryPolicy its number is the caller's
	// (gocql v1.7.0 cluster.go:126).
	"github.com/gocql/gocql": {
		"ClusterConfig.CreateSession": read, "NewSession": read, "Session.ExecuteBatch": remote, "Session.ExecuteBatchCAS": remote, "Session.MapExecuteBatchCAS": remote, "Session.KeyspaceMetadata": read, "Session.AwaitSchemaAgreement": read,
		"Query.Exec": remote, "Query.Scan": remote, "Query.ScanCAS": remote, "Query.MapScan": remote, "Query.MapScanCAS": remote, "Query.Iter": remote,
		"Iter.Scan": remote, "Iter.MapScan": remote, "Iter.SliceMap": remote, "Iter.Close": remote, "Scanner.Next": remote, "Scanner.Err": remote, "*": local,
	},
	"go.mongodb.org/mongo-driver/mongo": {
		"Connect": via(mongo, Idempotent), "Client.Connect": read, "Client.Ping": via(mongo, Idempotent), "Client.Disconnect": remote, "Client.ListDatabases": via(mongo, Idempotent), "Client.ListDatabaseNames": via(mongo, Idempotent), "Client.Watch": via(mongo, Idempotent),
		"Client.BulkWrite": via(mongo, EffectUnknown), "Client.UseSession": remote,
		"Database.RunCommand": remote, "Database.RunCommandCursor": remote, "Database.Aggregate": via(mongo, EffectUnknown), "Database.Watch": via(mongo, Idempotent), "Database.Drop": via(mongo, Idempotent),
		"Database.CreateCollection": via(mongo, EffectUnknown), "Database.CreateView": via(mongo, EffectUnknown),
		"Database.ListCollectionNames": via(mongo, Idempotent), "Database.ListCollections": via(mongo, Idempotent), "Database.ListCollectionSpecifications": via(mongo, Idempotent),
		"Collection.Database": local, "Collection.Name": local, "Collection.Clone": local, "Collection.Indexes": local, "Collection.SearchIndexes": local,
		"Collection.InsertOne": via(mongo, Inserts), "Collection.InsertMany": via(mongo, Inserts),
		"Collection.Find": via(mongo, Idempotent), "Collection.FindOne": via(mongo, Idempotent), "Collection.CountDocuments": via(mongo, Idempotent), "Collection.EstimatedDocumentCount": via(mongo, Idempotent), "Collection.Distinct": via(mongo, Idempotent), "Collection.Watch": via(mongo, Idempotent),
		"Collection.DeleteOne": via(mongo, Idempotent), "Collection.DeleteMany": via(mongo, Idempotent), "Collection.ReplaceOne": via(mongo, Idempotent), "Collection.FindOneAndReplace": via(mongo, Idempotent), "Collection.FindOneAndDelete": via(mongo, Idempotent), "Collection.Drop": via(mongo, Idempotent),
		"Collection.*": via(mongo, EffectUnknown),
		"Cursor.Next":  remote, "Cursor.TryNext": remote, "Cursor.All": remote, "ChangeStream.Next": blocks, "ChangeStream.TryNext": remote,
		"IndexView.*": via(mongo, Idempotent), "SearchIndexView.*": via(mongo, EffectUnknown),
		"Session.WithTransaction": mongoTransaction, "sessionImpl.WithTransaction": mongoTransaction, "Session.CommitTransaction": via(mongo, Idempotent), "Session.AbortTransaction": via(mongo, Idempotent),
		"*": local,
	},
	"github.com/couchbase/gocb": {
		"Collection.Insert": inserts, "Collection.Get": read, "Collection.Exists": read, "Collection.Upsert": read, "Collection.Replace": read, "Collection.Remove": read, "Collection.Touch": read, "Collection.LookupIn": read,
		"Collection.Name": local, "Collection.ScopeName": local, "Collection.Bucket": local, "Collection.Binary": local, "Collection.QueryIndexes": local, "Collection.List": local, "Collection.Map": local, "Collection.Set": local, "Collection.Queue": local, "Collection.*": remote,
		"BinaryCollection.Append": appends, "BinaryCollection.Prepend": appends, "BinaryCollection.Increment": counts, "BinaryCollection.Decrement": counts,
		"Cluster.Query": remote, "Cluster.AnalyticsQuery": remote, "Cluster.SearchQuery": read, "Cluster.Ping": read, "Cluster.WaitUntilReady": read, "Bucket.Ping": read, "Bucket.WaitUntilReady": read, "Scope.Query": remote, "*": local,
	},
	"github.com/influxdata/influxdb-client-go/api": {
		"WriteAPIBlocking.WritePoint": read, "WriteAPIBlocking.WriteRecord": read, "WriteAPIBlocking.Flush": read, "WriteAPIBlocking.*": local,
		"WriteAPI.WritePoint": {Place: Remote, Effect: Idempotent, Client: influx}, "WriteAPI.WriteRecord": {Place: Remote, Effect: Idempotent, Client: influx}, "WriteAPI.Flush": {Place: Remote, Effect: Idempotent, Client: influx}, "WriteAPI.*": local,
		"QueryAPI.*": read, "QueryTableResult.Next": remote,
		"BucketsAPI.*": remote, "OrganizationsAPI.*": remote, "AuthorizationsAPI.*": remote, "TasksAPI.*": remote, "UsersAPI.*": remote, "LabelsAPI.*": remote, "DeleteAPI.*": read, "*": local,
	},
	"github.com/influxdata/influxdb-client-go":  {"Client.Setup": remote, "Client.SetupWithToken": remote, "Client.Ready": read, "Client.Health": read, "Client.Ping": read, "*": local},
	"github.com/influxdata/influxdb1-client/v2": {"Client.Ping": read, "Client.Write": read, "Client.Query": remote, "Client.QueryAsChunk": remote, "Client.Close": local, "client.*": remote, "*": local},
	"github.com/olivere/elastic": {
		"IndexService.Do": remote, "BulkService.Do": remote, "BulkProcessor.Flush": remote, "GetService.Do": read, "MgetService.Do": read, "SearchService.Do": read, "MultiSearchService.Do": read, "CountService.Do": read, "ExistsService.Do": read,
		"ScrollService.Do": remote, "DeleteService.Do": read, "UpdateService.Do": remote, "UpdateByQueryService.Do": remote, "DeleteByQueryService.Do": read,
		"IndicesCreateService.Do": remote, "IndicesDeleteService.Do": read, "IndicesExistsService.Do": read, "IndicesGetService.Do": read, "RefreshService.Do": read, "IndicesPutTemplateService.Do": read, "IndicesPutMappingService.Do": read,
		"ClusterHealthService.Do": read, "PingService.Do": read,
		"Client.PerformRequest": remote, "Client.ElasticsearchVersion": read, "Client.WaitForStatus": read, "Client.WaitForGreenStatus": read, "Client.WaitForYellowStatus": read,
		"NewClient": read, "Dial": read, "DialContext": read, "NewSimpleClient": local, "*": local,
	},
	"github.com/elastic/elastic-transport-go/elastictransport": {"Client.Perform": via(elastic, EffectUnknown), "Interface.Perform": via(elastic, EffectUnknown), "Client.DiscoverNodes": via(elastic, Idempotent), "*": local},
	"github.com/elastic/go-elasticsearch":                      {"BaseClient.Perform": via(elastic, EffectUnknown), "BaseClient.DiscoverNodes": via(elastic, Idempotent), "Client.Perform": via(elastic, EffectUnknown), "*": local},
	"github.com/elastic/go-elasticsearch/v7":                   {"Client.Perform": via(elastic, EffectUnknown), "Client.DiscoverNodes": via(elastic, Idempotent), "*": local},
	"github.com/elastic/go-elasticsearch/v7/estransport":       {"Client.Perform": via(elastic, EffectUnknown), "Interface.Perform": via(elastic, EffectUnknown), "Client.DiscoverNodes": via(elastic, Idempotent), "*": local},
	// Every API is a field of function type and a request type with a Do; the
	// requests that an idempotence question can be asked of are listed.
	"github.com/elastic/go-elasticsearch/esapi": {
		"IndexRequest.Do": via(elastic, EffectUnknown), "CreateRequest.Do": via(elastic, Idempotent), "BulkRequest.Do": via(elastic, EffectUnknown), "UpdateRequest.Do": via(elastic, EffectUnknown), "DeleteRequest.Do": via(elastic, Idempotent), "DeleteByQueryRequest.Do": via(elastic, Idempotent),
		"GetRequest.Do": via(elastic, Idempotent), "SearchRequest.Do": via(elastic, Idempotent), "CountRequest.Do": via(elastic, Idempotent), "ExistsRequest.Do": via(elastic, Idempotent), "PingRequest.Do": via(elastic, Idempotent), "InfoRequest.Do": via(elastic, Idempotent), "ScrollRequest.Do": via(elastic, EffectUnknown),
		"IndicesCreateRequest.Do": via(elastic, Idempotent), "IndicesDeleteRequest.Do": via(elastic, Idempotent), "IndicesExistsRequest.Do": via(elastic, Idempotent), "IndicesGetRequest.Do": via(elastic, Idempotent), "ClusterHealthRequest.Do": via(elastic, Idempotent),
		"*.Do": via(elastic, EffectUnknown), "Response.*": local, "Transport.Perform": via(elastic, EffectUnknown),
	},
	"github.com/elastic/go-elasticsearch/esutil":                 {"BulkIndexer.Add": remote, "BulkIndexer.Close": remote, "*": local},
	"github.com/opensearch-project/opensearch-go":                {"Client.Perform": via(opensearch, EffectUnknown), "Client.Do": via(opensearch, EffectUnknown), "Client.DiscoverNodes": via(opensearch, Idempotent), "*": local},
	"github.com/opensearch-project/opensearch-go/opensearchapi":  {"Client.Index": via(opensearch, EffectUnknown), "Client.Bulk": via(opensearch, EffectUnknown), "Client.Search": via(opensearch, Idempotent), "Client.Info": via(opensearch, Idempotent), "Client.Ping": via(opensearch, Idempotent), "*.Do": via(opensearch, EffectUnknown)},
	"github.com/opensearch-project/opensearch-go/opensearchutil": {"BulkIndexer.Add": remote, "BulkIndexer.Close": remote, "*": local},

	// Message brokers.

	"github.com/segmentio/kafka-go": {
		"Writer.WriteMessages": via(kafkaWriter, Publishes), "Writer.Close": remote, "Writer.Stats": local,
		"Reader.FetchMessage": blocks, "Reader.ReadMessage": blocks, "Reader.CommitMessages": read, "Reader.ReadLag": read, "Reader.SetOffsetAt": read,
		"Dial": read, "DialContext": read, "DialLeader": read, "DialPartition": read, "LookupPartition": read, "LookupPartitions": read, "ReadAll": local,
		"Dialer.Dial": read, "Dialer.DialContext": read, "Dialer.DialLeader": read, "Dialer.DialPartition": read, "Dialer.LookupLeader": read, "Dialer.LookupPartition": read, "Dialer.LookupPartitions": read,
		"Conn.WriteMessages": publishes, "Conn.Write": publishes, "Conn.WriteCompressedMessages": publishes, "Conn.WriteCompressedMessagesAt": publishes,
		"Conn.Brokers": read, "Conn.Controller": read, "Conn.ReadPartitions": read, "Conn.ReadOffset": read, "Conn.ReadOffsets": read, "Conn.ReadFirstOffset": read, "Conn.ReadLastOffset": read, "Conn.ApiVersions": read,
		"Conn.CreateTopics": read, "Conn.DeleteTopics": read, "Conn.Read": remote, "Conn.ReadMessage": remote, "Conn.ReadBatch": remote, "Batch.ReadMessage": remote, "Batch.Read": remote,
		"Client.Produce": publishes, "Client.RawProduce": publishes, "Client.Metadata": read, "Client.Fetch": read, "Client.ListOffsets": read, "Client.CreateTopics": read, "Client.DeleteTopics": read, "Client.OffsetFetch": read, "Client.*": remote,
		"ConsumerGroup.Next": blocks, "Generation.CommitOffsets": read, "*": local,
	},
	"github.com/IBM/sarama":     sarama,
	"github.com/Shopify/sarama": sarama,
	"github.com/twmb/franz-go/pkg/kgo": {
		"Client.ProduceSync": via(franzRecords, Publishes), "Client.Flush": via(franzRecords, EffectUnknown), "Client.Produce": {Place: Local}, "Client.TryProduce": {Place: Local},
		"Client.Request": via(franzRequests, EffectUnknown), "Client.RequestSharded": via(franzRequests, EffectUnknown), "Client.Ping": via(franzRequests, Idempotent), "Client.CommitRecords": via(franzRequests, Idempotent), "Client.CommitUncommittedOffsets": via(franzRequests, Idempotent), "Client.CommitMarkedOffsets": via(franzRequests, Idempotent), "Client.CommitOffsetsSync": via(franzRequests, Idempotent),
		"Client.EndTransaction": via(franzRequests, EffectUnknown), "Client.PollFetches": blocks, "Client.PollRecords": blocks, "Broker.Request": remote, "Broker.RetriableRequest": via(franzRequests, EffectUnknown),
		"NewClient": local, "*": local,
	},
	"github.com/twmb/franz-go/pkg/kadm": {
		"Client.CreateTopics": via(franzRequests, Idempotent), "Client.CreateTopic": via(franzRequests, Idempotent), "Client.DeleteTopics": via(franzRequests, Idempotent), "Client.DeleteTopic": via(franzRequests, Idempotent), "Client.ListTopics": via(franzRequests, Idempotent), "Client.Metadata": via(franzRequests, Idempotent), "Client.ListEndOffsets": via(franzRequests, Idempotent), "Client.ListStartOffsets": via(franzRequests, Idempotent),
		"Client.Close": local, "Client.SetTimeoutMillis": local, "Client.*": via(franzRequests, EffectUnknown),
	},
	// Messages are tried again in the background until message.timeout.ms;
	// Produce only queues them.
	"github.com/confluentinc/confluent-kafka-go/kafka": {
		"Producer.Produce": publishes, "Producer.GetMetadata": read, "Producer.QueryWatermarkOffsets": read, "Producer.OffsetsForTimes": read,
		"Producer.InitTransactions": read, "Producer.CommitTransaction": remote, "Producer.AbortTransaction": remote, "Producer.SendOffsetsToTransaction": remote, "Producer.Flush": remote,
		"Consumer.Poll": blocks, "Consumer.ReadMessage": blocks, "Consumer.Commit": read, "Consumer.CommitMessage": read, "Consumer.CommitOffsets": read, "Consumer.Committed": read, "Consumer.GetMetadata": read, "Consumer.QueryWatermarkOffsets": read, "Consumer.OffsetsForTimes": read,
		"AdminClient.Close": local, "AdminClient.String": local, "AdminClient.*": remote, "*": local,
	},
	"github.com/rabbitmq/amqp091-go": amqp,
	"github.com/streadway/amqp":      amqp,
	"github.com/nats-io/nats.go": {
		"Connect": read, "Options.Connect": read, "Conn.Publish": publishes, "Conn.PublishMsg": publishes, "Conn.PublishRequest": publishes, "Conn.Flush": read, "Conn.FlushTimeout": read, "Conn.FlushWithContext": read, "Conn.RTT": read,
		"Conn.Request": remote, "Conn.RequestMsg": remote, "Conn.RequestWithContext": remote, "Conn.RequestMsgWithContext": remote, "Conn.Subscribe": remote, "Conn.QueueSubscribe": remote, "Conn.SubscribeSync": remote, "Conn.QueueSubscribeSync": remote, "Conn.ChanSubscribe": remote, "Conn.ChanQueueSubscribe": remote, "Conn.Drain": remote,
		"EncodedConn.Publish": publishes, "EncodedConn.PublishRequest": publishes, "EncodedConn.Request": remote, "EncodedConn.RequestWithContext": remote, "EncodedConn.Flush": read,
		"Subscription.NextMsg": blocks, "Subscription.NextMsgWithContext": blocks, "Subscription.Fetch": remote, "Subscription.FetchBatch": remote, "Msg.Ack": read, "Msg.AckSync": read, "Msg.Nak": read, "Msg.Term": read, "Msg.Respond": publishes, "Msg.RespondMsg": publishes,
		"JetStream.Publish": via(jetstreamLegacy, Publishes), "JetStream.PublishMsg": via(jetstreamLegacy, Publishes), "JetStream.PublishAsync": publishes, "JetStream.PublishMsgAsync": publishes, "JetStream.Subscribe": remote, "JetStream.PullSubscribe": remote, "JetStream.QueueSubscribe": remote, "JetStream.SubscribeSync": remote, "JetStream.QueueSubscribeSync": remote,
		"js.Publish": via(jetstreamLegacy, Publishes), "js.PublishMsg": via(jetstreamLegacy, Publishes), "js.*": remote,
		"JetStreamManager.*": remote, "KeyValue.Create": read, "KeyValue.Get": read, "KeyValue.GetRevision": read, "KeyValue.Put": read, "KeyValue.PutString": read, "KeyValue.Update": read, "KeyValue.Delete": read, "KeyValue.Purge": read, "KeyValue.Bucket": local, "KeyValue.*": remote,
		"KeyValueManager.*": remote, "ObjectStore.*": remote, "ObjectStoreManager.*": remote, "*": local,
	},
	"github.com/nats-io/nats.go/jetstream": {
		"Publisher.Publish": via(jetstream, Publishes), "Publisher.PublishMsg": via(jetstream, Publishes), "Publisher.PublishAsync": publishes, "Publisher.PublishMsgAsync": publishes,
		"StreamManager.*": remote, "StreamConsumerManager.*": remote, "KeyValueManager.*": remote, "ObjectStoreManager.*": remote, "ConsumerManager.*": remote, "JetStream.AccountInfo": read,
		"Stream.Info": read, "Stream.CachedInfo": local, "Stream.*": remote, "Consumer.Info": read, "Consumer.CachedInfo": local, "Consumer.*": remote, "MessagesContext.Next": blocks,
		"KeyValue.Bucket": local, "KeyValue.Create": read, "KeyValue.Get": read, "KeyValue.Put": read, "KeyValue.PutString": read, "KeyValue.Update": read, "KeyValue.Delete": read, "KeyValue.Purge": read, "KeyValue.*": remote, "ObjectStore.*": remote,
		"Msg.Ack": read, "Msg.DoubleAck": read, "Msg.Nak": read, "Msg.NakWithDelay": read, "Msg.Term": read, "*": local,
	},
	"github.com/nats-io/stan.go": {"Connect": read, "Conn.Publish": publishes, "Conn.PublishAsync": publishes, "Conn.Subscribe": remote, "Conn.QueueSubscribe": remote, "Msg.Ack": read, "*": local},
	"github.com/apache/pulsar-client-go/pulsar": {
		"Client.CreateProducer": via(pulsar, Idempotent), "Client.Subscribe": via(pulsar, Idempotent), "Client.CreateReader": via(pulsar, Idempotent), "Client.CreateTableView": read, "Client.TopicPartitions": read, "Client.NewTransaction": remote,
		"Producer.Send": publishes, "Producer.SendAsync": publishes, "Producer.Flush": remote, "Producer.FlushWithCtx": remote,
		"Consumer.Receive": blocks, "Consumer.Ack": read, "Consumer.AckID": read, "Consumer.Unsubscribe": read, "Consumer.Seek": read, "Consumer.SeekByTime": read, "Reader.Next": blocks, "Reader.Seek": read, "*": local,
	},
	"github.com/nsqio/go-nsq": {
		"Producer.Publish": publishes, "Producer.MultiPublish": publishes, "Producer.DeferredPublish": publishes, "Producer.PublishAsync": publishes, "Producer.MultiPublishAsync": publishes, "Producer.Ping": read,
		"Consumer.ConnectToNSQD": read, "Consumer.ConnectToNSQDs": read, "Consumer.ConnectToNSQLookupd": read, "Consumer.ConnectToNSQLookupds": read, "Conn.Connect": read, "Conn.WriteCommand": remote, "*": local,
	},
	"github.com/go-stomp/stomp": {"Dial": read, "Connect": read, "ConnectWithContext": read, "Conn.Send": publishes, "Conn.Subscribe": remote, "Conn.Ack": read, "Conn.Nack": read, "Conn.Disconnect": remote, "Transaction.*": remote, "Subscription.Read": blocks, "*": local},
	// The calls return tokens; what failed is known from their Wait and Error.
	"github.com/eclipse/paho.mqtt.golang": {
		"Client.Connect": read, "Client.Publish": publishes, "Client.Subscribe": read, "Client.SubscribeMultiple": read, "Client.Unsubscribe": read, "client.Connect": read, "client.Publish": publishes, "client.Subscribe": read, "client.SubscribeMultiple": read, "client.Unsubscribe": read,
		"Token.Wait": remote, "Token.WaitTimeout": remote, "baseToken.Wait": remote, "baseToken.WaitTimeout": remote, "*": local,
	},
	"github.com/eclipse/paho.golang/paho":     {"Client.Connect": read, "Client.Publish": publishes, "Client.PublishWithOptions": publishes, "Client.Subscribe": read, "Client.Unsubscribe": read, "Client.Disconnect": remote, "*": local},
	"github.com/eclipse/paho.golang/autopaho": {"ConnectionManager.AwaitConnection": blocks, "ConnectionManager.Publish": publishes, "ConnectionManager.PublishViaQueue": {Place: Local, Effect: Publishes}, "ConnectionManager.Subscribe": read, "ConnectionManager.Unsubscribe": read, "*": local},

	// Coordination and configuration.

	"go.etcd.io/etcd/client":                      etcdTable,
	"go.etcd.io/etcd/clientv3":                    etcdTable,
	"github.com/coreos/etcd/clientv3":             etcdTable,
	"go.etcd.io/etcd/client/concurrency":          etcdConcurrency,
	"go.etcd.io/etcd/clientv3/concurrency":        etcdConcurrency,
	"github.com/coreos/etcd/clientv3/concurrency": etcdConcurrency,
	"go.etcd.io/etcd/client/v2":                   etcd2,
	"github.com/coreos/etcd/client":               etcd2,
	"github.com/hashicorp/consul/api": {
		"KV.Get": read, "KV.List": read, "KV.Keys": read, "KV.Put": read, "KV.CAS": read, "KV.Delete": read, "KV.DeleteCAS": read, "KV.DeleteTree": read, "KV.Acquire": read, "KV.Release": read, "KV.*": remote,
		"Agent.Self": read, "Agent.Members": read, "Agent.Services": read, "Agent.Service": read, "Agent.Checks": read, "Agent.ServiceRegister": read, "Agent.ServiceRegisterOpts": read, "Agent.ServiceDeregister": read, "Agent.CheckRegister": read, "Agent.CheckDeregister": read, "Agent.UpdateTTL": read, "Agent.PassTTL": read, "Agent.FailTTL": read, "Agent.*": remote,
		"Catalog.*": read, "Health.*": read, "Status.*": read, "Coordinate.*": remote, "Session.Renew": read, "Session.Destroy": read, "Session.Info": read, "Session.List": read, "Session.RenewPeriodic": blocks, "Session.*": remote,
		"Event.Fire": publishes, "Event.List": read, "Txn.Txn": remote, "ACL.*": remote, "ConfigEntries.*": remote, "Connect.*": remote, "Operator.*": remote, "PreparedQuery.*": remote, "Snapshot.*": remote, "Namespaces.*": remote, "Partitions.*": remote, "Peerings.*": remote, "Raw.*": remote,
		"Lock.Lock": blocks, "Lock.Unlock": remote, "Lock.Destroy": remote, "Semaphore.Acquire": blocks, "Semaphore.Release": remote, "Semaphore.Destroy": remote, "*": local,
	},
	"github.com/hashicorp/vault/api": {
		"Client.RawRequest": via(vault, EffectUnknown), "Client.RawRequestWithContext": via(vault, EffectUnknown),
		"Logical.Read": via(vault, Idempotent), "Logical.ReadWithContext": via(vault, Idempotent), "Logical.ReadWithData": via(vault, Idempotent), "Logical.ReadWithDataWithContext": via(vault, Idempotent), "Logical.ReadRaw": via(vault, Idempotent), "Logical.List": via(vault, Idempotent), "Logical.ListWithContext": via(vault, Idempotent), "Logical.Delete": via(vault, Idempotent), "Logical.DeleteWithContext": via(vault, Idempotent), "Logical.*": via(vault, EffectUnknown),
		"Sys.Health": via(vault, Idempotent), "Sys.SealStatus": via(vault, Idempotent), "Sys.*": via(vault, EffectUnknown), "Auth.Token": local, "Auth.*": via(vault, EffectUnknown), "TokenAuth.*": via(vault, EffectUnknown), "AuthMethod.Login": via(vault, EffectUnknown),
		"KVv1.Get": via(vault, Idempotent), "KVv1.*": via(vault, EffectUnknown), "KVv2.Get": via(vault, Idempotent), "KVv2.GetMetadata": via(vault, Idempotent), "KVv2.GetVersion": via(vault, Idempotent), "KVv2.*": via(vault, EffectUnknown), "SSH.*": via(vault, EffectUnknown),
		"LifetimeWatcher.Start": blocks, "*": local,
	},
	"github.com/go-zookeeper/zk":        zookeeper,
	"github.com/samuel/go-zookeeper/zk": zookeeper,

	// Kubernetes. A request is sent again only where the server asks for it by
	// Retry-After, so it counts as one attempt (client-go v0.37.2
	// rest/with_retry.go:148). The typed clients are among the families.

	"k8s.io/client-go/kubernetes": {"*": local},
	"k8s.io/client-go/dynamic": {
		"ResourceInterface.Get": read, "ResourceInterface.List": read, "ResourceInterface.Delete": read, "ResourceInterface.DeleteCollection": read, "ResourceInterface.Watch": remote, "ResourceInterface.Apply": read, "ResourceInterface.ApplyStatus": read, "ResourceInterface.*": remote,
		"dynamicResourceClient.Namespace": local, "dynamicResourceClient.Get": read, "dynamicResourceClient.List": read, "dynamicResourceClient.Delete": read, "dynamicResourceClient.*": remote, "*": local,
	},
	"k8s.io/client-go/metadata":  {"ResourceInterface.Get": read, "ResourceInterface.List": read, "ResourceInterface.Delete": read, "ResourceInterface.DeleteCollection": read, "ResourceInterface.*": remote, "*": local},
	"k8s.io/client-go/discovery": {"DiscoveryClient.RESTClient": local, "DiscoveryClient.*": read, "ServerGroupsInterface.*": read, "ServerResourcesInterface.*": read, "ServerVersionInterface.*": read, "OpenAPISchemaInterface.*": read, "ServerGroupsAndResources": read, "ServerPreferredResources": read, "ServerPreferredNamespacedResources": read, "IsResourceEnabled": read, "*": local},
	"k8s.io/client-go/scale":     {"ScaleInterface.Get": read, "ScaleInterface.*": remote, "*": local},
	"k8s.io/client-go/rest":      {"Request.Do": remote, "Request.DoRaw": remote, "Request.Stream": remote, "Request.Watch": remote, "ResponseWrapper.DoRaw": remote, "ResponseWrapper.Stream": remote, "*": local},
	"k8s.io/client-go/tools/cache": {
		"Lister.List": read, "Watcher.Watch": remote, "ListWatch.List": read, "ListWatch.Watch": remote,
		"WaitForCacheSync": {Place: Local, Blocks: true}, "WaitForNamedCacheSync": {Place: Local, Blocks: true}, "Controller.Run": {Place: Remote, Blocks: true}, "Reflector.Run": blocks, "Reflector.ListAndWatch": blocks, "*": local,
	},
	"k8s.io/client-go/tools/leaderelection": {"LeaderElector.Run": blocks, "RunOrDie": blocks, "*": local},
	"k8s.io/client-go/tools/record":         {"*": local},
	"k8s.io/client-go/tools/remotecommand":  {"Executor.Stream": blocks, "Executor.StreamWithContext": blocks, "*": local},
	"k8s.io/client-go/tools/portforward":    {"PortForwarder.ForwardPorts": blocks, "*": local},
	"k8s.io/client-go/tools/watch":          {"Until": blocks, "UntilWithSync": blocks, "UntilWithoutRetry": blocks, "*": local},
	"sigs.k8s.io/controller-runtime/pkg/client": {
		"Reader.Get": read, "Reader.List": read, "Writer.Create": remote, "Writer.Delete": read, "Writer.DeleteAllOf": read, "Writer.Apply": read, "Writer.*": remote,
		"StatusClient.Status": local, "SubResourceClientConstructor.SubResource": local, "StatusWriter.*": remote, "SubResourceWriter.*": remote, "SubResourceReader.Get": read, "WithWatch.Watch": remote,
		"client.Get": read, "client.List": read, "client.Delete": read, "client.DeleteAllOf": read, "client.Create": remote, "client.Update": remote, "client.Patch": remote, "client.Apply": read, "*": local,
	},
	"sigs.k8s.io/controller-runtime/pkg/cache":                     {"Informers.WaitForCacheSync": {Place: Local, Blocks: true}, "Informers.Start": {Place: Local, Blocks: true}, "*": local},
	"sigs.k8s.io/controller-runtime/pkg/cache/cacheapi":            {"Informers.WaitForCacheSync": {Place: Local, Blocks: true}, "Informers.Start": {Place: Local, Blocks: true}, "*": local},
	"sigs.k8s.io/controller-runtime/pkg/manager":                   {"Manager.Start": {Place: Local, Blocks: true}, "Runnable.Start": {Blocks: true}, "*": local},
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil": {"CreateOrUpdate": read, "CreateOrPatch": read, "*": local},

	// Consensus: a proposal goes to the leader and from there to a quorum.
	"go.etcd.io/raft": {"Node.Propose": remote, "Node.ProposeConfChange": remote, "*": local},

	// RPC and HTTP.

	"google.golang.org/grpc": {
		"ClientConn.Invoke": remote, "ClientConn.NewStream": remote, "ClientConnInterface.Invoke": remote, "ClientConnInterface.NewStream": remote, "Invoke": remote, "NewClientStream": remote,
		"ClientStream.SendMsg": remote, "ClientStream.RecvMsg": remote, "ClientStream.Header": remote, "ClientStream.CloseSend": remote, "Stream.SendMsg": remote, "Stream.RecvMsg": remote, "ServerStream.SendMsg": remote, "ServerStream.RecvMsg": remote,
		"ServerStreamingClient.Recv": remote, "ClientStreamingClient.Send": remote, "ClientStreamingClient.CloseAndRecv": remote, "BidiStreamingClient.Send": remote, "BidiStreamingClient.Recv": remote, "GenericClientStream.Send": remote, "GenericClientStream.Recv": remote, "GenericClientStream.CloseAndRecv": remote,
		"ClientConn.WaitForStateChange": {Place: Local, Wait: &Wait{Kind: Cond, Duration: -1, Ctx: 0}},
		"DialContext":                   read, "Dial": local, "NewClient": local, "Server.Serve": {Place: Local, Blocks: true}, "*": local,
	},
	"google.golang.org/grpc/health/grpc_health_v1": {"HealthClient.Check": read, "HealthClient.List": read, "HealthClient.Watch": remote, "healthClient.Check": read, "*": local},
	"connectrpc.com/connect": {
		"Client.CallUnary": remote, "Client.CallClientStream": remote, "Client.CallServerStream": remote, "Client.CallBidiStream": remote, "ServerStreamForClient.Receive": remote, "ClientStreamForClient.Send": remote, "ClientStreamForClient.CloseAndReceive": remote,
		"BidiStreamForClient.Send": remote, "BidiStreamForClient.Receive": remote, "*": local,
	},
	"github.com/hashicorp/go-retryablehttp": {
		"Client.Do": via(retryablehttp, EffectUnknown), "Client.Get": via(retryablehttp, Idempotent), "Client.Head": via(retryablehttp, Idempotent), "Client.Post": via(retryablehttp, EffectUnknown), "Client.PostForm": via(retryablehttp, EffectUnknown), "RoundTripper.RoundTrip": via(retryablehttp, EffectUnknown),
		"Get": via(retryablehttp, Idempotent), "Head": via(retryablehttp, Idempotent), "Post": via(retryablehttp, EffectUnknown), "PostForm": via(retryablehttp, EffectUnknown), "LinearJitterBackoff": random, "RateLimitLinearJitterBackoff": random, "*": local,
	},
	"github.com/sethgrid/pester": {
		"Client.Do": via(pester, EffectUnknown), "Client.Get": via(pester, Idempotent), "Client.Head": via(pester, Idempotent), "Client.Post": via(pester, EffectUnknown), "Client.PostForm": via(pester, EffectUnknown),
		"Do": via(pester, EffectUnknown), "Get": via(pester, Idempotent), "Head": via(pester, Idempotent), "Post": via(pester, EffectUnknown), "PostForm": via(pester, EffectUnknown), "ExponentialJitterBackoff": random, "LinearJitterBackoff": random, "*": local,
	},
	"github.com/gojek/heimdall/httpclient": {"Client.Get": read, "Client.Put": read, "Client.Delete": read, "Client.Post": remote, "Client.Patch": remote, "Client.Do": remote, "*": local},
	"github.com/gojek/heimdall/hystrix":    {"Client.Get": read, "Client.Put": read, "Client.Delete": read, "Client.Post": remote, "Client.Patch": remote, "Client.Do": remote, "*": local},
	"github.com/go-resty/resty":            resty,
	"gopkg.in/resty.v1":                    resty,
	"resty.dev":                            resty,
	"github.com/imroc/req": {
		"Request.Get": read, "Request.Head": read, "Request.Options": read, "Request.Put": read, "Request.Delete": read, "Request.Post": remote, "Request.Patch": remote, "Request.Send": remote, "Request.Do": remote,
		"Request.MustGet": read, "Request.MustHead": read, "Request.MustOptions": read, "Request.MustPut": read, "Request.MustDelete": read, "Request.MustPost": remote, "Request.MustPatch": remote, "Client.Do": remote, "Transport.RoundTrip": remote,
		"Get": local, "Post": local, "Put": local, "MustGet": read, "MustPost": remote, "*": local,
	},
	"github.com/valyala/fasthttp": {
		"Do": via(fasthttp, EffectUnknown), "DoTimeout": via(fasthttp, EffectUnknown), "DoDeadline": via(fasthttp, EffectUnknown), "DoRedirects": via(fasthttp, EffectUnknown), "Get": via(fasthttp, Idempotent), "GetTimeout": via(fasthttp, Idempotent), "GetDeadline": via(fasthttp, Idempotent), "Post": remote,
		"Client.Do": via(fasthttp, EffectUnknown), "Client.DoTimeout": via(fasthttp, EffectUnknown), "Client.DoDeadline": via(fasthttp, EffectUnknown), "Client.DoRedirects": via(fasthttp, EffectUnknown), "Client.Get": via(fasthttp, Idempotent), "Client.GetTimeout": via(fasthttp, Idempotent), "Client.GetDeadline": via(fasthttp, Idempotent), "Client.Post": remote,
		"HostClient.Do": via(fasthttp, EffectUnknown), "HostClient.DoTimeout": via(fasthttp, EffectUnknown), "HostClient.DoDeadline": via(fasthttp, EffectUnknown), "HostClient.DoRedirects": via(fasthttp, EffectUnknown), "HostClient.Get": via(fasthttp, Idempotent), "HostClient.GetTimeout": via(fasthttp, Idempotent), "HostClient.GetDeadline": via(fasthttp, Idempotent), "HostClient.Post": remote,
		"PipelineClient.Do": remote, "PipelineClient.DoTimeout": remote, "PipelineClient.DoDeadline": remote, "LBClient.Do": remote, "LBClient.DoTimeout": remote, "LBClient.DoDeadline": remote,
		"Dial": read, "DialTimeout": read, "DialDualStack": read, "DialDualStackTimeout": read, "TCPDialer.*": read,
		"ListenAndServe": {Place: Local, Blocks: true}, "Server.ListenAndServe": {Place: Local, Blocks: true}, "Server.Serve": {Place: Local, Blocks: true}, "*": local,
	},
	"golang.org/x/net/context/ctxhttp":      {"Do": remote, "Get": read, "Head": read, "Post": remote, "PostForm": remote},
	"golang.org/x/net/websocket":            {"Dial": read, "DialConfig": read, "Config.DialContext": read, "Conn.Read": blocks, "Conn.Write": remote, "Codec.Receive": blocks, "Codec.Send": remote, "*": local},
	"golang.org/x/net/proxy":                {"Dial": read, "Dialer.Dial": read, "ContextDialer.DialContext": read, "PerHost.Dial": read, "PerHost.DialContext": read, "*": local},
	"golang.org/x/net/http2":                {"Transport.RoundTrip": remote, "ClientConn.RoundTrip": remote, "ClientConn.Ping": read, "*": local},
	"golang.org/x/oauth2":                   {"TokenSource.Token": remote, "Config.Exchange": remote, "Config.PasswordCredentialsToken": remote, "Config.DeviceAuth": remote, "Config.DeviceAccessToken": remote, "Transport.RoundTrip": remote, "*": local},
	"golang.org/x/oauth2/clientcredentials": {"Config.Token": remote, "*": local},
	"golang.org/x/oauth2/google":            {"FindDefaultCredentials": remote, "DefaultTokenSource": remote, "DefaultClient": remote, "*": local},
	"golang.org/x/crypto/ssh": {
		"Dial": read, "NewClientConn": read, "Client.Dial": read, "Client.DialContext": read, "Client.DialTCP": read, "Client.NewSession": read, "Client.Listen": remote, "Client.ListenTCP": remote, "Conn.Wait": blocks, "Conn.SendRequest": remote, "Conn.OpenChannel": remote,
		"Session.Run": remote, "Session.Output": remote, "Session.CombinedOutput": remote, "Session.Start": remote, "Session.Shell": remote, "Session.Wait": blocks, "Session.RequestPty": remote, "Session.RequestSubsystem": remote, "Session.Setenv": remote, "Session.Signal": remote, "*": local,
	},
	"golang.org/x/crypto/acme":          {"Client.Discover": read, "Client.GetReg": read, "Client.GetOrder": read, "Client.GetAuthorization": read, "Client.GetChallenge": read, "Client.HTTP01ChallengeResponse": local, "Client.HTTP01ChallengePath": local, "Client.DNS01ChallengeRecord": local, "Client.TLSALPN01ChallengeCert": local, "Client.*": remote, "*": local},
	"github.com/pkg/sftp":               {"NewClient": read, "Client.Join": local, "Client.*": remote, "File.*": remote, "*": local},
	"github.com/jlaffaye/ftp":           {"Dial": read, "Connect": read, "DialTimeout": read, "ServerConn.Append": appends, "ServerConn.List": read, "ServerConn.NameList": read, "ServerConn.Retr": read, "ServerConn.RetrFrom": read, "ServerConn.*": remote, "*": local},
	"github.com/gorilla/websocket":      {"Dialer.Dial": read, "Dialer.DialContext": read, "NewClient": read, "Upgrader.Upgrade": remote, "Conn.ReadMessage": blocks, "Conn.ReadJSON": blocks, "Conn.NextReader": blocks, "Conn.WriteMessage": remote, "Conn.WriteJSON": remote, "Conn.WriteControl": remote, "Conn.WritePreparedMessage": remote, "Conn.NextWriter": remote, "*": local},
	"github.com/coder/websocket":        websocket,
	"nhooyr.io/websocket":               websocket,
	"github.com/coder/websocket/wsjson": {"Read": blocks, "Write": remote},
	"nhooyr.io/websocket/wsjson":        {"Read": blocks, "Write": remote},
	"github.com/quic-go/quic-go": {
		"DialAddr": read, "DialAddrEarly": read, "Dial": read, "DialEarly": read, "Transport.Dial": read, "Transport.DialEarly": read, "Conn.AcceptStream": blocks, "Conn.AcceptUniStream": blocks, "Conn.OpenStreamSync": remote, "Conn.OpenUniStreamSync": remote, "Conn.OpenStream": remote, "Conn.OpenUniStream": remote, "Conn.SendDatagram": remote, "Conn.ReceiveDatagram": blocks,
		"Stream.Read": remote, "Stream.Write": remote, "ReceiveStream.Read": remote, "SendStream.Write": remote, "Listener.Accept": {Place: Local, Blocks: true}, "*": local,
	},
	"github.com/quic-go/quic-go/http3": {"Transport.RoundTrip": remote, "Transport.RoundTripOpt": remote, "ClientConn.RoundTrip": remote, "*": local},
	"github.com/miekg/dns": {
		"Exchange": read, "ExchangeContext": read, "ExchangeConn": read, "Dial": read, "DialTimeout": read, "DialTimeoutWithTLS": read, "DialWithTLS": read, "Client.Dial": read, "Client.DialContext": read, "Client.Exchange": read, "Client.ExchangeContext": read, "Client.ExchangeWithConn": read, "Client.ExchangeWithConnContext": read,
		"Conn.ReadMsg": remote, "Conn.WriteMsg": remote, "Conn.ReadMsgHeader": remote, "Conn.Read": remote, "Conn.Write": remote, "Transfer.In": read, "Transfer.Out": remote, "Server.ListenAndServe": {Place: Local, Blocks: true}, "Server.ActivateAndServe": {Place: Local, Blocks: true}, "*": local,
	},
	"github.com/go-ldap/ldap": {
		"Dial": read, "DialTLS": read, "DialURL": read, "Conn.Bind": read, "Conn.SimpleBind": read, "Conn.UnauthenticatedBind": read, "Conn.ExternalBind": read, "Conn.Search": read, "Conn.SearchWithPaging": read, "Conn.Compare": read, "Conn.WhoAmI": read, "Conn.Del": read, "Conn.Add": remote, "Conn.Modify": remote, "Conn.ModifyWithResult": remote, "Conn.ModifyDN": remote, "Conn.PasswordModify": remote, "Conn.StartTLS": remote, "Conn.Unbind": remote,
		"Client.Bind": read, "Client.SimpleBind": read, "Client.Search": read, "Client.SearchWithPaging": read, "Client.Compare": read, "Client.Del": read, "Client.Add": remote, "Client.Modify": remote, "Client.ModifyDN": remote, "Client.PasswordModify": remote, "Client.StartTLS": remote, "*": local,
	},
	"github.com/gosnmp/gosnmp": {
		"GoSNMP.Connect": read, "GoSNMP.ConnectIPv4": read, "GoSNMP.ConnectIPv6": read, "GoSNMP.Get": read, "GoSNMP.GetNext": read, "GoSNMP.GetBulk": read, "GoSNMP.Set": remote,
		"GoSNMP.Walk": read, "GoSNMP.WalkAll": read, "GoSNMP.BulkWalk": read, "GoSNMP.BulkWalkAll": read, "GoSNMP.SendTrap": publishes, "Handler.Connect": read, "Handler.Get": read, "Handler.GetNext": read, "Handler.GetBulk": read, "Handler.Walk": read, "Handler.BulkWalk": read, "Handler.Set": remote,
		"TrapListener.Listen": {Place: Local, Blocks: true}, "*": local,
	},
	"github.com/openconfig/gnmi/proto/gnmi": {"GNMIClient.Get": read, "GNMIClient.Capabilities": read, "GNMIClient.Set": remote, "GNMIClient.Subscribe": remote, "gNMIClient.*": remote, "*": local},
	"github.com/emersion/go-imap/client":    {"Dial": read, "DialTLS": read, "DialWithDialer": read, "DialWithDialerTLS": read, "Client.Append": appends, "Client.Login": read, "Client.List": read, "Client.Search": read, "Client.Fetch": read, "Client.Noop": read, "Client.State": local, "Client.Mailbox": local, "Client.SetDebug": local, "Client.*": remote, "*": local},

	// Clouds. The generated clients of AWS, Azure and Google are among the
	// families.

	"github.com/aws/aws-sdk-go/aws/request":                    {"Request.Send": via(aws1, EffectUnknown), "Waiter.WaitWithContext": remote, "*": local},
	"github.com/aws/aws-sdk-go/service/dynamodb":               dynamodb1,
	"github.com/aws/aws-sdk-go/service/dynamodb/dynamodbiface": {"DynamoDBAPI.*": via(aws1Dynamo, EffectUnknown)},
	"github.com/aws/aws-sdk-go/service/s3/s3manager":           {"Uploader.Upload": via(aws1, Idempotent), "Uploader.UploadWithContext": via(aws1, Idempotent), "Downloader.Download": via(aws1, Idempotent), "Downloader.DownloadWithContext": via(aws1, Idempotent), "BatchDelete.Delete": via(aws1, Idempotent), "GetBucketRegion": via(aws1, Idempotent), "*": local},
	"github.com/aws/aws-sdk-go/aws/ec2metadata":                {"EC2Metadata.Available": read, "EC2Metadata.AvailableWithContext": read, "EC2Metadata.*": read, "*": local},
	"github.com/aws/aws-sdk-go/aws/credentials":                {"Credentials.Get": read, "Credentials.GetWithContext": read, "*": local},
	"github.com/aws/aws-sdk-go-v2/aws":                         {"CredentialsProvider.Retrieve": read, "CredentialsCache.Retrieve": read, "*": local},
	"github.com/aws/aws-sdk-go-v2/aws/retry":                   {"NewExponentialJitterBackoff": local, "ExponentialJitterBackoff.BackoffDelay": random, "*": local},
	"github.com/aws/aws-sdk-go-v2/config":                      {"*": local},
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager":          {"Uploader.Upload": via(aws2, Idempotent), "Downloader.Download": via(aws2, Idempotent), "GetBucketRegion": via(aws2, Idempotent), "*": local},
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds":            {"Client.*": via(aws2, Idempotent), "*": local},
	"github.com/aws/aws-sdk-go-v2/service/s3": {
		"Client.GetObject": via(aws2, Idempotent), "Client.HeadObject": via(aws2, Idempotent), "Client.HeadBucket": via(aws2, Idempotent), "Client.ListObjects": via(aws2, Idempotent), "Client.ListObjectsV2": via(aws2, Idempotent), "Client.ListBuckets": via(aws2, Idempotent), "Client.PutObject": via(aws2, Idempotent), "Client.CopyObject": via(aws2, Idempotent), "Client.DeleteObject": via(aws2, Idempotent), "Client.DeleteObjects": via(aws2, Idempotent), "Client.UploadPart": via(aws2, Idempotent), "Client.AbortMultipartUpload": via(aws2, Idempotent),
		"Client.Options": local, "Client.*": via(aws2, EffectUnknown), "PresignClient.*": local, "ListObjectsV2Paginator.NextPage": via(aws2, Idempotent), "*Paginator.NextPage": via(aws2, Idempotent), "ListObjectsV2Paginator.HasMorePages": local, "*": local,
	},
	"github.com/aws/aws-sdk-go-v2/service/sqs": {
		"Client.SendMessage": via(aws2, Publishes), "Client.SendMessageBatch": via(aws2, Publishes), "Client.ReceiveMessage": via(aws2, EffectUnknown), "Client.DeleteMessage": via(aws2, Idempotent), "Client.DeleteMessageBatch": via(aws2, Idempotent), "Client.ChangeMessageVisibility": via(aws2, Idempotent), "Client.GetQueueUrl": via(aws2, Idempotent), "Client.GetQueueAttributes": via(aws2, Idempotent), "Client.CreateQueue": via(aws2, Idempotent),
		"Client.Options": local, "Client.*": via(aws2, EffectUnknown), "*": local,
	},
	"github.com/aws/aws-sdk-go-v2/service/sns":     {"Client.Publish": via(aws2, Publishes), "Client.PublishBatch": via(aws2, Publishes), "Client.CreateTopic": via(aws2, Idempotent), "Client.Subscribe": via(aws2, Idempotent), "Client.Options": local, "Client.*": via(aws2, EffectUnknown), "*": local},
	"github.com/aws/aws-sdk-go-v2/service/kinesis": {"Client.PutRecord": via(aws2, Appends), "Client.PutRecords": via(aws2, Appends), "Client.GetRecords": via(aws2, Idempotent), "Client.GetShardIterator": via(aws2, Idempotent), "Client.DescribeStream": via(aws2, Idempotent), "Client.Options": local, "Client.*": via(aws2, EffectUnknown), "*": local},
	"github.com/aws/aws-sdk-go-v2/service/dynamodb": {
		"Client.GetItem": via(aws2, Idempotent), "Client.BatchGetItem": via(aws2, Idempotent), "Client.Query": via(aws2, Idempotent), "Client.Scan": via(aws2, Idempotent), "Client.PutItem": via(aws2, Idempotent), "Client.DeleteItem": via(aws2, Idempotent), "Client.DescribeTable": via(aws2, Idempotent), "Client.BatchWriteItem": via(aws2, Idempotent), "Client.Options": local, "Client.*": via(aws2, EffectUnknown), "*": local,
	},
	"github.com/Azure/azure-sdk-for-go/sdk/azcore":                   {"*": local},
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime":           {"Poller.Poll": via(azure, Idempotent), "Poller.PollUntilDone": via(azure, Idempotent), "Poller.Result": via(azure, Idempotent), "Pager.NextPage": via(azure, Idempotent), "*": local},
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/internal/exported": {"TokenCredential.GetToken": remote, "Pipeline.Do": via(azure, EffectUnknown), "*": local},
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy":            {"*": local},
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to":                {"*": local},
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus": {
		"Sender.SendMessage": publishes, "Sender.SendMessageBatch": publishes, "Sender.ScheduleMessages": publishes, "Sender.NewMessageBatch": remote, "Receiver.ReceiveMessages": blocks, "Receiver.PeekMessages": read, "Receiver.CompleteMessage": read, "Receiver.AbandonMessage": read, "Receiver.RenewMessageLock": read, "*": local,
	},
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azeventhubs": {"ProducerClient.SendEventDataBatch": publishes, "ProducerClient.NewEventDataBatch": remote, "ProducerClient.GetEventHubProperties": read, "PartitionClient.ReceiveEvents": blocks, "ConsumerClient.GetEventHubProperties": read, "Processor.Run": blocks, "*": local},
	// The numbers of tries are in the sender's hands; 3 in the default one.
	"github.com/Azure/go-autorest/autorest": {"Send": remote, "SendWithSender": remote, "Client.Do": remote, "Sender.Do": remote, "DelayForBackoff": {Place: Local, Wait: &Wait{Kind: Library, Duration: -1, Ctx: -1}}, "DelayForBackoffWithCap": {Place: Local, Wait: &Wait{Kind: Library, Duration: -1, Ctx: -1}}, "*": local},

	// Only what is idempotent is tried again (storage v1.70.0 invoke.go:132).
	"cloud.google.com/go/storage": {
		"ObjectHandle.Attrs": via(gcs, Idempotent), "ObjectHandle.NewReader": via(gcs, Idempotent), "ObjectHandle.NewRangeReader": via(gcs, Idempotent), "ObjectHandle.NewMultiRangeDownloader": via(gcs, Idempotent), "ObjectHandle.Update": remote, "ObjectHandle.Delete": read,
		"BucketHandle.Attrs": via(gcs, Idempotent), "BucketHandle.Create": read, "BucketHandle.Delete": via(gcs, Idempotent), "BucketHandle.Update": remote, "BucketHandle.SignedURL": local, "ObjectIterator.Next": via(gcs, Idempotent), "BucketIterator.Next": via(gcs, Idempotent), "ObjectIterator.PageInfo": local,
		"Copier.Run": read, "Composer.Run": read, "Writer.Write": remote, "Writer.Close": remote, "Reader.Read": remote, "ACLHandle.List": via(gcs, Idempotent), "ACLHandle.*": remote, "NewClient": local, "*": local,
	},
	"cloud.google.com/go/bigquery": {
		"Inserter.Put": {Place: Remote, Effect: Appends, Client: bigquery}, "Query.Run": via(bigquery, EffectUnknown), "Query.Read": via(bigquery, EffectUnknown), "Loader.Run": via(bigquery, EffectUnknown), "Copier.Run": via(bigquery, EffectUnknown), "Extractor.Run": via(bigquery, EffectUnknown),
		"Job.Wait": via(bigquery, Idempotent), "Job.Status": via(bigquery, Idempotent), "Job.Read": via(bigquery, Idempotent), "Job.Cancel": via(bigquery, Idempotent), "Job.Delete": via(bigquery, Idempotent), "Table.Metadata": via(bigquery, Idempotent), "Table.Create": via(bigquery, Idempotent), "Table.Delete": via(bigquery, Idempotent), "Table.Update": via(bigquery, EffectUnknown),
		"Dataset.Metadata": via(bigquery, Idempotent), "Dataset.Create": via(bigquery, Idempotent), "Dataset.Delete": via(bigquery, Idempotent), "Dataset.Update": via(bigquery, EffectUnknown), "RowIterator.Next": via(bigquery, Idempotent), "TableIterator.Next": via(bigquery, Idempotent), "DatasetIterator.Next": via(bigquery, Idempotent), "JobIterator.Next": via(bigquery, Idempotent), "*": local,
	},
	// What Publish returns is asked for the result of what goes on behind.
	"cloud.google.com/go/pubsub": {
		"Topic.Publish": publishes, "Publisher.Publish": publishes, "Topic.Exists": via(gax, Idempotent), "Topic.Config": via(gax, Idempotent), "Topic.Update": via(gax, EffectUnknown), "Topic.Delete": via(gax, Idempotent), "Topic.Flush": remote, "Subscription.Receive": blocks, "Subscriber.Receive": blocks, "Subscription.Exists": via(gax, Idempotent), "Subscription.Config": via(gax, Idempotent), "Subscription.Update": via(gax, EffectUnknown), "Subscription.Delete": via(gax, Idempotent),
		"Client.CreateTopic": via(gax, Idempotent), "Client.CreateTopicWithConfig": via(gax, Idempotent), "Client.CreateSubscription": via(gax, Idempotent), "TopicIterator.Next": via(gax, Idempotent), "SubscriptionIterator.Next": via(gax, Idempotent), "*": local,
	},
	"cloud.google.com/go/internal/pubsub": {"PublishResult.Get": via(gax, EffectUnknown), "*": local},
	"cloud.google.com/go/spanner": {
		"Client.ReadWriteTransaction": spannerTransaction, "Client.ReadWriteTransactionWithOptions": spannerTransaction, "Client.Apply": via(spanner, EffectUnknown), "Client.PartitionedUpdate": via(spanner, EffectUnknown), "Client.BatchWrite": via(spanner, EffectUnknown),
		"RowIterator.Next": via(spanner, Idempotent), "RowIterator.Do": via(spanner, Idempotent), "ReadOnlyTransaction.*": via(spanner, Idempotent), "txReadOnly.ReadRow": via(spanner, Idempotent), "txReadOnly.ReadRowUsingIndex": via(spanner, Idempotent), "ReadWriteTransaction.Update": via(spanner, EffectUnknown), "ReadWriteTransaction.BatchUpdate": via(spanner, EffectUnknown), "*": local,
	},
	"cloud.google.com/go/firestore": {
		"Client.RunTransaction": firestoreTransaction, "Client.GetAll": via(gax, Idempotent), "Client.Collections": local, "DocumentRef.Get": via(gax, Idempotent), "DocumentRef.Create": via(gax, Idempotent), "DocumentRef.Set": via(gax, Idempotent), "DocumentRef.Update": via(gax, EffectUnknown), "DocumentRef.Delete": via(gax, Idempotent),
		"CollectionRef.Add": via(gax, Inserts), "WriteBatch.Commit": via(gax, EffectUnknown), "DocumentIterator.Next": via(gax, Idempotent), "DocumentIterator.GetAll": via(gax, Idempotent), "QuerySnapshotIterator.Next": blocks, "DocumentSnapshotIterator.Next": blocks, "*": local,
	},
	"cloud.google.com/go/compute/metadata": {"*": read},
	"google.golang.org/api/storage/v1": {
		"ObjectsGetCall.Do": via(gcsREST, Idempotent), "ObjectsListCall.Do": via(gcsREST, Idempotent), "ObjectsInsertCall.Do": via(gcsREST, Idempotent), "ObjectsDeleteCall.Do": via(gcsREST, Idempotent), "BucketsGetCall.Do": via(gcsREST, Idempotent), "BucketsListCall.Do": via(gcsREST, Idempotent), "ObjectsGetCall.Download": via(gcsREST, Idempotent),
		"*.Do": via(gcsREST, EffectUnknown), "*.Pages": via(gcsREST, Idempotent),
	},
	"google.golang.org/api/googleapi":      {"*": local},
	"google.golang.org/api/option":         {"*": local},
	"google.golang.org/api/iterator":       {"*": local},
	"google.golang.org/api/transport":      {"*": local},
	"google.golang.org/api/transport/http": {"*": local},

	"github.com/thanos-io/objstore": {
		"Bucket.Upload": read, "Bucket.Delete": read, "BucketReader.Iter": read, "BucketReader.IterWithAttributes": read, "BucketReader.Get": read, "BucketReader.GetRange": read, "BucketReader.GetAndReplace": remote, "BucketReader.Exists": read, "BucketReader.Attributes": read,
		"UploadDir": read, "UploadFile": read, "DownloadFile": read, "DownloadDir": read, "*": local,
	},
	"github.com/minio/minio-go": {
		"Client.EndpointURL": local, "Client.IsOnline": local, "Client.IsOffline": local, "Client.SetAppInfo": local, "Client.TraceOn": local, "Client.TraceOff": local, "Client.HealthCheck": local, "Client.PresignedGetObject": local, "Client.PresignedPutObject": local, "Client.PresignedPostPolicy": local, "Client.CredContext": local,
		"Client.GetObject": {Place: Remote, Effect: Idempotent, Client: minio}, "Client.FGetObject": via(minio, Idempotent), "Client.StatObject": via(minio, Idempotent), "Client.BucketExists": via(minio, Idempotent), "Client.ListBuckets": via(minio, Idempotent), "Client.ListObjects": via(minio, Idempotent), "Client.PutObject": via(minio, Idempotent), "Client.FPutObject": via(minio, Idempotent), "Client.CopyObject": via(minio, Idempotent), "Client.RemoveObject": via(minio, Idempotent), "Client.RemoveObjects": via(minio, Idempotent), "Client.MakeBucket": via(minio, Idempotent), "Client.RemoveBucket": via(minio, Idempotent), "Client.GetBucketLocation": via(minio, Idempotent), "Client.ListenBucketNotification": via(minio, Idempotent), "Client.*": via(minio, EffectUnknown),
		"Core.*": via(minio, EffectUnknown), "Object.Read": remote, "Object.ReadAt": remote, "Object.Stat": via(minio, Idempotent), "*": local,
	},
	"github.com/digitalocean/godo":             {"NewClient": local, "New": local, "NewFromToken": local, "Client.NewRequest": local, "Client.Do": remote, "DoRequest": remote, "DoRequestWithClient": remote, "Client.OnRequestCompleted": local, "SetBaseURL": local, "SetUserAgent": local, "SetStaticRateLimit": local, "WithRetryAndBackoffs": local, "PtrTo": local, "String": local, "Int": local, "Bool": local, "Stringify": local, "CheckResponse": local, "Links.*": local, "Rate.*": local, "ErrorResponse.*": local, "Response.*": local, "Timestamp.*": local, "*": via(godo, EffectUnknown)},
	"github.com/linode/linodego":               {"NewClient": local, "NewClientFromEnv": local, "Client.SetRetryCount": local, "Client.SetRetryMaxWaitTime": local, "Client.SetRetryWaitTime": local, "Client.SetRetryAfter": local, "Client.AddRetryCondition": local, "Client.SetDebug": local, "Client.SetUserAgent": local, "Client.SetToken": local, "Client.SetBaseURL": local, "Client.SetAPIVersion": local, "Client.SetRootCertificate": local, "Client.SetPollDelay": local, "Client.GetPollDelay": local, "Client.OnBeforeRequest": local, "Client.OnAfterResponse": local, "Client.*": via(linode, EffectUnknown), "*": local},
	"github.com/hetznercloud/hcloud-go/hcloud": {"NewClient": local, "Client.NewRequest": local, "Client.Do": via(hcloud, EffectUnknown), "ActionClient.*": via(hcloud, Idempotent), "ServerClient.*": via(hcloud, EffectUnknown), "ServerTypeClient.*": via(hcloud, Idempotent), "ImageClient.*": via(hcloud, EffectUnknown), "NetworkClient.*": via(hcloud, EffectUnknown), "FirewallClient.*": via(hcloud, EffectUnknown), "LoadBalancerClient.*": via(hcloud, EffectUnknown), "VolumeClient.*": via(hcloud, EffectUnknown), "FloatingIPClient.*": via(hcloud, EffectUnknown), "PrimaryIPClient.*": via(hcloud, EffectUnknown), "SSHKeyClient.*": via(hcloud, EffectUnknown), "LocationClient.*": via(hcloud, Idempotent), "DatacenterClient.*": via(hcloud, Idempotent), "CertificateClient.*": via(hcloud, EffectUnknown), "*": local},
	"github.com/cloudflare/cloudflare-go": {
		"New": local, "NewWithAPIToken": local, "API.SetAuthType": local, "API.UserAgent": local, "API.Raw": via(cloudflare, EffectUnknown), "API.ZoneIDByName": via(cloudflare, Idempotent), "API.ListZones": via(cloudflare, Idempotent), "API.ListDNSRecords": via(cloudflare, Idempotent), "API.GetDNSRecord": via(cloudflare, Idempotent), "API.DeleteDNSRecord": via(cloudflare, Idempotent), "API.*": via(cloudflare, EffectUnknown), "*": local,
	},
	"github.com/cloudflare/cloudflare-go/option": {"*": local},
	"github.com/hashicorp/nomad/api": {
		"Jobs.Register": read, "Jobs.RegisterOpts": read, "Jobs.Deregister": read, "Jobs.List": read, "Jobs.Info": read, "Jobs.Dispatch": inserts, "Jobs.*": remote, "Allocations.Exec": blocks, "Allocations.*": remote, "Nodes.List": read, "Nodes.Info": read, "Nodes.*": remote, "Evaluations.*": remote, "Deployments.*": remote, "Agent.*": remote, "Operator.*": remote, "System.*": remote, "Status.*": read, "Services.*": remote, "Variables.*": remote, "Namespaces.*": remote, "EventStream.Stream": remote, "Raw.*": remote, "*": local,
	},

	// Web APIs.

	"github.com/slack-go/slack":                             {"Client.PostMessage": publishes, "Client.PostMessageContext": publishes, "Client.PostEphemeral": publishes, "Client.PostEphemeralContext": publishes, "Client.SendMessage": publishes, "Client.SendMessageContext": publishes, "Client.UploadFileV2": publishes, "Client.UploadFileV2Context": publishes, "Client.UploadFile": publishes, "Client.UploadFileContext": publishes, "Client.ScheduleMessage": publishes, "Client.ScheduleMessageContext": publishes, "PostWebhook": publishes, "PostWebhookContext": publishes, "Client.Debug": local, "Client.Debugf": local, "Client.Debugln": local, "Client.NewRTM": local, "Client.*": remote, "*": local},
	"github.com/google/go-github/github":                    {"NewClient": local, "NewTokenClient": local, "NewClientWithEnvProxy": local, "NewEnterpriseClient": local, "Client.NewRequest": local, "Client.NewUploadRequest": local, "Client.NewFormRequest": local, "Client.Client": local, "Client.WithAuthToken": local, "Client.WithEnterpriseURLs": local, "ParseWebHook": local, "ValidatePayload": local, "ValidatePayloadFromBody": local, "ValidateSignature": local, "WebHookType": local, "DeliveryID": local, "CheckResponse": local, "Stringify": local, "Ptr": local, "Response.*": local, "Timestamp.*": local, "ErrorResponse.*": local, "RateLimitError.*": local, "AbuseRateLimitError.*": local, "IssuesService.CreateComment": inserts, "IssuesService.Create": inserts, "*": remote},
	"github.com/xanzy/go-gitlab":                            gitlabTable,
	"gitlab.com/gitlab-org/api/client-go":                   gitlabTable,
	"github.com/openai/openai-go":                           {"NewClient": local, "String": local, "Int": local, "Float": local, "Bool": local, "Opt": local, "Client.Get": via(openai, Idempotent), "Client.Delete": via(openai, Idempotent), "Client.Post": via(openai, EffectUnknown), "Client.Put": via(openai, EffectUnknown), "Client.Patch": via(openai, EffectUnknown), "Client.Execute": via(openai, EffectUnknown), "ChatCompletionService.*": via(openai, EffectUnknown), "CompletionService.*": via(openai, EffectUnknown), "EmbeddingService.*": via(openai, Idempotent), "ModelService.List": via(openai, Idempotent), "ModelService.Get": via(openai, Idempotent), "ImageService.*": via(openai, EffectUnknown), "FileService.*": via(openai, EffectUnknown), "ModerationService.*": via(openai, Idempotent), "BatchService.*": via(openai, EffectUnknown), "AudioSpeechService.*": via(openai, EffectUnknown), "AudioTranscriptionService.*": via(openai, EffectUnknown)},
	"github.com/openai/openai-go/responses":                 {"ResponseService.Get": via(openai, Idempotent), "ResponseService.*": via(openai, EffectUnknown)},
	"github.com/anthropics/anthropic-sdk-go":                {"NewClient": local, "Client.Get": via(anthropic, Idempotent), "Client.Delete": via(anthropic, Idempotent), "Client.Post": via(anthropic, EffectUnknown), "Client.Put": via(anthropic, EffectUnknown), "Client.Patch": via(anthropic, EffectUnknown), "Client.Execute": via(anthropic, EffectUnknown), "MessageService.CountTokens": via(anthropic, Idempotent), "MessageService.*": via(anthropic, EffectUnknown), "MessageBatchService.*": via(anthropic, EffectUnknown), "CompletionService.*": via(anthropic, EffectUnknown), "ModelService.*": via(anthropic, Idempotent), "BetaMessageService.*": via(anthropic, EffectUnknown)},
	"github.com/sashabaranov/go-openai":                     {"NewClient": local, "NewClientWithConfig": local, "NewOrgClient": local, "Client.*": remote, "streamReader.Recv": remote, "*": local},
	"github.com/stripe/stripe-go":                           {"Backend.Call": via(stripe, EffectUnknown), "Backend.CallStreaming": via(stripe, EffectUnknown), "Backend.CallRaw": via(stripe, EffectUnknown), "Backend.CallMultipart": via(stripe, EffectUnknown), "BackendImplementation.Call": via(stripe, EffectUnknown), "BackendImplementation.CallRaw": via(stripe, EffectUnknown), "BackendImplementation.Do": via(stripe, EffectUnknown)},
	"github.com/PagerDuty/go-pagerduty":                     {"NewClient": local, "NewOAuthClient": local, "WithAPIEndpoint": local, "ManageEvent": publishes, "ManageEventWithContext": publishes, "CreateEvent": publishes, "Client.ManageEvent": publishes, "Client.ManageEventWithContext": publishes, "Client.CreateIncident": inserts, "Client.CreateIncidentWithContext": inserts, "Client.SetDebugFlag": local, "Client.LastAPIRequest": local, "Client.LastAPIResponse": local, "Client.*": remote, "*": local},
	"github.com/prometheus/client_golang/api":               {"Client.Do": remote, "Client.URL": local, "*": local},
	"github.com/prometheus/client_golang/api/prometheus/v1": {"API.*": read, "httpAPI.*": read, "*": local},
	"github.com/prometheus/client_golang/prometheus/push":   {"Pusher.Push": read, "Pusher.PushContext": read, "Pusher.Add": read, "Pusher.AddContext": read, "Pusher.Delete": read, "*": local},

	// Containers and code.

	"github.com/docker/docker/client":                      docker,
	"github.com/moby/moby/client":                          docker,
	"github.com/moby/buildkit/client":                      {"New": read, "Client.Build": remote, "Client.Solve": remote, "Client.ListWorkers": read, "Client.DiskUsage": read, "Client.Info": read, "Client.Prune": remote, "Client.Wait": read, "Client.Close": local, "Client.Dialer": local, "Client.ContentClient": local, "Client.ControlClient": local, "*": local},
	"github.com/containerd/containerd":                     containerd,
	"github.com/containerd/containerd/client":              containerd,
	"github.com/containerd/containerd/remotes":             {"Resolver.Resolve": read, "Resolver.Fetcher": read, "Resolver.Pusher": remote, "Fetcher.Fetch": via(registry, Idempotent), "FetcherByDigest.FetchByDigest": via(registry, Idempotent), "Pusher.Push": via(registry, Idempotent), "FetchHandler": local, "*": local},
	"github.com/containerd/containerd/core/remotes":        {"Resolver.Resolve": read, "Resolver.Fetcher": read, "Resolver.Pusher": remote, "Fetcher.Fetch": via(registry, Idempotent), "FetcherByDigest.FetchByDigest": via(registry, Idempotent), "Pusher.Push": via(registry, Idempotent), "FetchHandler": local, "*": local},
	"github.com/google/go-containerregistry/pkg/v1/remote": {"Image": via(ggcr, Idempotent), "Index": via(ggcr, Idempotent), "Get": via(ggcr, Idempotent), "Head": via(ggcr, Idempotent), "Layer": via(ggcr, Idempotent), "List": via(ggcr, Idempotent), "ListWithContext": via(ggcr, Idempotent), "Catalog": via(ggcr, Idempotent), "CatalogPage": via(ggcr, Idempotent), "Referrers": via(ggcr, Idempotent), "Write": via(ggcr, Idempotent), "WriteIndex": via(ggcr, Idempotent), "WriteLayer": via(ggcr, Idempotent), "MultiWrite": via(ggcr, Idempotent), "Push": via(ggcr, Idempotent), "Put": via(ggcr, Idempotent), "Tag": via(ggcr, Idempotent), "Delete": via(ggcr, Idempotent), "CheckPushPermission": via(ggcr, Idempotent), "Pusher.*": via(ggcr, Idempotent), "Puller.*": via(ggcr, Idempotent), "*": local},
	"github.com/google/go-containerregistry/pkg/crane":     {"Append": local, "Catalog": via(ggcr, Idempotent), "Config": via(ggcr, Idempotent), "Copy": via(ggcr, Idempotent), "CopyRepository": via(ggcr, Idempotent), "Delete": via(ggcr, Idempotent), "Digest": via(ggcr, Idempotent), "Get": via(ggcr, Idempotent), "Head": via(ggcr, Idempotent), "ListTags": via(ggcr, Idempotent), "Manifest": via(ggcr, Idempotent), "Pull": via(ggcr, Idempotent), "PullLayer": via(ggcr, Idempotent), "Push": via(ggcr, Idempotent), "Tag": via(ggcr, Idempotent), "Upload": via(ggcr, Idempotent), "*": local},
	"oras.land/oras-go":                                    {"Copy": remote, "CopyGraph": remote, "ExtendedCopy": remote, "Fetch": read, "FetchBytes": read, "Resolve": read, "Tag": read, "TagN": read, "PushBytes": read, "*": local},
	"oras.land/oras-go/registry/remote":                    {"Repository.Fetch": via(oras, Idempotent), "Repository.Push": via(oras, Idempotent), "Repository.Resolve": via(oras, Idempotent), "Repository.Exists": via(oras, Idempotent), "Repository.Delete": via(oras, Idempotent), "Repository.Tag": via(oras, Idempotent), "Repository.PushReference": via(oras, Idempotent), "Repository.FetchReference": via(oras, Idempotent), "Repository.Tags": via(oras, Idempotent), "Repository.Referrers": via(oras, Idempotent), "Repository.Predecessors": via(oras, Idempotent), "Repository.Mount": via(oras, Idempotent), "Registry.Ping": via(oras, Idempotent), "Registry.Repositories": via(oras, Idempotent), "*": local},
	"github.com/distribution/distribution/registry/client": {"NewRegistry": local, "NewRepository": local, "Registry.Repositories": read, "*": local},
	"github.com/docker/distribution/registry/client":       {"NewRegistry": local, "NewRepository": local, "Registry.Repositories": read, "*": local},
	"github.com/go-git/go-git":                             gogit,
	"gopkg.in/src-d/go-git.v4":                             gogit,
	"github.com/hashicorp/go-getter":                       {"Get": read, "GetAny": read, "GetFile": read, "Client.Get": read, "Getter.Get": read, "Getter.GetFile": read, "HttpGetter.*": read, "GitGetter.*": read, "S3Getter.*": read, "GCSGetter.*": read, "*": local},

	// Activities are retried by the server without limit unless their
	// RetryPolicy says otherwise; the calls of the client until ctx is done
	// (sdk v1.50.0 internal/internal_retry.go:13).
	"go.temporal.io/sdk/client":   {"Dial": read, "DialContext": read, "NewClient": read, "NewLazyClient": local, "Client.Close": local, "Client.ExecuteWorkflow": via(temporal, EffectUnknown), "Client.SignalWorkflow": via(temporal, EffectUnknown), "Client.QueryWorkflow": via(temporal, Idempotent), "Client.DescribeWorkflowExecution": via(temporal, Idempotent), "Client.CancelWorkflow": via(temporal, Idempotent), "Client.TerminateWorkflow": via(temporal, Idempotent), "Client.*": via(temporal, EffectUnknown), "*": local},
	"go.temporal.io/sdk/workflow": {"Sleep": {Place: Local, Wait: &Wait{Kind: Library, Duration: 1, Ctx: 0}}, "*": {}},
}

var (
	inserts   = Entry{Place: Remote, Effect: Inserts}
	appends   = Entry{Place: Remote, Effect: Appends}
	publishes = Entry{Place: Remote, Effect: Publishes}
	counts    = Entry{Place: Remote, Effect: Increments}
)

// via is a call that goes through a client which tries again by itself.
func via(c *Client, effect Effect) Entry { return Entry{Place: Remote, Effect: effect, Client: c} }

var (
	// MaxRetries: 0 is 3 and -1 is none. Commands are repeated whatever they do
	// (go-redis v9.23.0 options.go:695, error.go:84).
	goredis = &Client{Name: "go-redis", Attempts: 4, ZeroIsDefault: true, Options: []Option{
		{"Options.MaxRetries", SetsRetries},
		{"UniversalOptions.MaxRetries", SetsRetries},
		{"FailoverOptions.MaxRetries", SetsRetries},
		{"RingOptions.MaxRetries", SetsRetries},
		{"ClusterOptions.MaxRedirects", SetsRetries},
	}}
	// Commands that only read, until they succeed or ctx ends (rueidis v1.0.79
	// client.go:59).
	rueidis = &Client{Name: "rueidis", Options: []Option{{"ClientOption.DisableRetry", SetsOff}}}
	mongo   = &Client{Name: "the MongoDB driver", Attempts: 2, Options: []Option{
		{"go.mongodb.org/mongo-driver/mongo/options.ClientOptions.SetRetryReads", SetsUnknown},
		{"go.mongodb.org/mongo-driver/mongo/options.ClientOptions.SetRetryWrites", SetsUnknown},
	}}
	// The API that writes in the background (influxdb-client-go v2.14.0
	// api/write/options.go:198).
	influx = &Client{Name: "the InfluxDB client", Attempts: 6, Options: []Option{
		{"github.com/influxdata/influxdb-client-go.Options.SetMaxRetries", SetsRetries},
		{"github.com/influxdata/influxdb-client-go/api/write.Options.SetMaxRetries", SetsRetries},
	}}
	elastic = &Client{Name: "the Elasticsearch client", Attempts: 4, ZeroIsDefault: true, Options: []Option{
		{"github.com/elastic/go-elasticsearch.Config.DisableRetry", SetsOff},
		{"github.com/elastic/go-elasticsearch.Config.MaxRetries", SetsRetries},
		{"github.com/elastic/elastic-transport-go/elastictransport.Config.DisableRetry", SetsOff},
		{"github.com/elastic/elastic-transport-go/elastictransport.Config.MaxRetries", SetsRetries},
	}}
	opensearch = &Client{Name: "the OpenSearch client", Attempts: 7, ZeroIsDefault: true, Options: []Option{
		{"github.com/opensearch-project/opensearch-go.Config.DisableRetry", SetsOff},
		{"github.com/opensearch-project/opensearch-go.Config.MaxRetries", SetsRetries},
	}}
	kafkaWriter = &Client{Name: "kafka-go's Writer", Attempts: 10, ZeroIsDefault: true, Options: []Option{
		{"Writer.MaxAttempts", SetsAttempts},
		{"WriterConfig.MaxAttempts", SetsAttempts},
	}}
	saramaProducer = &Client{Name: "sarama's producer", Attempts: 4, Options: []Option{{"Config.Producer.Retry.Max", SetsRetries}}}
	saramaMetadata = &Client{Name: "sarama", Attempts: 4, Options: []Option{{"Config.Metadata.Retry.Max", SetsRetries}}}
	saramaAdmin    = &Client{Name: "sarama's ClusterAdmin", Attempts: 5, Options: []Option{{"Config.Admin.Retry.Max", SetsRetries}}}
	franzRequests  = &Client{Name: "franz-go", Attempts: 20, Options: []Option{
		{"github.com/twmb/franz-go/pkg/kgo.RequestRetries", SetsRetries},
		{"github.com/twmb/franz-go/pkg/kgo.RetryTimeout", SetsElapsed},
	}}
	franzRecords = &Client{Name: "franz-go's producer", Options: []Option{
		{"RecordRetries", SetsRetries},
		{"RecordDeliveryTimeout", SetsElapsed},
	}}
	// Only while nothing answers for the stream (nats.go v1.55.0 js.go:599).
	jetstream       = &Client{Name: "JetStream", Attempts: 3, Options: []Option{{"WithRetryAttempts", SetsRetries}}}
	jetstreamLegacy = &Client{Name: "JetStream", Attempts: 3, Options: []Option{{"RetryAttempts", SetsRetries}}}
	pulsar          = &Client{Name: "the Pulsar client", Options: []Option{
		{"ProducerOptions.MaxReconnectToBroker", SetsRetries},
		{"ConsumerOptions.MaxReconnectToBroker", SetsRetries},
	}}
	// Reads; writes only where they were never sent. MaxUnaryRetries: 0 is 100
	// (client v3.7.3 client.go:247, retry.go).
	etcd = &Client{Name: "the etcd client", Attempts: 100, ZeroIsDefault: true, Options: []Option{{"Config.MaxUnaryRetries", SetsAttempts}}}
	// MaxRetries: 0 is none (api v1.23.0 client.go:261).
	vault = &Client{Name: "the Vault client", Attempts: 3, Options: []Option{
		{"Config.MaxRetries", SetsRetries},
		{"Client.SetMaxRetries", SetsRetries},
	}}
	retryablehttp = &Client{Name: "go-retryablehttp", Attempts: 5, Options: []Option{
		{"Client.RetryMax", SetsRetries},
		{"Client.CheckRetry", SetsUnknown},
	}}
	pester   = &Client{Name: "pester", Attempts: 3, Options: []Option{{"Client.MaxRetries", SetsAttempts}}}
	fasthttp = &Client{Name: "fasthttp", Attempts: 5, ZeroIsDefault: true, Options: []Option{
		{"Client.MaxIdemponentCallAttempts", SetsAttempts},
		{"HostClient.MaxIdemponentCallAttempts", SetsAttempts},
		{"Client.RetryIf", SetsUnknown},
		{"HostClient.RetryIf", SetsUnknown},
	}}

	aws1Options = []Option{
		{"github.com/aws/aws-sdk-go/aws.Config.MaxRetries", SetsRetries},
		{"github.com/aws/aws-sdk-go/aws.Config.WithMaxRetries", SetsRetries},
		{"github.com/aws/aws-sdk-go/aws.Config.Retryer", SetsUnknown},
		{"github.com/aws/aws-sdk-go/aws/client.DefaultRetryer.NumMaxRetries", SetsRetries},
		{"github.com/aws/aws-sdk-go/aws/request.WithRetryer", SetsUnknown},
	}
	aws1       = &Client{Name: "the AWS SDK", Attempts: 4, Options: aws1Options}
	aws1Dynamo = &Client{Name: "the AWS SDK", Attempts: 11, Options: aws1Options}
	// RetryMaxAttempts: 0 is the default; AddWithMaxAttempts(r, 0) is without
	// limit (aws-sdk-go-v2 v1.47.5 aws/retry/standard.go:29, aws/retryer.go:99).
	aws2 = &Client{Name: "the AWS SDK", Attempts: 3, ZeroIsDefault: true, Options: []Option{
		{"Options.RetryMaxAttempts", SetsAttempts},
		{"Options.Retryer", SetsUnknown},
		{"github.com/aws/aws-sdk-go-v2/aws.Config.RetryMaxAttempts", SetsAttempts},
		{"github.com/aws/aws-sdk-go-v2/aws.Config.Retryer", SetsUnknown},
		{"github.com/aws/aws-sdk-go-v2/aws.NopRetryer", SetsOff},
		{"github.com/aws/aws-sdk-go-v2/aws/retry.AddWithMaxAttempts", SetsAttempts},
		{"github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts", SetsAttempts},
		{"github.com/aws/aws-sdk-go-v2/config.WithRetryMaxAttempts", SetsAttempts},
		{"github.com/aws/aws-sdk-go-v2/config.WithRetryer", SetsUnknown},
	}}
	// MaxRetries: 0 is 3 and -1 is none (azcore v1.24.0 policy/policy.go:90).
	azure = &Client{Name: "the Azure SDK", Attempts: 4, ZeroIsDefault: true, Options: []Option{
		{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions.MaxRetries", SetsRetries},
		{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.RetryOptions.ShouldRetry", SetsUnknown},
	}}
	// Without limit but ctx (storage v1.70.0 invoke.go:132, doc.go:317).
	gcs = &Client{Name: "the Cloud Storage client", Options: []Option{
		{"WithPolicy", SetsUnknown},
		{"WithMaxAttempts", SetsAttempts},
		{"WithMaxRetryDuration", SetsElapsed},
		{"WithErrorFunc", SetsUnknown},
	}}
	gcsREST  = &Client{Name: "the Cloud Storage client"}
	bigquery = &Client{Name: "the BigQuery client"}
	gax      = &Client{Name: "the Google Cloud client", Options: []Option{
		{"github.com/googleapis/gax-go.WithRetry", SetsUnknown},
		{"github.com/googleapis/gax-go.WithTimeout", SetsElapsed},
	}}
	spanner = &Client{Name: "the Spanner client"}
	// MaxRetries: 0 is 10 (minio-go v7.4.1 api.go:347).
	minio = &Client{Name: "minio-go", Attempts: 10, ZeroIsDefault: true, Options: []Option{{"Options.MaxRetries", SetsAttempts}}}
	// Clients that NewFromToken made; those of New and NewClient try once (godo
	// v1.234.0 godo.go:287).
	godo = &Client{Name: "godo", Attempts: 5, Options: []Option{
		{"New", SetsUnknown},
		{"NewClient", SetsOff},
		{"RetryConfig.RetryMax", SetsRetries},
	}}
	linode     = &Client{Name: "linodego", Attempts: 1001, Options: []Option{{"Client.SetRetryCount", SetsRetries}}}
	hcloud     = &Client{Name: "hcloud-go", Attempts: 6, Options: []Option{{"RetryOpts.MaxRetries", SetsRetries}}}
	cloudflare = &Client{Name: "cloudflare-go", Attempts: 4, Options: []Option{{"UsingRetryPolicy", SetsRetries}}}
	gitlab     = &Client{Name: "the GitLab client", Attempts: 6, Options: []Option{
		{"WithoutRetries", SetsOff},
		{"WithCustomRetryMax", SetsRetries},
		{"WithCustomRetry", SetsUnknown},
	}}
	openai      = &Client{Name: "openai-go", Attempts: 3, Options: []Option{{"github.com/openai/openai-go/option.WithMaxRetries", SetsRetries}}}
	anthropic   = &Client{Name: "the Anthropic client", Attempts: 3, Options: []Option{{"github.com/anthropics/anthropic-sdk-go/option.WithMaxRetries", SetsRetries}}}
	cloudflare6 = &Client{Name: "cloudflare-go", Attempts: 11, Options: []Option{{"github.com/cloudflare/cloudflare-go/option.WithMaxRetries", SetsRetries}}}
	stripe      = &Client{Name: "stripe-go", Attempts: 3, Options: []Option{{"github.com/stripe/stripe-go.BackendConfig.MaxNetworkRetries", SetsRetries}}}
	ggcr        = &Client{Name: "go-containerregistry", Attempts: 3, Options: []Option{
		{"github.com/google/go-containerregistry/pkg/remote.WithRetryBackoff", SetsUnknown},
		{"github.com/google/go-containerregistry/pkg/remote.WithRetryPredicate", SetsUnknown},
		{"github.com/google/go-containerregistry/pkg/remote.WithTransport", SetsUnknown},
	}}
	// Attempts counts the five retries of auth.DefaultClient.
	oras     = &Client{Name: "oras-go", Attempts: 6, Options: []Option{{"Repository.Client", SetsUnknown}}}
	temporal = &Client{Name: "the Temporal client"}
)

// Transactions whose function is called again when they conflict.
var (
	mongoTransaction     = Entry{Place: Remote, Retrier: &Retrier{Op: 1, Ctx: 0, Conflict: true, Policy: Policy{Bound: Elapsed | Ctx | ErrorClass, Shape: LibraryPolicy, Wait: Library}}}
	spannerTransaction   = Entry{Place: Remote, Retrier: &Retrier{Op: 1, Ctx: 0, Conflict: true, Policy: Policy{Bound: Ctx | ErrorClass, Shape: LibraryPolicy, Capped: Yes, Jitter: Yes, Wait: Library, Cancel: true}}}
	firestoreTransaction = Entry{Place: Remote, Retrier: &Retrier{Op: 1, Ctx: 0, Conflict: true, Policy: Policy{Attempts: 5, Bound: Attempts | Ctx | ErrorClass, Shape: Exponential, Capped: Yes, Jitter: Yes, Wait: Library, Cancel: true}, Options: []Option{{"MaxAttempts", SetsAttempts}}}}
	etcdTransactionCtx   = Entry{Place: Remote, Retrier: &Retrier{Op: 2, Ctx: 0, Conflict: true, Policy: Policy{Bound: Ctx | ErrorClass}}}
	etcdTransaction      = Entry{Place: Remote, Retrier: &Retrier{Op: 1, Ctx: -1, Conflict: true, Policy: Policy{Bound: Ctx | ErrorClass}}}
)

// registry is containerd's client of container registries. It repeats on 408 and
// 429 without a limit, on 500, 503 and 504 once (containerd v2.2.1
// core/remotes/docker/resolver.go, retryRequest).
var registry = &Client{Name: "containerd's registry client"}

// informs starts informers, which list and watch again for ever (client-go
// v0.34.3 tools/cache/reflector.go).
var informs = Entry{Place: Remote, Client: &Client{Name: "client-go's informers"}}

// Tables that several paths share.
var (
	redisTable = Table{
		"cmdable.Incr": via(goredis, Increments), "cmdable.IncrBy": via(goredis, Increments), "cmdable.IncrByFloat": via(goredis, Increments), "cmdable.Decr": via(goredis, Increments), "cmdable.DecrBy": via(goredis, Increments), "cmdable.HIncrBy": via(goredis, Increments), "cmdable.HIncrByFloat": via(goredis, Increments), "cmdable.ZIncrBy": via(goredis, Increments), "cmdable.ZIncr": via(goredis, Increments),
		"cmdable.LPush": via(goredis, Appends), "cmdable.LPushX": via(goredis, Appends), "cmdable.RPush": via(goredis, Appends), "cmdable.RPushX": via(goredis, Appends), "cmdable.LInsert": via(goredis, Appends), "cmdable.LInsertBefore": via(goredis, Appends), "cmdable.LInsertAfter": via(goredis, Appends), "cmdable.Append": via(goredis, Appends), "cmdable.XAdd": via(goredis, Appends), "cmdable.Publish": via(goredis, Publishes), "cmdable.SPublish": via(goredis, Publishes),
		"cmdable.Get": via(goredis, Idempotent), "cmdable.MGet": via(goredis, Idempotent), "cmdable.Set": via(goredis, Idempotent), "cmdable.SetEx": via(goredis, Idempotent), "cmdable.SetEX": via(goredis, Idempotent), "cmdable.MSet": via(goredis, Idempotent), "cmdable.Del": via(goredis, Idempotent), "cmdable.Unlink": via(goredis, Idempotent), "cmdable.Exists": via(goredis, Idempotent), "cmdable.Expire": via(goredis, Idempotent), "cmdable.TTL": via(goredis, Idempotent), "cmdable.Ping": via(goredis, Idempotent), "cmdable.Keys": via(goredis, Idempotent), "cmdable.Scan": via(goredis, Idempotent), "cmdable.Info": via(goredis, Idempotent),
		"cmdable.HGet": via(goredis, Idempotent), "cmdable.HGetAll": via(goredis, Idempotent), "cmdable.HMGet": via(goredis, Idempotent), "cmdable.HSet": via(goredis, Idempotent), "cmdable.HDel": via(goredis, Idempotent), "cmdable.SAdd": via(goredis, Idempotent), "cmdable.SRem": via(goredis, Idempotent), "cmdable.SMembers": via(goredis, Idempotent), "cmdable.ZAdd": via(goredis, Idempotent), "cmdable.ZRem": via(goredis, Idempotent), "cmdable.ZRange": via(goredis, Idempotent), "cmdable.LRange": via(goredis, Idempotent), "cmdable.XAck": via(goredis, Idempotent),
		"cmdable.BLPop": {Place: Remote, Blocks: true, Client: goredis}, "cmdable.BRPop": {Place: Remote, Blocks: true, Client: goredis}, "cmdable.XRead": {Place: Remote, Blocks: true, Client: goredis}, "cmdable.XReadGroup": {Place: Remote, Blocks: true, Client: goredis},
		"cmdable.Do": via(goredis, EffectUnknown), "cmdable.*": via(goredis, EffectUnknown), "statefulCmdable.*": via(goredis, EffectUnknown),

		// The same commands as interfaces: one up to v8, one for each data type since v9.
		"Cmdable.Incr": via(goredis, Increments), "Cmdable.IncrBy": via(goredis, Increments), "Cmdable.Decr": via(goredis, Increments), "Cmdable.DecrBy": via(goredis, Increments), "Cmdable.HIncrBy": via(goredis, Increments), "Cmdable.ZIncrBy": via(goredis, Increments), "Cmdable.LPush": via(goredis, Appends), "Cmdable.RPush": via(goredis, Appends), "Cmdable.Append": via(goredis, Appends), "Cmdable.XAdd": via(goredis, Appends), "Cmdable.Publish": via(goredis, Publishes),
		"Cmdable.Get": via(goredis, Idempotent), "Cmdable.Set": via(goredis, Idempotent), "Cmdable.Del": via(goredis, Idempotent), "Cmdable.Ping": via(goredis, Idempotent), "Cmdable.Pipeline": local, "Cmdable.TxPipeline": local, "Cmdable.*": via(goredis, EffectUnknown),
		"StringCmdable.Incr": via(goredis, Increments), "StringCmdable.IncrBy": via(goredis, Increments), "StringCmdable.IncrByFloat": via(goredis, Increments), "StringCmdable.Decr": via(goredis, Increments), "StringCmdable.DecrBy": via(goredis, Increments), "StringCmdable.Append": via(goredis, Appends), "StringCmdable.Get": via(goredis, Idempotent), "StringCmdable.MGet": via(goredis, Idempotent), "StringCmdable.Set": via(goredis, Idempotent), "StringCmdable.MSet": via(goredis, Idempotent), "StringCmdable.SetEx": via(goredis, Idempotent), "StringCmdable.*": via(goredis, EffectUnknown),
		"HashCmdable.HIncrBy": via(goredis, Increments), "HashCmdable.HIncrByFloat": via(goredis, Increments), "HashCmdable.HGet": via(goredis, Idempotent), "HashCmdable.HGetAll": via(goredis, Idempotent), "HashCmdable.HSet": via(goredis, Idempotent), "HashCmdable.HDel": via(goredis, Idempotent), "HashCmdable.*": via(goredis, EffectUnknown),
		"ListCmdable.LPush": via(goredis, Appends), "ListCmdable.LPushX": via(goredis, Appends), "ListCmdable.RPush": via(goredis, Appends), "ListCmdable.RPushX": via(goredis, Appends), "ListCmdable.LInsert": via(goredis, Appends), "ListCmdable.BLPop": {Place: Remote, Blocks: true, Client: goredis}, "ListCmdable.BRPop": {Place: Remote, Blocks: true, Client: goredis}, "ListCmdable.*": via(goredis, EffectUnknown),
		"StreamCmdable.XAdd": via(goredis, Appends), "StreamCmdable.XRead": {Place: Remote, Blocks: true, Client: goredis}, "StreamCmdable.XReadGroup": {Place: Remote, Blocks: true, Client: goredis}, "StreamCmdable.XAck": via(goredis, Idempotent), "StreamCmdable.*": via(goredis, EffectUnknown),
		"SortedSetCmdable.ZIncrBy": via(goredis, Increments), "SortedSetCmdable.ZAdd": via(goredis, Idempotent), "SortedSetCmdable.ZRem": via(goredis, Idempotent), "SortedSetCmdable.*": via(goredis, EffectUnknown),
		"PubSubCmdable.Publish": via(goredis, Publishes), "PubSubCmdable.SPublish": via(goredis, Publishes), "PubSubCmdable.*": via(goredis, EffectUnknown), "SetCmdable.SAdd": via(goredis, Idempotent), "SetCmdable.SRem": via(goredis, Idempotent), "SetCmdable.SMembers": via(goredis, Idempotent), "SetCmdable.*": via(goredis, EffectUnknown),
		"GenericCmdable.Del": via(goredis, Idempotent), "GenericCmdable.Exists": via(goredis, Idempotent), "GenericCmdable.Expire": via(goredis, Idempotent), "GenericCmdable.TTL": via(goredis, Idempotent), "GenericCmdable.*": via(goredis, EffectUnknown), "ScriptingFunctionsCmdable.*": via(goredis, EffectUnknown), "ClusterCmdable.*": via(goredis, EffectUnknown), "BitMapCmdable.*": via(goredis, EffectUnknown), "GeoCmdable.*": via(goredis, EffectUnknown), "HyperLogLogCmdable.*": via(goredis, EffectUnknown), "StatefulCmdable.*": via(goredis, EffectUnknown),

		"Pipeline.Exec": via(goredis, EffectUnknown), "Pipeliner.Exec": via(goredis, EffectUnknown), "Client.Process": via(goredis, EffectUnknown), "Client.Pipelined": via(goredis, EffectUnknown), "Client.TxPipelined": via(goredis, EffectUnknown), "Client.Watch": {Place: Remote}, "Client.Do": via(goredis, EffectUnknown), "UniversalClient.Do": via(goredis, EffectUnknown), "UniversalClient.Process": via(goredis, EffectUnknown), "UniversalClient.Watch": {Place: Remote},
		"ClusterClient.Process": via(goredis, EffectUnknown), "ClusterClient.Pipelined": via(goredis, EffectUnknown), "ClusterClient.TxPipelined": via(goredis, EffectUnknown), "ClusterClient.Watch": {Place: Remote}, "ClusterClient.ForEachMaster": remote, "ClusterClient.ForEachShard": remote, "ClusterClient.Do": via(goredis, EffectUnknown), "Ring.Do": via(goredis, EffectUnknown), "Ring.Process": via(goredis, EffectUnknown),
		"PubSub.Receive": blocks, "PubSub.ReceiveMessage": blocks, "PubSub.ReceiveTimeout": remote, "PubSub.Ping": read, "PubSub.Subscribe": read, "PubSub.PSubscribe": read, "PubSub.Unsubscribe": read, "PubSub.PUnsubscribe": read, "Script.Run": via(goredis, EffectUnknown), "Script.Eval": via(goredis, EffectUnknown), "Script.EvalSha": via(goredis, EffectUnknown), "Script.Load": via(goredis, Idempotent), "Script.Exists": via(goredis, Idempotent),
		"SentinelClient.*": remote, "*": local,
	}
	pgconn = Table{"Connect": read, "ConnectConfig": read, "ConnectWithOptions": read, "PgConn.Exec": remote, "PgConn.ExecParams": remote, "PgConn.ExecPrepared": remote, "PgConn.ExecBatch": remote, "PgConn.CopyFrom": remote, "PgConn.CopyTo": remote, "PgConn.Prepare": read, "PgConn.Ping": read, "PgConn.WaitForNotification": blocks, "PgConn.CheckConn": read, "ResultReader.NextRow": remote, "MultiResultReader.ReadAll": remote, "*": local}
	sarama = Table{
		"SyncProducer.SendMessage": via(saramaProducer, Publishes), "SyncProducer.SendMessages": via(saramaProducer, Publishes), "SyncProducer.*": remote, "AsyncProducer.Close": remote,
		"NewClient": via(saramaMetadata, Idempotent), "NewConsumer": via(saramaMetadata, Idempotent), "NewConsumerGroup": via(saramaMetadata, Idempotent), "NewSyncProducer": via(saramaMetadata, Idempotent), "NewAsyncProducer": via(saramaMetadata, Idempotent), "NewClusterAdmin": via(saramaMetadata, Idempotent), "NewSyncProducerFromClient": local, "NewAsyncProducerFromClient": local, "NewConsumerFromClient": local, "NewClusterAdminFromClient": read, "NewConsumerGroupFromClient": local,
		"Client.Config": local, "Client.Close": local, "Client.Closed": local, "Client.Brokers": local, "Client.*": via(saramaMetadata, Idempotent),
		"ClusterAdmin.Close": local, "ClusterAdmin.ListTopics": via(saramaAdmin, Idempotent), "ClusterAdmin.DescribeTopics": via(saramaAdmin, Idempotent), "ClusterAdmin.CreateTopic": via(saramaAdmin, Idempotent), "ClusterAdmin.DeleteTopic": via(saramaAdmin, Idempotent), "ClusterAdmin.*": via(saramaAdmin, EffectUnknown),
		"ConsumerGroup.Consume": blocks, "Consumer.ConsumePartition": remote, "Consumer.Topics": read, "Consumer.Partitions": read, "OffsetManager.ManagePartition": remote,
		"Broker.Open": local, "Broker.Connected": remote, "Broker.Produce": publishes, "Broker.AsyncProduce": publishes, "Broker.ID": local, "Broker.Addr": local, "Broker.Rack": local, "Broker.Close": local, "Broker.*": remote, "*": local,
	}
	amqp = Table{
		"Dial": read, "DialConfig": read, "DialTLS": read, "DialTLS_ExternalAuth": read, "Open": read, "DefaultDial": local, "Connection.Channel": read, "Connection.Close": remote,
		"Channel.Publish": publishes, "Channel.PublishWithContext": publishes, "Channel.PublishWithDeferredConfirm": publishes, "Channel.PublishWithDeferredConfirmWithContext": publishes,
		"Channel.QueueDeclare": read, "Channel.QueueDeclarePassive": read, "Channel.QueueBind": read, "Channel.QueueUnbind": read, "Channel.QueueDelete": read, "Channel.QueuePurge": read, "Channel.QueueInspect": read, "Channel.ExchangeDeclare": read, "Channel.ExchangeDeclarePassive": read, "Channel.ExchangeBind": read, "Channel.ExchangeDelete": read, "Channel.Qos": read, "Channel.Confirm": read, "Channel.Ack": read, "Channel.Nack": read, "Channel.Reject": read, "Channel.Consume": remote, "Channel.ConsumeWithContext": remote, "Channel.Cancel": read, "Channel.Get": remote, "Channel.Tx": remote, "Channel.TxCommit": remote, "Channel.TxRollback": remote, "Channel.Recover": remote,
		"Delivery.Ack": read, "Delivery.Nack": read, "Delivery.Reject": read, "*": local,
	}
	etcdTable = Table{
		"New": local, "NewFromURL": local, "KV.Get": via(etcd, Idempotent), "KV.Put": read, "KV.Delete": read, "KV.Compact": read, "KV.Do": remote, "KV.Txn": local, "Txn.Commit": remote, "Txn.If": {Place: Local, Effect: Idempotent}, "Txn.*": local, "kv.Get": via(etcd, Idempotent), "kv.Put": read, "kv.Delete": read,
		"Lease.Grant": remote, "Lease.Revoke": read, "Lease.TimeToLive": via(etcd, Idempotent), "Lease.Leases": via(etcd, Idempotent), "Lease.KeepAlive": remote, "Lease.KeepAliveOnce": read, "Lease.Close": local, "Watcher.Watch": remote, "Watcher.RequestProgress": remote, "Watcher.Close": local,
		"Cluster.MemberList": via(etcd, Idempotent), "Cluster.*": remote, "Maintenance.Status": via(etcd, Idempotent), "Maintenance.HashKV": via(etcd, Idempotent), "Maintenance.*": remote, "Auth.*": remote, "Client.Sync": read, "Client.Dial": read, "*": local,
	}
	etcdConcurrency = Table{
		"NewSession": remote, "Session.Close": remote, "Mutex.Lock": blocks, "Mutex.TryLock": remote, "Mutex.Unlock": read, "Election.Campaign": blocks, "Election.Resign": read, "Election.Proclaim": read, "Election.Leader": read,
		"NewSTM": etcdTransaction, "NewSTMRepeatable": etcdTransactionCtx, "NewSTMSerializable": etcdTransactionCtx, "NewSTMReadCommitted": etcdTransactionCtx, "*": local,
	}
	etcd2     = Table{"KeysAPI.Get": read, "KeysAPI.Set": read, "KeysAPI.Delete": read, "KeysAPI.Update": read, "KeysAPI.Create": read, "KeysAPI.CreateInOrder": appends, "KeysAPI.Watcher": local, "Watcher.Next": blocks, "MembersAPI.*": remote, "Client.Do": remote, "Client.Sync": read, "Client.GetVersion": read, "Client.AutoSync": blocks, "*": local}
	zookeeper = Table{
		"Connect": local, "ConnectWithDialer": local, "Conn.Get": read, "Conn.GetW": read, "Conn.Children": read, "Conn.ChildrenW": read, "Conn.Exists": read, "Conn.ExistsW": read, "Conn.Set": read, "Conn.Delete": read, "Conn.Create": read, "Conn.CreateProtectedEphemeralSequential": inserts, "Conn.Sync": read, "Conn.GetACL": read, "Conn.SetACL": read, "Conn.Multi": remote, "Conn.AddAuth": read, "Lock.Lock": blocks, "Lock.Unlock": read, "*": local,
	}
	resty = Table{
		"Request.Get": read, "Request.Head": read, "Request.Options": read, "Request.Put": read, "Request.Delete": read, "Request.Post": remote, "Request.Patch": remote, "Request.Execute": remote, "Request.Send": remote, "*": local,
	}
	websocket = Table{"Dial": read, "Accept": remote, "Conn.Read": blocks, "Conn.Reader": blocks, "Conn.Write": remote, "Conn.Writer": remote, "Conn.Ping": read, "*": local}
	dynamodb1 = Table{
		"DynamoDB.GetItem": via(aws1Dynamo, Idempotent), "DynamoDB.GetItemWithContext": via(aws1Dynamo, Idempotent), "DynamoDB.BatchGetItem": via(aws1Dynamo, Idempotent), "DynamoDB.BatchGetItemWithContext": via(aws1Dynamo, Idempotent), "DynamoDB.Query": via(aws1Dynamo, Idempotent), "DynamoDB.QueryWithContext": via(aws1Dynamo, Idempotent), "DynamoDB.Scan": via(aws1Dynamo, Idempotent), "DynamoDB.ScanWithContext": via(aws1Dynamo, Idempotent), "DynamoDB.PutItem": via(aws1Dynamo, Idempotent), "DynamoDB.PutItemWithContext": via(aws1Dynamo, Idempotent), "DynamoDB.DeleteItem": via(aws1Dynamo, Idempotent), "DynamoDB.DeleteItemWithContext": via(aws1Dynamo, Idempotent), "DynamoDB.BatchWriteItem": via(aws1Dynamo, Idempotent), "DynamoDB.BatchWriteItemWithContext": via(aws1Dynamo, Idempotent), "DynamoDB.DescribeTable": via(aws1Dynamo, Idempotent), "DynamoDB.*": via(aws1Dynamo, EffectUnknown),
		"*": local,
	}
	gitlabTable = Table{
		"NewClient": local, "NewBasicAuthClient": local, "NewOAuthClient": local, "NewJobClient": local, "NewAuthSourceClient": local, "Client.NewRequest": local, "Client.UploadRequest": local, "Client.BaseURL": local, "ParseWebhook": local, "ParseHook": local, "ParseSystemhook": local, "ParseISOTime": local, "CheckResponse": local, "Ptr": local, "String": local, "Int": local, "Bool": local, "Time": local, "WebhookEventType": local, "HookEventType": local, "Stringify": local,
		"WithBaseURL": local, "WithHTTPClient": local, "WithoutRetries": local, "WithContext": local, "WithToken": local, "WithCustomRetry": local, "WithCustomRetryMax": local, "WithCustomBackoff": local, "ErrorResponse.*": local, "ISOTime.*": local, "*": via(gitlab, EffectUnknown),
	}
	docker = Table{
		"Client.Close": local, "Client.ClientVersion": local, "Client.DaemonHost": local, "Client.HTTPClient": local, "Client.Dialer": local, "Client.CustomHTTPHeaders": local, "Client.SetCustomHTTPHeaders": local, "Client.NegotiateAPIVersionPing": local,
		"Client.Ping": read, "Client.Info": read, "Client.ServerVersion": read, "Client.ContainerInspect": read, "Client.ContainerList": read, "Client.ContainerStart": read, "Client.ContainerStop": read, "Client.ContainerKill": read, "Client.ContainerRemove": read, "Client.ImageInspect": read, "Client.ImageInspectWithRaw": read, "Client.ImageList": read, "Client.ImagePull": read, "Client.ImagePush": read, "Client.ImageTag": read, "Client.NetworkInspect": read, "Client.NetworkList": read, "Client.VolumeInspect": read, "Client.VolumeList": read, "Client.ServiceList": read, "Client.NodeList": read, "Client.TaskList": read, "Client.*": remote,
		"CommonAPIClient.*": remote, "stableAPIClient.*": remote, "APIClient.*": remote, "ContainerAPIClient.*": remote, "DistributionAPIClient.*": read, "ImageAPIClient.*": remote, "NetworkAPIClient.*": remote, "NodeAPIClient.*": remote, "PluginAPIClient.*": remote, "ServiceAPIClient.*": remote, "SwarmAPIClient.*": remote, "SystemAPIClient.*": remote, "VolumeAPIClient.*": remote, "SecretAPIClient.*": remote, "ConfigAPIClient.*": remote, "*": local,
	}
	containerd = Table{
		"New": read, "NewWithConn": local, "Client.Close": local, "Client.Conn": local, "Client.Runtime": local, "Client.ContainerService": local, "Client.ContentStore": local, "Client.SnapshotService": local, "Client.TaskService": local, "Client.ImageService": local, "Client.DiffService": local, "Client.IntrospectionService": local, "Client.LeasesService": local, "Client.HealthService": local, "Client.EventService": local, "Client.NamespaceService": local, "Client.VersionService": local,
		"Client.Version": read, "Client.IsServing": read, "Client.Containers": read, "Client.LoadContainer": read, "Client.GetImage": read, "Client.ListImages": read, "Client.Pull": read, "Client.Fetch": read, "Client.Push": read, "Client.*": remote,
		"Container.ID": local, "Container.Info": read, "Container.Labels": read, "Container.Spec": read, "Container.Image": read, "Container.Task": read, "Container.Delete": read, "Container.*": remote, "Task.*": remote, "Process.ID": local, "Process.Pid": local, "Process.Status": read, "Process.*": remote, "Image.Name": local, "Image.Target": local, "Image.*": remote, "*": local,
	}
	gogit = Table{
		"PlainClone": read, "PlainCloneContext": read, "Clone": read, "CloneContext": read, "Repository.Fetch": read, "Repository.FetchContext": read, "Repository.Push": read, "Repository.PushContext": read, "Remote.Fetch": read, "Remote.FetchContext": read, "Remote.Push": read, "Remote.PushContext": read, "Remote.List": read, "Remote.ListContext": read, "Worktree.Pull": read, "Worktree.PullContext": read, "Submodule.Update": read, "Submodule.UpdateContext": read, "Submodules.Update": read, "Submodules.UpdateContext": read, "*": local,
	}
)
