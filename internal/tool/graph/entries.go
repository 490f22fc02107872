package graph

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// waysIn is the kind of entry that a function is by what it is called and what it is
// given, "" for none. That an exported one is an entry depends on who calls it.
func waysIn(fn *types.Func) string {
	sig := fn.Signature()
	switch {
	case fn.Name() == "main" && fn.Pkg().Name() == "main" && sig.Recv() == nil:
		return "main"
	case isHandler(sig):
		return "http"
	case isReconciler(fn):
		return "reconciler"
	case isConsumer(sig) && fn.Exported():
		return "consumer"
	case isServed(fn):
		return "grpc"
	case fn.Exported() && exportedReceiver(fn) && fn.Pkg().Name() != "main" && !isInternal(fn.Pkg().Path()):
		return "exported"
	}
	return ""
}

func exportedReceiver(fn *types.Func) bool {
	name := knowledge.ReceiverName(fn)
	return name == "" || ast.IsExported(name)
}

func isInternal(path string) bool {
	return path == "internal" || strings.HasPrefix(path, "internal/") || strings.HasSuffix(path, "/internal") || strings.Contains(path, "/internal/")
}

// isHandler reports whether a function is one for HTTP requests: of net/http, or of a
// library whose handlers take its context.
func isHandler(sig *types.Signature) bool {
	p := sig.Params()
	if p.Len() >= 2 && summary.IsNamed(p.At(0).Type(), "net/http", "ResponseWriter") && summary.IsNamed(p.At(1).Type(), "net/http", "Request") {
		return true
	}
	if p.Len() != 1 {
		return false
	}
	for _, c := range [...][2]string{
		{"github.com/gin-gonic/gin", "Context"}, {"github.com/labstack/echo", "Context"}, {"github.com/labstack/echo/v4", "Context"},
		{"github.com/gofiber/fiber", "Ctx"}, {"github.com/gofiber/fiber/v2", "Ctx"}, {"github.com/gofiber/fiber/v3", "Ctx"},
	} {
		if summary.IsNamed(p.At(0).Type(), c[0], c[1]) {
			return true
		}
	}
	return false
}

// isReconciler reports whether a method is that of a controller.
func isReconciler(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "Reconcile" && sig.Recv() != nil && sig.Results().Len() == 2 &&
		summary.IsNamed(sig.Results().At(0).Type(), "sigs.k8s.io/controller-runtime/pkg/reconcile", "Result")
}

// messages are what brokers hand to consumers.
var messages = [...][2]string{
	{"github.com/nats-io/nats.go", "Msg"}, {"github.com/nats-io/nats.go/jetstream", "Msg"},
	{"github.com/IBM/sarama", "ConsumerGroupClaim"}, {"github.com/Shopify/sarama", "ConsumerGroupClaim"},
	{"github.com/IBM/sarama", "ConsumerMessage"}, {"github.com/segmentio/kafka-go", "Message"},
	{"github.com/rabbitmq/amqp091-go", "Delivery"}, {"github.com/streadway/amqp", "Delivery"},
	{"cloud.google.com/go/pubsub", "Message"}, {"cloud.google.com/go/pubsub/v2", "Message"},
	{"github.com/nsqio/go-nsq", "Message"}, {"github.com/hibiken/asynq", "Task"},
	{"github.com/aws/aws-lambda-go/events", "SQSEvent"}, {"github.com/eclipse/paho.mqtt.golang", "Message"},
	{"github.com/apache/pulsar-client-go/pulsar", "ConsumerMessage"},
}

// isConsumer reports whether a function is given a message of a queue.
func isConsumer(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		for _, c := range messages {
			if summary.IsNamed(p.Type(), c[0], c[1]) {
				return true
			}
		}
	}
	return false
}

// isServed reports whether a method is one that a gRPC server offers: its type embeds
// what was generated for those that are not implemented, which has the method.
func isServed(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	st, ok := summary.StructUnder(recv.Type())
	if !ok {
		return false
	}
	for f := range st.Fields() {
		name := f.Name()
		if f.Embedded() && (strings.HasPrefix(name, "Unimplemented") || strings.HasPrefix(name, "Unsafe")) && strings.HasSuffix(name, "Server") {
			obj, _, _ := types.LookupFieldOrMethod(f.Type(), true, fn.Pkg(), fn.Name())
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}

// registered notes the handlers and consumers that a file registers, with the pattern
// where that is constant.
func (w *walker) registered(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) == 0 || w.m.Info.Types[c.Fun].IsType() {
			return true
		}
		fn := w.m.Sums.Callee(c)
		if fn != nil && fn.Signature().Params().Len() == 2 && strings.HasPrefix(fn.Name(), "Register") && strings.HasSuffix(fn.Name(), "Server") {
			w.served(c, fn)
		}
		pattern, ok := w.pattern(c)
		for _, arg := range c.Args {
			w.handlers(arg, pattern, ok)
		}
		return true
	})
}

// pattern is what a call registers a handler for: GET /orders.
func (w *walker) pattern(c *ast.CallExpr) (string, bool) {
	tv := w.m.Info.Types[c.Args[0]]
	if tv.Value == nil || tv.Value.Kind() != constant.String || len(c.Args) < 2 {
		return "", false
	}
	pattern := constant.StringVal(tv.Value)
	verb := strings.ToUpper(summary.LastName(c.Fun))
	switch verb {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS":
		pattern = verb + " " + pattern
	}
	return pattern, pattern != ""
}

// handlers notes the functions in an argument that are handlers or consumers, wrapped
// ones too.
func (w *walker) handlers(arg ast.Expr, name string, named bool) {
	ast.Inspect(arg, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		kind := ""
		if sig, ok := summary.TypeUnder[*types.Signature](w.m.Info.TypeOf(e)); ok && !w.m.Info.Types[e].IsType() {
			switch {
			case isHandler(sig) && named:
				kind = "http"
			case isConsumer(sig):
				kind = "consumer"
			}
		}
		if lit, ok := e.(*ast.FuncLit); ok {
			if kind != "" && w.mains[lit] == nil {
				w.mains[lit] = &Entry{Kind: kind, Name: name}
			}
			return false
		}
		if fn, ok := w.m.Object(e).(*types.Func); ok && kind != "" && fn.Pkg() != nil && ownPath(fn.Pkg().Path(), w.module) && named {
			w.out.Entries = append(w.out.Entries, Entry{Func: w.name(key(fn.Origin())), Kind: kind, Name: name})
			return false
		}
		// A value whose ServeHTTP is meant.
		if _, call := e.(*ast.CallExpr); !call && named && kind == "" {
			w.serves(e, name)
		}
		_, isCall := e.(*ast.CallExpr)
		return isCall
	})
}

// serves notes the method ServeHTTP of a value of the module's own type.
func (w *walker) serves(e ast.Expr, name string) {
	t := w.m.Info.TypeOf(e)
	if t == nil || types.IsInterface(t) {
		return
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, w.m.Pass.Pkg, "ServeHTTP")
	if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && ownPath(fn.Pkg().Path(), w.module) {
		w.out.Entries = append(w.out.Entries, Entry{Func: w.name(key(fn.Origin())), Kind: "http", Name: name})
	}
}

// served notes the methods that a gRPC server is registered with.
func (w *walker) served(c *ast.CallExpr, fn *types.Func) {
	if len(c.Args) != 2 {
		return
	}
	iface, ok := summary.TypeUnder[*types.Interface](fn.Signature().Params().At(1).Type())
	t := w.m.Info.TypeOf(c.Args[1])
	if !ok || t == nil || types.IsInterface(t) {
		return
	}
	for m := range iface.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
		if f, ok := obj.(*types.Func); ok && f.Pkg() != nil && ownPath(f.Pkg().Path(), w.module) && !strings.HasPrefix(knowledge.ReceiverName(f), "Unimplemented") {
			service := strings.TrimSuffix(strings.TrimPrefix(fn.Name(), "Register"), "Server")
			w.out.Entries = append(w.out.Entries, Entry{Func: w.name(key(f.Origin())), Kind: "grpc", Name: service + "/" + m.Name()})
		}
	}
}
