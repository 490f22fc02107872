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

// WriteSVG draws two runs of one scenario, one above the other: what reaches the
// service, and how many calls succeed, a second, on linear axes.
func WriteSVG(w io.Writer, without, with *Result) error {
	p := picture{config: without.Config, top: top(without, with)}
	height := firstPanel + 2*panelHeight + panelGap + 60
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="14">`+"\n", pictureWidth, height)
	fmt.Fprintf(&p.b, `<rect width="%d" height="%d" fill="white"/>`+"\n", pictureWidth, height)
	c := p.config
	p.text(panelLeft, 32, "start", `font-size="20" font-weight="bold"`, "A retry budget lets a service recover")
	p.text(panelLeft, 56, "start", "", fmt.Sprintf("%.0f calls a second, up to %d attempts each; the service fails from %.0f s to %.0f s",
		c.Rate*float64(c.Processes), c.MaxAttempts, c.Down.Seconds(), c.Up.Seconds()))
	p.legend()
	p.panel(firstPanel, "Without a budget", without)
	p.panel(firstPanel+panelHeight+panelGap, "With a budget", with)
	p.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, p.b.String())
	return err
}

// top is the upper edge of the panels: round, and above all that is drawn.
func top(results ...*Result) float64 {
	highest := 0.0
	for _, r := range results {
		for _, n := range r.Load {
			highest = max(highest, float64(n)/r.Config.Window.Seconds())
		}
	}
	return max(math.Ceil(highest/1000), 1) * 1000
}

type picture struct {
	b      strings.Builder
	config Config
	top    float64 // upper edge, in requests a second
}

func (p *picture) x(at time.Duration) float64 {
	return panelLeft + panelWidth*at.Seconds()/p.config.End.Seconds()
}

func (p *picture) y(perSecond float64) float64 { return panelHeight * (1 - perSecond/p.top) }

func (p *picture) text(x, y float64, anchor, style, s string) {
	fmt.Fprintf(&p.b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, style, s)
}

func (p *picture) line(x1, y1, x2, y2 float64, style string) {
	fmt.Fprintf(&p.b, `<path d="M%.1f %.1f L%.1f %.1f" fill="none" %s/>`+"\n", x1, y1, x2, y2, style)
}

// legend explains the colours in one row below the title.
func (p *picture) legend() {
	const y = 82
	for _, entry := range []struct {
		x            float64
		style, label string
	}{
		{0, `stroke="` + loadColour + `" stroke-width="3"`, "attempts that reach it"},
		{225, `stroke="` + servedColour + `" stroke-width="3"`, "calls that succeed"},
		{425, `stroke="#444" stroke-width="2" stroke-dasharray="6 4"`, "its capacity"},
		{580, `stroke="#f6d9d5" stroke-width="16"`, "the service is down"},
	} {
		p.line(panelLeft+entry.x, y-5, panelLeft+entry.x+28, y-5, entry.style)
		p.text(panelLeft+entry.x+36, y, "start", "", entry.label)
	}
}

func (p *picture) panel(y float64, title string, r *Result) {
	c := p.config
	fmt.Fprintf(&p.b, `<g transform="translate(0 %.0f)">`+"\n", y)
	fmt.Fprintf(&p.b, `<rect x="%.1f" width="%.1f" height="%d" fill="#f6d9d5"/>`+"\n", p.x(c.Down), p.x(c.Up)-p.x(c.Down), panelHeight)
	for n := 0.0; n <= p.top; n += 1000 {
		p.line(panelLeft, p.y(n), panelLeft+panelWidth, p.y(n), `stroke="#ddd"`)
		p.text(panelLeft-8, p.y(n)+5, "end", "", fmt.Sprintf("%.0f", n))
	}
	fmt.Fprintf(&p.b, `<text transform="translate(28 %d) rotate(-90)" text-anchor="middle">requests per second</text>`+"\n", panelHeight/2)
	p.line(panelLeft, p.y(float64(c.Capacity)), panelLeft+panelWidth, p.y(float64(c.Capacity)), `stroke="#444" stroke-width="2" stroke-dasharray="6 4"`)
	p.series(r.Load, loadColour)
	p.series(r.Served, servedColour)
	p.line(panelLeft, panelHeight, panelLeft+panelWidth, panelHeight, `stroke="black"`)
	for at := time.Duration(0); at <= c.End; at += 20 * time.Second {
		p.line(p.x(at), panelHeight, p.x(at), panelHeight+5, `stroke="black"`)
		p.text(p.x(at), panelHeight+22, "middle", "", fmt.Sprintf("%.0f s", at.Seconds()))
	}
	p.text(panelLeft, -10, "start", `font-size="16" font-weight="bold"`, title+": "+verdict(r))
	p.b.WriteString("</g>\n")
}

// verdict is what there is to see.
func verdict(r *Result) string {
	if r.Recovered == 0 {
		return "it stays down after the fault is over"
	}
	return fmt.Sprintf("calls succeed again %.0f s after the fault", (r.Recovered - r.Config.Up).Seconds())
}

// series draws a number for each window as a line.
func (p *picture) series(counts []int, colour string) {
	var d strings.Builder
	for window, n := range counts {
		at := time.Duration(window)*p.config.Window + p.config.Window/2
		if at >= p.config.End {
			break
		}
		fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(window, 1)], p.x(at), p.y(float64(n)/p.config.Window.Seconds()))
	}
	fmt.Fprintf(&p.b, `<path d="%s" fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round"/>`+"\n", d.String(), colour)
}
