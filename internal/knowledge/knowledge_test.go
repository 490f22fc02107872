package knowledge

import (
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"
)

// function makes a function of a package, or a method of recv if that is not
// empty; star makes the receiver a pointer.
func function(path, recv, name string, star bool) *types.Func {
	pkg := types.NewPackage(path, "p")
	var v *types.Var
	if recv != "" {
		var t types.Type = types.NewNamed(types.NewTypeName(token.NoPos, pkg, recv, nil), types.NewStruct(nil, nil), nil)
		if star {
			t = types.NewPointer(t)
		}
		v = types.NewVar(token.NoPos, pkg, "", t)
	}
	return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(v, nil, nil, nil, nil, false))
}

func TestLookup(t *testing.T) {
	for _, test := range []struct {
		name             string
		path, recv, fn   string
		place            Place
		effect           Effect
		retrier, wait    bool
		client           string
		random, isExit   bool
		blocks, pointers bool
	}{
		{name: "function", path: "time", fn: "Sleep", place: Local, wait: true},
		{name: "rest of the package", path: "time", fn: "Now", place: Local},
		{name: "value method", path: "k8s.io/client-go/tools/record", recv: "X", fn: "Y", place: Local},
		{name: "vendored", path: "example.com/a/vendor/github.com/avast/retry-go", fn: "Do", retrier: true},
		{name: "major version", path: "github.com/avast/retry-go/v4", fn: "DoWithData", retrier: true},
		{name: "major version with a table", path: "github.com/avast/retry-go/v5", recv: "Retrier", fn: "Do", pointers: true, retrier: true},
		{name: "not in that version", path: "github.com/avast/retry-go/v5", fn: "Do", place: Local},
		{name: "major version inside", path: "github.com/redis/go-redis/v9", recv: "cmdable", fn: "Incr", place: Remote, effect: Increments, client: "go-redis"},
		{name: "method before type", path: "github.com/redis/go-redis/v9", recv: "cmdable", fn: "LPush", place: Remote, effect: Appends, client: "go-redis"},
		{name: "type before package", path: "github.com/redis/go-redis/v9", recv: "cmdable", fn: "Wait", place: Remote, client: "go-redis"},
		{name: "package", path: "github.com/redis/go-redis/v9", recv: "Client", fn: "Options", pointers: true, place: Local},
		{name: "two majors", path: "go.etcd.io/etcd/client/v3", recv: "KV", fn: "Get", place: Remote, effect: Idempotent, client: "the etcd client"},
		{name: "another major", path: "go.etcd.io/etcd/client/v2", recv: "KeysAPI", fn: "Get", place: Remote, effect: Idempotent},
		{name: "family", path: "github.com/aws/aws-sdk-go-v2/service/ec2", recv: "Client", fn: "RunInstances", pointers: true, place: Remote, client: "the AWS SDK"},
		{name: "table before family", path: "github.com/aws/aws-sdk-go-v2/service/sqs", recv: "Client", fn: "SendMessage", pointers: true, place: Remote, effect: Publishes, client: "the AWS SDK"},
		{name: "family with a major version", path: "k8s.io/client-go/kubernetes/typed/core/v1", recv: "PodInterface", fn: "Update", place: Remote},
		{name: "family, local", path: "k8s.io/client-go/listers/core/v1", recv: "PodLister", fn: "List", place: Local},
		{name: "generic receiver", path: "github.com/failsafe-go/failsafe-go", recv: "Executor", fn: "Run", retrier: true},
		{name: "random", path: "github.com/google/uuid", fn: "NewString", place: Local, random: true},
		{name: "exits", path: "github.com/sirupsen/logrus", recv: "Entry", fn: "Fatalf", pointers: true, isExit: true},
		{name: "blocks", path: "github.com/rabbitmq/amqp091-go", fn: "Dial", place: Remote, effect: Idempotent},
		{name: "supervisor", path: "k8s.io/apimachinery/pkg/util/wait", fn: "UntilWithContext", blocks: true},
		{name: "rate limiter", path: "golang.org/x/time/rate", recv: "Limiter", fn: "Wait", pointers: true, place: Local, wait: true},
		{name: "nothing", path: "example.com/unknown", fn: "Do"},
		{name: "nothing of the standard library", path: "unknown", fn: "Do"},
		{name: "vendored family", path: "example.com/a/vendor/k8s.io/client-go/listers/core/v1", recv: "PodLister", fn: "List", place: Local},
		{name: "not a family", path: "k8s.io/client-gone/listers/x", fn: "Do"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := Lookup(function(test.path, test.recv, test.fn, test.pointers))
			if e.Place != test.place {
				t.Errorf("place %v, want %v", e.Place, test.place)
			}
			if e.Effect != test.effect {
				t.Errorf("effect %v, want %v", e.Effect, test.effect)
			}
			if (e.Retrier != nil) != test.retrier {
				t.Errorf("retrier %v, want %v", e.Retrier != nil, test.retrier)
			}
			if (e.Wait != nil) != test.wait {
				t.Errorf("wait %v, want %v", e.Wait != nil, test.wait)
			}
			client := ""
			if e.Client != nil {
				client = e.Client.Name
			}
			if client != test.client {
				t.Errorf("client %q, want %q", client, test.client)
			}
			if e.Random != test.random || e.Exits != test.isExit || e.Blocks != test.blocks {
				t.Errorf("random %v, exits %v, blocks %v", e.Random, e.Exits, e.Blocks)
			}
		})
	}
}

func TestWithoutMajor(t *testing.T) {
	for path, want := range map[string]string{
		"a.b/c":                      "a.b/c",
		"a.b/c/v2":                   "a.b/c",
		"a.b/c/v10/d":                "a.b/c/d",
		"a.b/c/v2beta1":              "a.b/c/v2beta1",
		"a.b/vault/v1/vendor":        "a.b/vault/vendor",
		"k8s.io/api/core/v1":         "k8s.io/api/core",
		"github.com/x/aws-sdk-go-v2": "github.com/x/aws-sdk-go-v2",
	} {
		if got := withoutMajor(path); got != want {
			t.Errorf("withoutMajor(%q) = %q, want %q", path, got, want)
		}
	}
}

// Defaults change: the path, or a version that is known, says which one counts.
func TestLookupAt(t *testing.T) {
	for _, test := range []struct {
		path, recv, fn, version string
		attempts                int
	}{
		{"github.com/redis/go-redis/v9", "cmdable", "Get", "", 4},
		{"github.com/go-redis/redis/v8", "cmdable", "Get", "", 4},
		{"github.com/go-redis/redis/v7", "cmdable", "Get", "", 1},
		{"github.com/go-redis/redis", "cmdable", "Get", "", 1},
		{"github.com/go-redis/redis", "cmdable", "Get", "v6.15.9+incompatible", 1},
		{"github.com/opensearch-project/opensearch-go/v4", "Client", "Do", "", 7},
		{"github.com/opensearch-project/opensearch-go/v4", "Client", "Do", "v4.6.0", 4},
		{"github.com/opensearch-project/opensearch-go/v4", "Client", "Do", "v4.7.0", 7},
		{"github.com/opensearch-project/opensearch-go/v4", "Client", "Do", "(devel)", 7},
		{"github.com/opensearch-project/opensearch-go/v2", "Client", "Do", "", 4},
		{"github.com/stripe/stripe-go/v82", "BackendImplementation", "Call", "", 3},
		{"github.com/stripe/stripe-go", "BackendImplementation", "Call", "v70.15.0+incompatible", 1},
	} {
		c := LookupAt(function(test.path, test.recv, test.fn, true), test.version).Client
		if c == nil || c.Attempts != test.attempts {
			t.Errorf("%s %s.%s %s: %+v, want %d attempts", test.path, test.recv, test.fn, test.version, c, test.attempts)
		}
	}
}

func TestState(t *testing.T) {
	method := func(path, recv, name string) *types.Func { return function(path, recv, name, true) }
	for _, test := range []struct {
		fn   *types.Func
		want Role
	}{
		{method("github.com/cenkalti/backoff/v4", "ExponentialBackOff", "NextBackOff"), Advances},
		{method("github.com/cenkalti/backoff/v5", "ExponentialBackOff", "Reset"), Restarts},
		{method("example.com/a/vendor/github.com/jpillora/backoff", "Backoff", "Duration"), Advances},
		{method("github.com/jpillora/backoff", "Backoff", "ForAttempt"), NoRole},
		{nil, NoRole},
	} {
		if got := RoleOf(test.fn); got != test.want {
			t.Errorf("%v: role %d, want %d", test.fn, got, test.want)
		}
	}
	for _, test := range []struct {
		path, name string
		want       bool
	}{
		{"github.com/cenkalti/backoff/v5", "NewExponentialBackOff", true},
		{"github.com/cenkalti/backoff/v5", "NewConstantBackOff", false},
		{"github.com/sethvargo/go-retry", "NewFibonacci", true},
		{"example.com/own", "NewExponentialBackOff", false},
	} {
		if got := MakesBackoff(function(test.path, "", test.name, false)); got != test.want {
			t.Errorf("%s.%s: makes a back-off: %v", test.path, test.name, got)
		}
	}
	for _, test := range []struct {
		path, name string
		want       int
	}{
		{"context", "WithTimeoutCause", 0},
		{"context", "WithoutCancel", -1},
		{"google.golang.org/grpc/metadata", "AppendToOutgoingContext", 0},
		{"google.golang.org/grpc/metadata", "New", -1},
		{"go.opentelemetry.io/otel/trace", "ContextWithSpan", 0},
		{"example.com/own", "WithTimeout", -1},
	} {
		if got := Derives(function(test.path, "", test.name, false)); got != test.want {
			t.Errorf("%s.%s derives from parameter %d, want %d", test.path, test.name, got, test.want)
		}
	}
}

// A lookup must not allocate more than the keys that it tries: it is made for
// each call of a package.
func BenchmarkLookup(b *testing.B) {
	fn := function("github.com/redis/go-redis/v9", "cmdable", "Zzz", false)
	for b.Loop() {
		Lookup(fn)
	}
}

// Tables are searched by halves, so they have to be sorted, and of two prefixes
// that fit the longer one has to come first.
func TestTablesAreSorted(t *testing.T) {
	for i, p := range packageTable {
		if i > 0 && packageTable[i-1].Path >= p.Path {
			t.Errorf("%s comes after %s", p.Path, packageTable[i-1].Path)
		}
		rows := p.rows()
		for j := range rows {
			if j > 0 && (rows[j-1].Name > rows[j].Name || rows[j-1].Name == rows[j].Name && rows[j-1].Since == 0) {
				t.Errorf("%s: %s comes after %s", p.Path, rows[j].Name, rows[j-1].Name)
			}
			if j == len(rows)-1 && rows[j].Since > 0 {
				t.Errorf("%s: %s has no first variant", p.Path, rows[j].Name)
			}
		}
	}
	for i, f := range prefixTable {
		for _, g := range prefixTable[:i] {
			if strings.HasPrefix(f.Path, g.Path) {
				t.Errorf("%s is never reached, for %s", f.Path, g.Path)
			}
		}
		if withoutMajor(f.Path) != f.Path {
			t.Errorf("%s has a major version", f.Path)
		}
	}
}

// readData reads the files of rows.
func readData(t *testing.T) *Data {
	t.Helper()
	data, err := ReadData(os.DirFS("data"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// An option is looked for under its package's path without major version.
func TestOptions(t *testing.T) {
	for _, o := range readData(t).Options {
		name := o.Name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			name = name[i+1:]
			if withoutMajor(o.Name) != o.Name {
				t.Errorf("%s:%d: option %q has a major version", o.File, o.Line, o.Name)
			}
			if !strings.Contains(name, ".") {
				t.Errorf("%s:%d: option %q names a package only", o.File, o.Line, o.Name)
			}
		}
		if name == "" || strings.ContainsAny(name, "*()") {
			t.Errorf("%s:%d: option %q is no name", o.File, o.Line, o.Name)
		}
	}
}
