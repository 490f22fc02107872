package herd

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// The picture's measures in pixels.
const (
	pictureWidth                       = 900
	panelLeft, panelWidth, panelHeight = 90, 780, 210
	firstPanel, panelGap               = 130, 90
)

const (
	loadColour   = "#c0392b"
	servedColour = "#1a6fb5"
)

// WriteOutage draws two runs of an outage, one above the other: what reaches the
// service, and how many calls succeed, a second, on linear axes.
func WriteOutage(w io.Writer, without, with *Result) error {
	c := without.Config
	p := picture{config: c, end: c.End, grid: 20 * time.Second, unit: time.Second, of: "requests per second", step: 1000, served: true}
	title := fmt.Sprintf("%.0f calls a second, up to %d attempts each; the service fails from %.0f s to %.0f s",
		c.Rate*float64(c.Processes), c.MaxAttempts, c.Down.Seconds(), c.Up.Seconds())
	return p.write(w, "A retry budget lets a service recover", title,
		panel{"Without a budget: " + verdict(without), without}, panel{"With a budget: " + verdict(with), with})
}

// WriteHerd draws two runs of a herd, one above the other: what reaches the
// service in each tenth of a second, on linear axes.
func WriteHerd(w io.Writer, without, with *Result) error {
	c := without.Config
	p := picture{config: c, end: 2 * c.Up, grid: 2 * time.Second, unit: c.Window, of: "requests per 100 ms", step: 250}
	title := fmt.Sprintf("%d clients call at once while the service is down, until %.0f s, and go on until they are served", c.Herd, c.Up.Seconds())
	return p.write(w, "Jitter spreads what comes back", title,
		panel{"Exponential delay without jitter: all come back in the same moments", without},
		panel{"The same with full jitter", with})
}

// verdict is what there is to see of an outage.
func verdict(r *Result) string {
	if r.Recovered == 0 {
		return "it stays down after the fault is over"
	}
	return fmt.Sprintf("calls succeed again %.0f s after the fault", (r.Recovered - r.Config.Up).Seconds())
}

type panel struct {
	title  string
	result *Result
}

// picture is two panels with the same axes.
type picture struct {
	b      strings.Builder
	config Config
	end    time.Duration // right edge
	grid   time.Duration // between the marks of the time
	unit   time.Duration // that requests are counted in
	of     string        // what the upward axis is of
	step   float64       // between its marks
	top    float64       // its end
	served bool          // calls that succeed are drawn too
}

func (p *picture) write(w io.Writer, title, subtitle string, panels ...panel) error {
	p.top = p.step
	for _, of := range panels {
		for _, n := range of.result.Load {
			p.top = max(p.top, math.Ceil(p.counted(n)/p.step)*p.step)
		}
	}
	height := firstPanel + len(panels)*(panelHeight+panelGap) - panelGap + 60
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="14">`+"\n", pictureWidth, height)
	fmt.Fprintf(&p.b, `<rect width="%d" height="%d" fill="white"/>`+"\n", pictureWidth, height)
	p.text(panelLeft, 32, "start", `font-size="20" font-weight="bold"`, title)
	p.text(panelLeft, 56, "start", "", subtitle)
	p.legend()
	for i, of := range panels {
		p.panel(float64(firstPanel+i*(panelHeight+panelGap)), of)
	}
	p.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, p.b.String())
	return err
}

// counted is a number of requests in a window of the run, in the picture's unit.
func (p *picture) counted(n int) float64 {
	return float64(n) * p.unit.Seconds() / p.config.Window.Seconds()
}

func (p *picture) x(at time.Duration) float64 {
	return panelLeft + panelWidth*at.Seconds()/p.end.Seconds()
}

func (p *picture) y(requests float64) float64 { return panelHeight * (1 - requests/p.top) }

func (p *picture) text(x, y float64, anchor, style, s string) {
	fmt.Fprintf(&p.b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, style, s)
}

func (p *picture) line(x1, y1, x2, y2 float64, style string) {
	fmt.Fprintf(&p.b, `<path d="M%.1f %.1f L%.1f %.1f" fill="none" %s/>`+"\n", x1, y1, x2, y2, style)
}

// legend explains the colours in one row below the title.
func (p *picture) legend() {
	const y = 82
	entries := []struct {
		width        float64
		style, label string
	}{
		{225, `stroke="` + loadColour + `" stroke-width="3"`, "attempts that reach it"},
		{155, `stroke="#444" stroke-width="2" stroke-dasharray="6 4"`, "its capacity"},
		{200, `stroke="#f6d9d5" stroke-width="16"`, "the service is down"},
		{200, `stroke="` + servedColour + `" stroke-width="3"`, "calls that succeed"},
	}
	if !p.served {
		entries = entries[:3]
	}
	x := float64(panelLeft)
	for _, entry := range entries {
		p.line(x, y-5, x+28, y-5, entry.style)
		p.text(x+36, y, "start", "", entry.label)
		x += entry.width
	}
}

func (p *picture) panel(y float64, of panel) {
	c := p.config
	fmt.Fprintf(&p.b, `<g transform="translate(0 %.0f)">`+"\n", y)
	fmt.Fprintf(&p.b, `<rect x="%.1f" width="%.1f" height="%d" fill="#f6d9d5"/>`+"\n", p.x(c.Down), p.x(c.Up)-p.x(c.Down), panelHeight)
	for n := 0.0; n <= p.top; n += p.step {
		p.line(panelLeft, p.y(n), panelLeft+panelWidth, p.y(n), `stroke="#ddd"`)
		p.text(panelLeft-8, p.y(n)+5, "end", "", fmt.Sprintf("%.0f", n))
	}
	fmt.Fprintf(&p.b, `<text transform="translate(28 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", panelHeight/2, p.of)
	capacity := p.y(float64(c.Capacity) * p.unit.Seconds())
	p.line(panelLeft, capacity, panelLeft+panelWidth, capacity, `stroke="#444" stroke-width="2" stroke-dasharray="6 4"`)
	p.series(of.result.Load, loadColour)
	if p.served {
		p.series(of.result.Served, servedColour)
	}
	p.line(panelLeft, panelHeight, panelLeft+panelWidth, panelHeight, `stroke="black"`)
	for at := time.Duration(0); at <= p.end; at += p.grid {
		p.line(p.x(at), panelHeight, p.x(at), panelHeight+5, `stroke="black"`)
		p.text(p.x(at), panelHeight+22, "middle", "", fmt.Sprintf("%.0f s", at.Seconds()))
	}
	p.text(panelLeft, -10, "start", `font-size="16" font-weight="bold"`, of.title)
	p.b.WriteString("</g>\n")
}

// series draws a number for each window as a line.
func (p *picture) series(counts []int, colour string) {
	var d strings.Builder
	for window, n := range counts {
		at := time.Duration(window)*p.config.Window + p.config.Window/2
		if at >= p.end {
			break
		}
		fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(window, 1)], p.x(at), p.y(p.counted(n)))
	}
	fmt.Fprintf(&p.b, `<path d="%s" fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round"/>`+"\n", d.String(), colour)
}
