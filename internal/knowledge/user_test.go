package knowledge

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// tell sets what users tell for the time of a test.
func tell(t *testing.T, rows ...string) {
	t.Helper()
	var f Flag
	if err := f.Set(strings.Join(rows, f.Separator())); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { own = nil })
}

func TestTold(t *testing.T) {
	tell(t,
		"client shop attempts=5 - - the shop's client",
		"option shop Options.Retries retries",
		"example.com/shop/api Client.*  remote,client(shop)",
		"example.com/shop/api Client.Get idempotent",
		"example.com/again Do retrier(op=1,ctx=0,attempts=4,shape=exponential,jitter=no,wait=library,cancel)",
		"example.com/nap For wait(sleep,for=0)",
		"example.com/shop/gen/... *Client.* remote",
		"example.com/backoff Backoff.Next advances",
		"example.com/backoff New grows",
		"same example.com/fork github.com/cenkalti/backoff/v5",
		"net/http Get nothing",
	)
	get := func(path, recv, name string) Entry { return Lookup(function(path, recv, name, true)) }
	if e := get("example.com/shop/api", "Client", "Put"); e.Place != Remote || e.Client == nil || e.Client.Attempts != 5 || e.Client.Name != "the shop's client" || len(e.Client.Options) != 1 {
		t.Errorf("Put: %+v", e)
	}
	if e := get("example.com/shop/api", "Client", "Get"); e.Effect != Idempotent {
		t.Errorf("Get: %+v", e)
	}
	r := get("example.com/again", "", "Do").Retrier
	if r == nil || r.Op != 1 || r.Ctx != 0 || r.Attempts != 4 || r.Bound != Attempts|Ctx || r.Jitter != No {
		t.Errorf("Do: %+v", r)
	}
	if w := get("example.com/vendored/vendor/example.com/nap", "", "For").Wait; w == nil || *w != (Wait{Sleep, 0, Never}) {
		t.Errorf("For: %+v", w)
	}
	if e := get("example.com/shop/gen/pets", "petClient", "List"); e.Place != Remote {
		t.Errorf("List: %+v", e)
	}
	if e := get("example.com/fork", "", "Retry"); e.Retrier == nil || !HasRetriers("example.com/fork") {
		t.Errorf("Retry: %+v", e)
	}
	if e := get("net/http", "", "Get"); e != (Entry{}) {
		t.Errorf("http.Get: %+v", e)
	}
	if e := get("net/http", "", "Head"); e.Place != Remote {
		t.Errorf("http.Head: %+v", e)
	}
	if !HasClients("example.com/shop/api") || HasClients("example.com/again") || !HasRetriers("example.com/again") {
		t.Error("clients and retriers of packages")
	}
	if RoleOf(function("example.com/backoff", "Backoff", "Next", true)) != Advances || !MakesBackoff(function("example.com/backoff", "", "New", false)) {
		t.Error("the back-off is not known")
	}
	// What is known is added to.
	if e := Told(function("example.com/nap", "", "For", false), Entry{Random: true, Place: Remote}); !e.Random || e.Place != Remote || e.Wait == nil {
		t.Errorf("added: %+v", e)
	}
}

func TestParseUserErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a.b/c F local|a.b/c F remot":     `line 2: "remot" is not understood`,
		"a.b/c F":                         "line 1: 2 columns, want 3",
		"a.b/c F local ..":                "line 1: 4 columns, want 3",
		"|a.b/c F local|a.b/c F remote":   "line 3: a.b/c F is in line 2 already",
		"a.b/c F retrier(attempts=3)":     "line 1: a retrier without op=",
		"a.b/c f.g.h local":               `line 1: "f.g.h" is no name`,
		"same a.b/c a.b/d":                "line 1: nothing is known of package a.b/d",
		"a.b/c F loca|x y|a.b/c G remote": "line 1: \"loca\" is not understood",
	} {
		if _, err := ParseUser(strings.Split(text, "|")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	// All errors are told.
	_, err := ParseUser([]string{"x y", "a.b/c F loca"})
	if err == nil || !strings.Contains(err.Error(), "line 1: ") || !strings.Contains(err.Error(), "line 2: ") {
		t.Errorf("%v", err)
	}
}

func TestFlag(t *testing.T) {
	var f Flag
	t.Cleanup(func() { own = nil })
	if err := f.Set("a.b/c F remote; a.b/c G local\na.b/c H local"); err != nil || len(own.rows["a.b/c"]) != 3 {
		t.Fatalf("%v, %v", err, own)
	}
	if err := f.Set("a.b/c F remot"); err == nil || len(own.rows["a.b/c"]) != 3 {
		t.Errorf("a bad value is taken: %v", err)
	}
	if err := f.Set(""); err != nil || own != nil || f.String() != "" {
		t.Errorf("not empty: %v %v", err, own)
	}
}

func TestUnmatched(t *testing.T) {
	const source = `package c
type T struct{}
func (T) M() {}
type I interface{ N() }
type AClient struct{}
func F() {}`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "c.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("a.b/c", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := ParseUser(strings.Split(`a.b/c F remote
a.b/c T.M remote
a.b/c I.N remote
a.b/c T.* remote
a.b/c *Client.* remote
a.b/c * remote
a.b/... * remote
a.b/c G remote
a.b/c T.N remote
a.b/c *Server.* remote
a.b/d F remote
same a.b/e a.b/c`, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, err := range table.Unmatched([]*types.Package{pkg}) {
		got = append(got, err.Error())
	}
	want := []string{
		"line 8: package a.b/c has no G",
		"line 9: package a.b/c has no T.N",
		"line 10: package a.b/c has no *Server.*",
		"line 11: there is no package a.b/d",
		"line 12: there is no package a.b/e",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := strings.Join(table.Packages(), " "); got != "a.b/... a.b/c a.b/d a.b/e" {
		t.Errorf("packages %s", got)
	}
}
