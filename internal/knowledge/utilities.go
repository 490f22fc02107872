package knowledge

// utilities is libraries that pass time, draw random numbers or end the
// process, and popular ones whose calls never leave it.
var utilities = map[string]Table{
	// Rate limiters. Allow and Reserve do not wait.

	"golang.org/x/time/rate":          {"Limiter.Wait": waits(0), "Limiter.WaitN": waits(0), "*": local},
	"go.uber.org/ratelimit":           {"Limiter.Take": waits(-1), "*": local},
	"github.com/juju/ratelimit":       {"Bucket.Wait": waits(-1), "Bucket.WaitMaxDuration": waits(-1), "*": local},
	"github.com/sethvargo/go-limiter": {"*": local},

	// This module's own runtime.

	"github.com/retryvet/retryvet/runtime/retry": {
		"Sleep":   {Place: Local, Wait: &Wait{Kind: Library, Duration: 1, Ctx: 0}},
		"Do":      {Retrier: ownRetrier},
		"DoValue": {Retrier: ownRetrier},
		// They wait between the rounds of the loop that ranges over them.
		"Attempts":    waits(0),
		"AttemptsErr": waits(0),
		"*":           local,
	},

	// Clocks.

	"k8s.io/utils/clock":                 {"Clock.Sleep": sleeps(0), "RealClock.Sleep": sleeps(0), "*": local},
	"k8s.io/apimachinery/pkg/util/clock": {"Clock.Sleep": sleeps(0), "RealClock.Sleep": sleeps(0), "*": local},
	"github.com/jonboulle/clockwork":     {"Clock.Sleep": sleeps(0), "realClock.Sleep": sleeps(0), "FakeClock.Sleep": sleeps(0), "*": local},
	"github.com/benbjohnson/clock":       {"Clock.Sleep": sleeps(0), "clock.Sleep": sleeps(0), "Mock.Sleep": sleeps(0), "*": local},
	"github.com/facebookgo/clock":        {"Clock.Sleep": sleeps(0), "clock.Sleep": sleeps(0), "Mock.Sleep": sleeps(0), "*": local},
	"github.com/andres-erbsen/clock":     {"Clock.Sleep": sleeps(0), "clock.Sleep": sleeps(0), "Mock.Sleep": sleeps(0), "*": local},

	// Synchronisation.

	"golang.org/x/sync/errgroup":     {"*": local},
	"golang.org/x/sync/semaphore":    {"Weighted.Acquire": local, "*": local},
	"golang.org/x/sync/singleflight": {"*": local},

	// Logging.

	"github.com/sirupsen/logrus": {
		"Fatal": exits, "Fatalf": exits, "Fatalln": exits, "Panic": exits, "Panicf": exits, "Panicln": exits, "Exit": exits,
		"Logger.Fatal": exits, "Logger.Fatalf": exits, "Logger.Fatalln": exits, "Logger.Panic": exits, "Logger.Panicf": exits, "Logger.Panicln": exits, "Logger.Exit": exits,
		"Entry.Fatal": exits, "Entry.Fatalf": exits, "Entry.Fatalln": exits, "Entry.Panic": exits, "Entry.Panicf": exits, "Entry.Panicln": exits,
		"FieldLogger.Fatal": exits, "FieldLogger.Fatalf": exits, "FieldLogger.Fatalln": exits, "FieldLogger.Panic": exits, "FieldLogger.Panicf": exits, "FieldLogger.Panicln": exits,
		"StdLogger.Fatal": exits, "StdLogger.Fatalf": exits, "StdLogger.Fatalln": exits, "StdLogger.Panic": exits, "StdLogger.Panicf": exits, "StdLogger.Panicln": exits,
		"*": local,
	},
	"go.uber.org/zap": {
		"Logger.Fatal": exits, "Logger.Panic": exits,
		"SugaredLogger.Fatal": exits, "SugaredLogger.Fatalf": exits, "SugaredLogger.Fatalw": exits, "SugaredLogger.Fatalln": exits,
		"SugaredLogger.Panic": exits, "SugaredLogger.Panicf": exits, "SugaredLogger.Panicw": exits, "SugaredLogger.Panicln": exits,
		"*": local,
	},
	// The process ends when the event that Fatal begins is sent.
	"github.com/rs/zerolog":     {"*": local},
	"github.com/rs/zerolog/log": {"*": local},
	"k8s.io/klog": {
		"Fatal": exits, "Fatalf": exits, "Fatalln": exits, "FatalDepth": exits, "FatalfDepth": exits, "FatallnDepth": exits,
		"Exit": exits, "Exitf": exits, "Exitln": exits, "ExitDepth": exits, "ExitfDepth": exits, "ExitlnDepth": exits, "*": local,
	},
	"github.com/golang/glog": {
		"Fatal": exits, "Fatalf": exits, "Fatalln": exits, "FatalDepth": exits, "FatalDepthf": exits, "FatalContext": exits, "FatalContextf": exits,
		"Exit": exits, "Exitf": exits, "Exitln": exits, "ExitDepth": exits, "ExitDepthf": exits, "ExitContext": exits, "ExitContextf": exits, "*": local,
	},
	"github.com/go-logr/logr":          {"*": local},
	"github.com/go-kit/log":            {"*": local},
	"github.com/go-kit/kit/log":        {"*": local},
	"github.com/go-kit/kit/log/level":  {"*": local},
	"github.com/hashicorp/go-hclog":    {"*": local},
	"github.com/inconshreveable/log15": {"*": local},
	"github.com/containerd/log":        {"*": local},

	// Errors.

	"github.com/pkg/errors":              {"*": local},
	"github.com/cockroachdb/errors":      {"*": local},
	"github.com/hashicorp/go-multierror": {"*": local},
	"github.com/hashicorp/errwrap":       {"*": local},
	"github.com/efficientgo/core/errors": {"*": local},
	"github.com/containerd/errdefs":      {"*": local},
	"github.com/juju/errors":             {"*": local},
	"go.uber.org/multierr":               {"*": local},
	"golang.org/x/xerrors":               {"*": local},

	// Metrics and tracing. Those of prometheus and opentelemetry are among the
	// families.

	"github.com/opentracing/opentracing-go":     {"*": local},
	"github.com/opentracing/opentracing-go/ext": {"*": local},
	"github.com/opentracing/opentracing-go/log": {"*": local},
	"github.com/prometheus/common/model":        {"*": local},
	"github.com/hashicorp/go-metrics":           {"*": local},
	"github.com/armon/go-metrics":               {"*": local},
	"github.com/rcrowley/go-metrics":            {"*": local},

	// Encodings.

	"github.com/json-iterator/go":       {"*": local},
	"github.com/goccy/go-json":          {"*": local},
	"github.com/goccy/go-yaml":          {"*": local},
	"github.com/pelletier/go-toml":      {"*": local},
	"github.com/BurntSushi/toml":        {"*": local},
	"github.com/tidwall/gjson":          {"*": local},
	"github.com/mitchellh/mapstructure": {"*": local},
	"gopkg.in/yaml.v2":                  {"*": local},
	"gopkg.in/yaml.v3":                  {"*": local},
	"go.yaml.in/yaml":                   {"*": local},
	"sigs.k8s.io/yaml":                  {"*": local},

	// Random identifiers.

	"github.com/google/uuid":            {"New": random, "NewRandom": random, "NewString": random, "NewUUID": random, "NewV6": random, "NewV7": random, "NewRandomFromReader": random, "Must": random, "*": local},
	"github.com/gofrs/uuid":             {"NewV1": random, "NewV4": random, "NewV6": random, "NewV7": random, "Must": random, "Gen.NewV1": random, "Gen.NewV4": random, "Gen.NewV6": random, "Gen.NewV7": random, "Generator.NewV1": random, "Generator.NewV4": random, "Generator.NewV6": random, "Generator.NewV7": random, "*": local},
	"github.com/satori/go.uuid":         {"NewV1": random, "NewV4": random, "Must": random, "*": local},
	"github.com/hashicorp/go-uuid":      {"GenerateUUID": random, "GenerateRandomBytes": random, "GenerateUUIDWithReader": random, "*": local},
	"github.com/oklog/ulid":             {"Make": random, "New": random, "MustNew": random, "MustNewDefault": random, "*": local},
	"github.com/rs/xid":                 {"New": random, "NewWithTime": random, "*": local},
	"golang.org/x/exp/rand":             {"New": local, "NewSource": local, "Seed": local, "Perm": local, "Shuffle": local, "*": random},
	"k8s.io/apimachinery/pkg/util/rand": {"*": random},

	// Command lines and tests.

	"github.com/urfave/cli":               {"*": local},
	"github.com/alecthomas/kingpin":       {"*": local},
	"gopkg.in/alecthomas/kingpin.v2":      {"*": local},
	"github.com/stretchr/testify/mock":    {"*": local},
	"github.com/stretchr/testify/require": testifyRequire,
	"github.com/stretchr/testify/assert":  testifyRequire,
	"github.com/google/go-cmp/cmp":        {"*": local},
}

// testifyRequire polls in Eventually; the condition has no error.
var testifyRequire = Table{
	"Eventually": polls(1, -1, Elapsed), "Eventuallyf": polls(1, -1, Elapsed), "EventuallyWithT": polls(1, -1, Elapsed), "EventuallyWithTf": polls(1, -1, Elapsed),
	"Assertions.Eventually": polls(0, -1, Elapsed), "Assertions.Eventuallyf": polls(0, -1, Elapsed), "Assertions.EventuallyWithT": polls(0, -1, Elapsed), "Assertions.EventuallyWithTf": polls(0, -1, Elapsed),
	"*": local,
}

// ownRetrier is retry.Do. A zero Policy means three attempts.
var ownRetrier = &Retrier{Op: 2, Ctx: 0,
	Policy:  Policy{Bound: Attempts | Ctx, Shape: Exponential, Capped: Yes, Jitter: Yes, Wait: Library, Cancel: true},
	Options: []Option{{"Policy.MaxAttempts", SetsAttempts}, {"Policy.MaxElapsed", SetsElapsed}},
}
