package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

// rows are the names of the entries in the rows of the table that can be seen.
func (b *tab) rows() []string {
	b.Helper()
	return ask[[]string](b, visible+`.map(r => r.querySelector('b').textContent)`)
}

func (b *tab) text(selector string) string {
	b.Helper()
	return ask[string](b, fmt.Sprintf(`document.querySelector(%q).innerText`, selector))
}

func (b *tab) click(selector string) {
	b.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
	b.frame()
}

// choose sets a field of the filter as a person would.
func (b *tab) choose(name, value string) {
	b.Helper()
	ask[bool](b, fmt.Sprintf(`(() => {
		const e = document.forms.filter.elements[%q]
		e.value = %q
		return e.dispatchEvent(new Event('input', { bubbles: true }))
	})()`, name, value))
}

func (b *tab) want(what string, got, want any) {
	b.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		b.Errorf("%s: %s, want %s", what, g, w)
	}
}

// press presses a key and waits for what it does, as the browser answers before.
// What does not come is left to the test to find.
func (b *tab) press(key string) {
	b.Helper()
	const state = `document.activeElement.outerHTML.slice(0, 200) + document.querySelector('#detail').open + document.querySelector('thead').innerHTML`
	before := ask[string](b, state)
	b.do(chromedp.KeyEvent(key))
	for begin := time.Now(); ask[string](b, state) == before && time.Since(begin) < 10*time.Second; {
		time.Sleep(10 * time.Millisecond)
	}
	b.frame()
}

// frame waits for two frames: the page hears of the mouse and of what it closed
// when one begins.
func (b *tab) frame() {
	b.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`, chromedp.EvalAwaitPromise)); err != nil {
		b.Fatal(err)
	}
}

// point moves the mouse to the middle of an element.
func (b *tab) point(selector string) {
	b.Helper()
	at := ask[[]float64](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q)
		e.scrollIntoView({ block: 'center' })
		const r = e.getBoundingClientRect()
		return [r.x + r.width / 2, r.y + r.height / 2]
	})()`, selector))
	b.do(chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1]))
	b.frame()
}

func TestSort(t *testing.T) {
	b := open(t, shop(), wide)
	b.want("the worst first", b.rows()[:2], []string{"(*Worker).Handle", "GET /orders"})
	sorted := func() string {
		return ask[string](b, `[...document.querySelectorAll('thead th')].map(t => t.getAttribute('aria-sort') ?? '-').join(' ')`)
	}
	b.want("aria-sort", sorted(), "- - descending - - -")
	b.click(`th[data-key=attempts] button`)
	b.want("aria-sort", sorted(), "- - ascending - - -")
	b.want("fewest attempts first", ask[string](b, visible+`[0].querySelector('.level').textContent`), "1")
	b.want("most attempts last", b.rows()[8], "(*Worker).Handle")
	b.click(`th[data-key=chain] button`)
	b.want("aria-sort", sorted(), "ascending - - - - -")
	names := b.rows()
	if !slices.IsSortedFunc(names, func(a, b string) int {
		return strings.Compare(strings.ToLower(strings.TrimLeft(a, "(*")), strings.ToLower(strings.TrimLeft(b, "(*")))
	}) && names[0] != "(*Stock).Reconcile" {
		t.Errorf("by name: %q", names)
	}
	b.click(`th[data-key=seconds] button`)
	b.want("the longest first", ask[[]string](b, visible+`.map(r => r.children[3].textContent)`)[:3], []string{"endless", "7m12s", "7m12s"})
	b.click(`th[data-key=findings] button`)
	b.want("most findings first", b.rows()[0], "GET /orders")
}

func TestFilter(t *testing.T) {
	b := open(t, shop(), wide)
	bands := func() int { return ask[int](b, `document.querySelectorAll('.band').length`) }
	b.choose("package", "example.com/shop/stock")
	b.want("by package", b.rows(), []string{"(*Stock).Reconcile", "(*Stock).Reconcile"})
	b.want("bands", bands(), 2)
	b.want("said", b.text("#shown"), "2 of 9 chains")
	b.want("who says it", ask[string](b, `document.querySelector('#shown').getAttribute('role')`), "status")
	b.choose("operation", "1")
	b.want("by package and operation", b.rows(), []string{"(*Stock).Reconcile"})
	b.click(`#clear`)
	b.want("all again", len(b.rows()), 9)
	b.choose("check", "uncapped")
	b.want("by finding", b.rows(), []string{"(*Worker).Handle"})
	b.choose("check", "-")
	b.want("without a finding", len(b.rows()), 5)
	b.choose("check", "*")
	b.want("with any finding", len(b.rows()), 4)
	b.choose("check", "")
	b.do(chromedp.SendKeys(chromedp.CSS(`[name=text]`), "client.GO orders"))
	b.want("by words, of a file and of an entry", b.rows(), []string{"GET /orders", "POST /orders"})
	b.do(chromedp.SendKeys(chromedp.CSS(`[name=text]`), " nowhere"))
	b.want("nothing left", len(b.rows()), 0)
	b.want("bands", bands(), 0)
	b.click("#again")
	b.want("all again", len(b.rows()), 9)
	b.want("bands", bands(), 9)
}

func TestHover(t *testing.T) {
	b := open(t, shop(), wide)
	b.point(`.band[data-chain="8"] path:last-of-type`)
	b.want("what it says", ask[[]string](b, `[...document.querySelectorAll('#tip > *')].map(e => e.textContent)`), []string{"main → net.Dial", "1 attempt a round, up to 30s", "no budget"})
	b.want("brought out", ask[[]string](b, `[...document.querySelectorAll('.band.on')].map(e => e.dataset.chain)`), []string{"8"})
	b.want("its nodes", ask[int](b, `document.querySelectorAll('.node.on').length`), 3)
	b.point(`.node[data-layer="2"]`)
	b.want("all through a layer", ask[int](b, `document.querySelectorAll('.band.on').length`), 4)
	b.point(`h1`)
	b.want("none", ask[int](b, `document.querySelectorAll('.band.on, #tip:not([hidden])').length`), 0)
	b.point(`#table tr[data-chain="3"]`)
	b.want("from the table", ask[[]string](b, `[...document.querySelectorAll('.band.on')].map(e => e.dataset.chain)`), []string{"3"})
}

func TestClick(t *testing.T) {
	b := open(t, shop(), wide)
	b.click(`.node[data-layer="1"]`)
	b.want("open", ask[bool](b, `document.querySelector('#detail').open`), true)
	b.want("title", b.text("#detail-title"), "GET /orders → payments")
	b.want("worst case", b.text("#detail .worst"), "5 × 3 × 4 = 60 attempts, up to 7m12s, no budget")
	b.want("the layer that was asked for", b.text("#detail .asked h3"), "×3 (*Client).fetch")
	b.want("source", ask[string](b, `document.querySelector('#detail .asked .source .line').textContent`), "for attempt := 0; attempt < 3; attempt++ {\n")
	b.want("its line", ask[string](b, `document.querySelector('#detail .asked .source').style.counterReset`), "line 54")
	b.want("attributes", ask[[]string](b, `[...document.querySelectorAll('#detail .asked dl div')].map(d => d.innerText.replace('\n', ': '))`),
		[]string{"Attempts: 3", "Ended by: attempts", "Delay: exponential from 1s, times 2", "Jitter: none", "Waits in all: 7s"})
	b.want("findings", ask[[]string](b, `[...document.querySelectorAll('#detail .asked .finding .check')].map(d => d.textContent)`), []string{"ctxsleep", "nojitter"})
	b.click(`#detail .asked summary`)
	b.want("the fix", ask[int](b, `document.querySelectorAll('#detail .asked .diff .added').length`), 5)
	b.want("calls", b.text("#detail .via"), "ordersHandler → (*Handler).charge → (*Client).fetch")
	b.picture("fix", false)
	b.press(kb.Escape)
	b.want("closed", ask[bool](b, `document.querySelector('#detail').open`), false)
	b.click(`#table tr[data-chain="3"] button`)
	b.want("from the table", b.text("#detail-title"), "(*Stock).Reconcile → payments")
	b.want("link to it", ask[string](b, `location.hash`), "#chain-3")
	b.click(`#detail .close`)
	b.want("focus is back", ask[string](b, `document.activeElement.closest('tr').dataset.chain`), "3")
}

func TestKeyboard(t *testing.T) {
	b := open(t, shop(), wide)
	focus := func() string {
		return ask[string](b, `document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText`)
	}
	b.press(kb.Tab)
	b.want("first", focus(), "Skip to the table")
	b.press(kb.Tab)
	b.press(kb.Tab)
	if got := focus(); !strings.HasSuffix(got, ": attempts without end, no budget") {
		t.Errorf("the worst band is not the next stop: %q", got)
	}
	b.press(kb.ArrowDown)
	b.want("the next band", focus(), "GET /orders to payments: 5 × 3 × 4 = 60 attempts, up to 7m12s, no budget")
	b.press(kb.Enter)
	b.want("opened", b.text("#detail-title"), "GET /orders → payments")
	b.want("focus is in it", ask[string](b, `document.activeElement.id`), "detail-title")
	b.press(kb.Escape)
	b.want("and back", focus(), "GET /orders to payments: 5 × 3 × 4 = 60 attempts, up to 7m12s, no budget")
	b.press(kb.Tab)
	b.want("one stop for all bands", ask[string](b, `document.activeElement.name`), "text")
	b.press(kb.Tab)
	b.press(kb.Tab)
	b.press(kb.Tab)
	b.press(kb.Tab)
	b.press(kb.Tab)
	b.want("then the columns", focus(), "Chain")
	b.press(kb.Enter)
	b.want("sorted", ask[string](b, `document.activeElement.parentElement.getAttribute('aria-sort')`), "ascending")
	b.do(chromedp.Focus(chromedp.CSS(".skip")))
	b.press(kb.Enter)
	b.want("skipped", ask[string](b, `document.activeElement.id`), "chains")
}

// TestNames asks the browser for what it tells screen readers: nothing that can
// be focused or operated may be without a name.
func TestNames(t *testing.T) {
	b := open(t, shop(), wide)
	b.click(`.node[data-layer="1"]`)
	b.want("without a name", ask[[]string](b, `[...document.querySelectorAll('button, input, select, a, summary, [tabindex], table, form, dialog, section')]
		.filter(e => !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby') && !e.labels?.length && !e.textContent.trim())
		.map(e => e.outerHTML.slice(0, 80))`), []string{})
	b.want("ids twice", ask[[]string](b, `[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)`), []string{})
	b.want("headings", ask[string](b, `[...document.querySelectorAll('main h1, h1, main h2')].map(e => e.tagName).join(' ')`), "H1 H2 H2")
}

func TestThemes(t *testing.T) {
	ground := `getComputedStyle(document.body).backgroundColor`
	const light, dark = "rgb(246, 247, 249)", "rgb(18, 21, 27)"
	b := open(t, shop(), wide)
	b.want("light", ask[string](b, ground), light)
	b.want("offers", b.text("#theme"), "Dark colours")
	b.click("#theme")
	b.want("switched to dark", ask[string](b, ground), dark)
	b.want("offers", b.text("#theme"), "Light colours")
	b.do(chromedp.Reload())
	b.want("remembered", ask[string](b, ground), dark)
	ask[bool](b, `(localStorage.clear(), true)`)
	b = open(t, shop(), view{1280, 900, "dark"})
	b.want("dark", ask[string](b, ground), dark)
}

// TestContrast holds text to 4.5 times its ground, as WCAG 2 wants.
func TestContrast(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		b := open(t, shop(), view{1280, 900, scheme})
		b.click(`.node[data-layer="1"]`)
		b.want(scheme, ask[[]string](b, `(() => {
			const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
			const rgb = (colours) => {
				canvas.clearRect(0, 0, 1, 1)
				for (const c of colours) { canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1) }
				return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
			}
			const light = (c) => c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0)
			const bad = new Set()
			for (const e of document.querySelectorAll('body *')) {
				if (!e.checkVisibility() || e.closest('svg') || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue
				if (e.closest('.node') && document.querySelector('.marked')) continue
				const grounds = []
				for (let p = e; p; p = p.parentElement) grounds.unshift(getComputedStyle(p).backgroundColor)
				const [a, b] = [light(rgb(grounds)), light(rgb([...grounds, getComputedStyle(e).color]))].sort((x, y) => y - x)
				const ratio = (a + 0.05) / (b + 0.05)
				if (ratio < 4.5) bad.add(e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 20) + ' ' + ratio.toFixed(2))
			}
			return [...bad]
		})()`), []string{})
	}
}

func TestHostile(t *testing.T) {
	b := open(t, shop(), wide)
	for i := range len(shop().Chains) {
		b.click(fmt.Sprintf(`#table tr[data-chain="%d"] button`, i))
		b.press(kb.Escape)
	}
	b.want("nothing ran", ask[bool](b, `'harmed' in window`), false)
	b.want("no image", ask[int](b, `document.images.length`), 0)
	b.want("the name stands there", strings.Contains(b.text("#table"), hostile), true)
}

func TestLink(t *testing.T) {
	b := open(t, shop(), narrow)
	ask[bool](b, `(location.hash = 'chain-3', true)`)
	b.do(chromedp.Reload())
	b.want("opened by its link", b.text("#detail-title"), "(*Stock).Reconcile → payments")
	b.want("modal where it hides the page", ask[bool](b, `document.querySelector('#detail').matches(':modal')`), true)
}

func TestNothing(t *testing.T) {
	b := open(t, &retrymap.Map{Module: "example.com/none"}, wide)
	b.want("said", b.text("#shown"), "No chain of retries leads to an operation that leaves the process.")
}

// TestLarge works with a thousand sites, and logs how long the browser takes to
// have each change laid out.
func TestLarge(t *testing.T) {
	b := open(t, large(1000), wide)
	b.want("rows", len(b.rows()), 150)
	b.want("offers", b.text("#more"), "Show all 1000 chains")
	b.click("#more button")
	b.want("rows", len(b.rows()), 1000)
	b.want("focus is on the first new one", ask[string](b, `document.activeElement.closest('tr').dataset.chain`), "150")
	// A chain that is not among the worst comes into the picture when it is open.
	b.click(`#table tr[data-chain="999"] button`)
	b.want("bands", ask[int](b, `document.querySelectorAll('.band').length`), 31)
	b.want("brought out", ask[[]string](b, `[...document.querySelectorAll('.band.on')].map(e => e.dataset.chain)`), []string{"999"})
	b.press(kb.Escape)
	b.want("bands", ask[int](b, `document.querySelectorAll('.band').length`), 30)
	b.choose("text", "")
	b.want("rows", len(b.rows()), 150)
	t.Logf("loaded after %.0f ms", ask[float64](b, `performance.getEntriesByType('navigation')[0].loadEventEnd`))
	for _, act := range []struct{ name, js string }{
		{"filter by package", `form.package.value = 'example.com/large/p07', form.dispatchEvent(new Event('input'))`},
		{"first search", `form.package.value = '', form.text.value = 'resource/1', form.dispatchEvent(new Event('input'))`},
		{"search", `form.text.value = 'resource/12', form.dispatchEvent(new Event('input'))`},
		{"all again", `form.text.value = '', form.dispatchEvent(new Event('input'))`},
		{"sort by name", `document.querySelector('th[data-key=chain] button').click()`},
		{"sort by seconds", `document.querySelector('th[data-key=seconds] button').click()`},
		{"hover", `document.querySelector('.band path').dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: 500, clientY: 500 }))`},
		{"open", `document.querySelector('#table tbody button').click()`},
	} {
		ms := ask[float64](b, `(() => {
			const form = document.forms.filter
			const begin = performance.now()
			;`+act.js+`
			document.body.offsetHeight
			return performance.now() - begin
		})()`)
		t.Logf("%s: %.1f ms", act.name, ms)
	}
}
