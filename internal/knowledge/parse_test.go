package knowledge

import (
	"strings"
	"testing"
	"testing/fstest"
)

func parse(lines ...string) (*Data, error) {
	return ReadData(fstest.MapFS{"a.txt": {Data: []byte(strings.Join(lines, "\n"))}})
}

func TestReadData(t *testing.T) {
	data, err := parse(
		"# a comment",
		"module lib example.com/lib v1.2.0",
		"",
		"example.com/lib Do   retrier(lib,op=1,ctx=0,poll) v1.0.0..v1.5.0 lib:do.go:12 # and why",
		"example.com/lib C.*  remote,idempotent,client(own) .. lib:c.go",
		"example.com/lib Wait local,wait(library,for=1,ctx=inside) - -",
		"example.com/lib Post remote,method(POST) - -",
		"example.com/lib New  local,method(param=2) - -",
		"policy lib attempts=3,bound=elapsed,shape=exponential,first=100ms,factor=1.5,capped=no,jitter=yes,wait=library,cancel - -",
		"option lib WithMax attempts - -",
		"client own attempts=4,zero-is-default .. lib:c.go:3 the own client",
		"option own Options.Max retries - -",
		"same example.com/fork example.com/lib - -",
	)
	if err != nil {
		t.Fatal(err)
	}
	if len(data.Rows) != 5 || len(data.Same) != 1 || data.Modules[0] != (Module{"lib", "example.com/lib", "v1.2.0", false}) {
		t.Fatalf("%+v", data)
	}
	do := data.Rows[0]
	if do.Line != 4 || do.Versions != (Range{"v1.0.0", "v1.5.0"}) || do.Source != "lib:do.go:12" {
		t.Errorf("origin %+v", do.Origin)
	}
	r := do.Entry.Retrier
	want := Policy{Attempts: 3, Bound: Attempts | Elapsed, Shape: Exponential, Capped: No, First: 100e6, Factor: 1.5, Jitter: Yes, Wait: Library, Cancel: true}
	if r.Op != 1 || r.Ctx != 0 || !r.Poll || r.Policy != want || len(r.Options) != 1 || r.Options[0] != (Option{"WithMax", SetsAttempts}) {
		t.Errorf("retrier %+v", r)
	}
	c := data.Rows[1].Entry.Client
	if c == nil || c.Name != "the own client" || c.Attempts != 4 || !c.ZeroIsDefault || len(c.Options) != 1 {
		t.Errorf("client %+v", c)
	}
	if w := *data.Rows[2].Entry.Wait; w != (Wait{Library, 1, Inside}) {
		t.Errorf("wait %+v", w)
	}
	if m := *data.Rows[3].Entry.Method; m != (Method{Const: "POST"}) {
		t.Errorf("method %+v", m)
	}
	if m := *data.Rows[4].Entry.Method; m != (Method{Param: 2}) {
		t.Errorf("method %+v", m)
	}
}

func TestReadDataErrors(t *testing.T) {
	for line, want := range map[string]string{
		"a F local":                                        "a.txt:1: 3 columns, want 5",
		"a F local .. m:f.go more":                         "6 columns, want 5",
		"a F loca - -":                                     `"loca" is not understood`,
		"a F local v1 m":                                   `"v1" are no versions`,
		"a F.G.H local - -":                                `"F.G.H" is no name`,
		"a F wait(nap) - -":                                `"nap" is no kind of wait`,
		"a F wait(sleep,x) - -":                            `"x" says nothing of a wait`,
		"a F wait(sleep - -":                               "a parenthesis is missing",
		"a F method(post) - -":                             `"post" is no HTTP method`,
		"a F remote,client(x) - -":                         `no client "x"`,
		"a F retrier(ctx=0) - -":                           "a retrier without op=",
		"a F retrier(op=0,ctx=0) - -":                      "parameter 0 cannot be both",
		"a F retrier(op=0,poll,conflict) - -":              "a poll is no conflict",
		"a F retrier(op=0,bound=never) - -":                `"never" is no bound`,
		"a F retrier(op=x) - -":                            `"x" is no number of 0 or more`,
		"a F retrier(op=0,shape=round) - -":                `"round" is no shape of a delay`,
		"a F retrier(op=0,jitter=maybe) - -":               `"maybe" is neither yes nor no`,
		"a F retrier(op=0,first=5) - -":                    `"5" is no time`,
		"a F retrier(other,op=0) - -":                      `"other" is no policy`,
		"a F increments - -":                               "not whether it is local or remote",
		"a F exits,wait(sleep) - -":                        "never returns",
		"client c attempts=0 - -":                          `"0" is no number of 1 or more`,
		"client c tries=2 - -":                             `"tries=2" says nothing of a client`,
		"policy p fast - -":                                `"fast" says nothing of a policy`,
		"option p F attempts - -":                          "no client and no policy p",
		"option p F more - -":                              `"more" is no setting`,
		"policy p nothing - -\npolicy p nothing - -":       "a.txt:2: a second p, whose versions",
		"client c attempts=2 - -\nclient c attempts=2 - -": "a.txt:2: a second c, whose versions",
		"client c attempts=2 - -\na F client(c) - -":       "a client that is not remote",
	} {
		if _, err := parse(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func TestVariants(t *testing.T) {
	data, err := parse(
		"a F remote,client(c) .. m:f",
		"client c attempts=4 v2.0.0.. m:f",
		"client c attempts=1 ..v2.0.0 m:f",
		"option c Max attempts .. m:f",
	)
	if err != nil {
		t.Fatal(err)
	}
	r := data.Rows[0]
	if len(r.Older) != 1 || r.Since != "v2.0.0" || r.Older[0].Since != "" {
		t.Fatalf("%+v", r)
	}
	if now, before := r.Entry.Client, r.Older[0].Entry.Client; now.Attempts != 4 || before.Attempts != 1 || len(now.Options) != 1 || len(before.Options) != 1 {
		t.Errorf("now %+v, before %+v", now, before)
	}
}
