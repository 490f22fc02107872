package retrygrpc_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retrygrpc"
)

// server is a real gRPC server whose health service fails by a script.
type server struct {
	addr string
	mu   sync.Mutex
	told []string // grpc-previous-rpc-attempts of each call, and what handlers see
	fail func(ctx context.Context, n int) error
}

func serve(t *testing.T, fail func(ctx context.Context, n int) error) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{addr: l.Addr().String(), fail: fail}
	g := grpc.NewServer(grpc.ChainUnaryInterceptor(retrygrpc.CountAttempts, s.intercept))
	healthpb.RegisterHealthServer(g, health.NewServer())
	go g.Serve(l)
	t.Cleanup(g.Stop)
	return s
}

func (s *server) intercept(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	s.mu.Lock()
	s.told = append(s.told, strings.Join(metadata.ValueFromIncomingContext(ctx, "grpc-previous-rpc-attempts"), ",")+
		"/"+string('0'+rune(retry.PreviousAttempts(ctx))))
	n := len(s.told)
	s.mu.Unlock()
	if err := s.fail(ctx, n); err != nil {
		return nil, err
	}
	return handle(ctx, req)
}

func (s *server) seen() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.told)
}

// quick is a policy that does not make the tests wait.
var quick = retry.Policy{BaseDelay: time.Millisecond, MaxDelay: time.Millisecond}

func anything(string) bool { return true }

func check(t *testing.T, s *server, i *retrygrpc.Interceptor) error {
	t.Helper()
	conn, err := grpc.NewClient(s.addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(i.Unary), grpc.WithDisableRetry())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
	return err
}

// first fails the first n calls with err.
func first(n int, err error) func(context.Context, int) error {
	return func(_ context.Context, call int) error {
		if call <= n {
			return err
		}
		return nil
	}
}

func TestUnavailableIsRetried(t *testing.T) {
	s := serve(t, first(2, status.Error(codes.Unavailable, "restarting")))
	if err := check(t, s, &retrygrpc.Interceptor{Policy: quick, Repeatable: anything}); err != nil {
		t.Error(err)
	}
	if want := []string{"/0", "1/1", "2/2"}; !slices.Equal(s.seen(), want) {
		t.Errorf("the server was told %q, want %q", s.seen(), want)
	}
}

func TestLastStatusIsFound(t *testing.T) {
	s := serve(t, first(99, status.Error(codes.Unavailable, "restarting")))
	err := check(t, s, &retrygrpc.Interceptor{Policy: quick, Repeatable: anything})
	var e *retry.Error
	if status.Code(err) != codes.Unavailable || !errors.As(err, &e) || e.Attempts != 3 || !errors.Is(err, retry.ErrAttempts) {
		t.Errorf("got %v", err)
	}
}

func TestNotRetried(t *testing.T) {
	for name, tc := range map[string]struct {
		code        codes.Code
		interceptor *retrygrpc.Interceptor
	}{
		"another code":    {codes.InvalidArgument, &retrygrpc.Interceptor{Repeatable: anything}},
		"no RetryInfo":    {codes.ResourceExhausted, &retrygrpc.Interceptor{Repeatable: anything}},
		"not repeatable":  {codes.Unavailable, &retrygrpc.Interceptor{Repeatable: func(string) bool { return false }}},
		"nothing is said": {codes.Unavailable, &retrygrpc.Interceptor{}}, // Check has no idempotency_level
	} {
		s := serve(t, first(99, status.Error(tc.code, "x")))
		err := check(t, s, tc.interceptor)
		if n := len(s.seen()); n != 1 || status.Code(err) != tc.code || errors.As(err, new(*retry.Error)) {
			t.Errorf("%s: %d attempts, %v", name, n, err)
		}
	}
}

// withRetryInfo is a status that says when to come back.
func withRetryInfo(t *testing.T, code codes.Code, wait time.Duration) error {
	t.Helper()
	s, err := status.New(code, "busy").WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(wait)})
	if err != nil {
		t.Fatal(err)
	}
	return s.Err()
}

// waits is an observer of waits.
type waits struct{ all []time.Duration }

func (w *waits) Observe(_ context.Context, e retry.Event) {
	if e.Kind == retry.Waiting {
		w.all = append(w.all, e.Wait)
	}
}

func TestRetryInfo(t *testing.T) {
	for _, code := range []codes.Code{codes.Unavailable, codes.ResourceExhausted, codes.Aborted} {
		s := serve(t, first(1, withRetryInfo(t, code, 30*time.Millisecond)))
		var w waits
		policy := retry.Policy{BaseDelay: time.Millisecond, Jitter: retry.NoJitter, Observer: &w}
		want := 31 * time.Millisecond
		if code == codes.ResourceExhausted {
			want = 40 * time.Millisecond // throttled
		}
		if err := check(t, s, &retrygrpc.Interceptor{Policy: policy, Repeatable: anything}); err != nil || len(w.all) != 1 || w.all[0] != want {
			t.Errorf("%v: %v, waits of %v, want %v", code, err, w.all, want)
		}
	}
}

func TestPushback(t *testing.T) {
	for value, want := range map[string][]time.Duration{
		"20": {21 * time.Millisecond}, "0": {time.Millisecond}, "-1": nil, "soon": nil, "99999999999": nil,
	} {
		failure := withRetryInfo(t, codes.Unavailable, 30*time.Millisecond)
		s := serve(t, func(ctx context.Context, n int) error {
			if n > 1 {
				return nil
			}
			grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", value))
			return failure
		})
		var w waits
		policy := retry.Policy{BaseDelay: time.Millisecond, Jitter: retry.NoJitter, Observer: &w}
		err := check(t, s, &retrygrpc.Interceptor{Policy: policy, Repeatable: anything})
		if !slices.Equal(w.all, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: waits of %v, want %v; %v", value, w.all, want, err)
		}
	}
}

func TestAttemptTimeout(t *testing.T) {
	s := serve(t, func(ctx context.Context, n int) error {
		if n == 1 {
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	})
	policy := quick
	policy.AttemptTimeout = 200 * time.Millisecond
	if err := check(t, s, &retrygrpc.Interceptor{Policy: policy, Repeatable: anything}); err != nil || len(s.seen()) != 2 {
		t.Errorf("%d attempts, %v", len(s.seen()), err)
	}
}

func TestTargetsHaveBudgets(t *testing.T) {
	s := serve(t, first(999, status.Error(codes.Unavailable, "down")))
	i := &retrygrpc.Interceptor{Policy: quick, Repeatable: anything, Budgets: retry.Budgets[string]{Burst: 3, Ratio: -1, PerSecond: -1}}
	for range 5 {
		if err := check(t, s, i); err == nil {
			t.Error("want an error")
		}
	}
	if n := len(s.seen()); n != 8 {
		t.Errorf("%d attempts of 5 calls with a budget of 3", n)
	}
	if i.Budgets.For(s.addr).Stats().Refused == 0 {
		t.Error("the budget is not the target's")
	}
}
