package browser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
	"github.com/retryvet/retryvet/internal/tool/retrymap/page"
)

var pictures = flag.String("pictures", "", "directory to write screenshots to")

// browser is Chromium, started once for all tests; nil if none is installed.
var browser = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	err := chromedp.Do(ctx)
	if errors.Is(err, exec.ErrNotFound) {
		return nil, nil
	}
	return ctx, err
})

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if ctx, err := browser(); ctx != nil && err == nil {
		chromedp.Cancel(ctx)
	}
	os.Exit(code)
}

// tab is a page in a browser.
type tab struct {
	*testing.T
	ctx    context.Context
	mu     sync.Mutex
	errors []string // what the console said, and exceptions
}

// view is how the page is looked at.
type view struct {
	width, height int64
	scheme        string // light or dark
}

var wide, narrow = view{1280, 900, "light"}, view{390, 844, "light"}

// open writes the page of m to a file and opens it. At the end of the test, the
// console must be empty.
func open(t *testing.T, m *retrymap.Map, v view) *tab {
	t.Helper()
	parent, err := browser()
	switch {
	case err != nil:
		t.Fatalf("the browser does not start: %v", err)
	case parent == nil:
		t.Skip("no browser is installed: the page is not tested (apt-get install chromium)")
	}
	file := filepath.Join(t.TempDir(), "map.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := page.Write(f, m); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(parent)
	b := &tab{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.errors = append(b.errors, fmt.Sprintf("exception: %s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
		case *runtime.EventConsoleAPICalled:
			b.errors = append(b.errors, fmt.Sprintf("console: %s %+v", e.Type, e.Args))
		case *log.EventEntryAdded:
			b.errors = append(b.errors, "log: "+e.Entry.Text)
		}
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, e := range b.errors {
			t.Error(e)
		}
		cancel()
	})
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.scheme}},
	})
	call(b, log.Enable, cdp.Empty{})
	b.do(chromedp.EmulateViewport(v.width, v.height), chromedp.Navigate("file://"+filepath.ToSlash(file)))
	return b
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

func call[P, R any](b *tab, command cdp.Command[P, R], params P) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		b.Fatal(err)
	}
}

// ask is the value of an expression in the page.
func ask[V any](b *tab, expression string) V {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[V](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// picture writes a screenshot, where pictures are wanted: of the whole page, or
// of what the window shows.
func (b *tab) picture(name string, whole bool) {
	b.Helper()
	if *pictures == "" {
		return
	}
	shot := chromedp.CaptureScreenshot()
	if whole {
		shot = chromedp.FullScreenshot(100)
	}
	png, err := chromedp.Run(b.ctx, shot)
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o666); err != nil {
		b.Fatal(err)
	}
}

const visible = `[...document.querySelectorAll('#table tbody tr')].filter(r => !r.hidden)`

// TestPictures opens the page as people have it: both schemes, both widths. Its
// screenshots are for looking at.
func TestPictures(t *testing.T) {
	for name, m := range map[string]*retrymap.Map{"shop": shop(), "large": large(1000)} {
		for _, v := range []view{wide, narrow, {1280, 900, "dark"}, {390, 844, "dark"}} {
			t.Run(fmt.Sprintf("%s-%d-%s", name, v.width, v.scheme), func(t *testing.T) {
				b := open(t, m, v)
				if got, want := ask[int](b, `document.querySelectorAll('.band').length`), min(len(m.Chains), 30); got != want {
					t.Errorf("%d bands for %d chains, want %d", got, len(m.Chains), want)
				}
				if over := ask[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
					t.Errorf("the page is %d pixels wider than the window", over)
				}
				base := strings.ReplaceAll(t.Name(), "/", "-")
				b.picture(base, name == "shop")
				b.do(chromedp.Click(chromedp.CSS(`#table tbody tr:nth-child(2) button`)))
				b.picture(base+"-detail", false)
			})
		}
	}
}
