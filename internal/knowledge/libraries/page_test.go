package libraries

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestPage(t *testing.T) {
	page, err := Page(fstest.MapFS{"a.txt": {Data: []byte(`module m example.com/lib/v2 v2.3.0
example.com/lib Do retrier(op=1,ctx=0,attempts=4,shape=exponential,capped=no,jitter=yes) .. m:do.go:12
example.com/lib Client.Get remote,idempotent,client(c) v2.1.0.. m:client.go:7
example.com/lib Sleep local,wait(sleep,for=0) .. m:do.go:3
example.com/lib * local .. m:.
client c attempts=1 ..v2.0.0 m:client.go:2 the client
client c attempts=3 v2.0.0.. m:client.go:3 the client
option c Options.Max retries .. m:client.go:4
same example.com/fork example.com/lib .. m:.
`)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"4 functions, methods and types of 2 packages",
		"| the client | `example.com/lib` | 1 | `Options.Max` | before v2.0.0 | example.com/lib/v2 v2.3.0 client.go:2 |\n",
		"| the client | `example.com/lib` | 3 | `Options.Max` | from v2.0.0 | example.com/lib/v2 v2.3.0 client.go:3 |\n",
		"| `example.com/lib` Do | 4 | attempts, ctx | exponential, not capped | yes |  |  | example.com/lib/v2 v2.3.0 do.go:12 |\n",
		"| `example.com/lib` Sleep | nothing |  | example.com/lib/v2 v2.3.0 do.go:3 |\n",
		"| `example.com/fork` | as `example.com/lib` |  | example.com/lib/v2 v2.3.0 |\n",
		"| `example.com/lib` | 1 retrier; 1 wait; 1 remote, repeatable; the rest local | differ by function | example.com/lib/v2 v2.3.0 |\n",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

// Every package of the data is on the page.
func TestAll(t *testing.T) {
	page, err := Page(os.DirFS("../data"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"github.com/redis/go-redis", "k8s.io/client-go/kubernetes/typed/...", "net/http", "github.com/go-redis/redis/v8"} {
		if !strings.Contains(string(page), "\n| `"+path+"` |") {
			t.Errorf("no line for %s", path)
		}
	}
}
