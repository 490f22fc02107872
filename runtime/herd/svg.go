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
	panelWidth, panelHeight = 440, 120
	marginLeft, marginTop   = 50, 46
	gapX, gapY              = 30, 52
	columns                 = 2
)

// WriteSVG draws the load over time, a panel for each pair of runs: without a
// budget as an area and with one as a line. Both slices are in the order of
// the panels and hold runs of one scenario. The picture ends at twice
// the end of the outage.
func WriteSVG(w io.Writer, without, with []*Result) error {
	rows := (len(without) + columns - 1) / columns
	width := marginLeft + columns*(panelWidth+gapX)
	height := marginTop + rows*(panelHeight+gapY)
	c := without[0].Config
	p := picture{config: c, end: min(2*c.Up, c.Horizon), top: highest(without)}

	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="11">`+"\n", width, height)
	fmt.Fprintf(&p.b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	p.text(marginLeft, 18, "start", fmt.Sprintf("requests per %v (square-root scale), %d clients; red: outage; dashed: capacity; grey: without budget; blue: with", c.Window, c.Clients))
	for i := range without {
		x := marginLeft + i%columns*(panelWidth+gapX)
		y := marginTop + i/columns*(panelHeight+gapY)
		fmt.Fprintf(&p.b, `<g transform="translate(%d %d)">`+"\n", x, y)
		p.panel(without[i], with[i])
		p.b.WriteString("</g>\n")
	}
	p.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, p.b.String())
	return err
}

func highest(results []*Result) (n int) {
	for _, r := range results {
		for _, load := range r.Load {
			n = max(n, load)
		}
	}
	return n
}

type picture struct {
	b      strings.Builder
	config Config
	end    time.Duration // right edge
	top    int           // upper edge, in requests a window
}

func (p *picture) x(at time.Duration) float64 { return panelWidth * at.Seconds() / p.end.Seconds() }

func (p *picture) y(load float64) float64 {
	return panelHeight * (1 - math.Sqrt(load/float64(p.top)))
}

func (p *picture) text(x, y float64, anchor, s string) {
	fmt.Fprintf(&p.b, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, s)
}

func (p *picture) panel(without, with *Result) {
	c := p.config
	p.text(0, -6, "start", without.Config.Strategy.String())
	fmt.Fprintf(&p.b, `<rect x="%.1f" width="%.1f" height="%d" fill="#fdd"/>`+"\n", p.x(c.Down), p.x(c.Up-c.Down), panelHeight)
	area := p.line(without.Load)
	fmt.Fprintf(&p.b, `<path d="%s V%d H0 Z" fill="#aaa"/>`+"\n", area, panelHeight)
	fmt.Fprintf(&p.b, `<path d="%s" fill="none" stroke="#06c"/>`+"\n", p.line(with.Load))
	capacity := p.y(float64(c.Capacity) * c.Window.Seconds())
	fmt.Fprintf(&p.b, `<path d="M0 %.1f H%d" stroke="black" stroke-dasharray="4 3"/>`+"\n", capacity, panelWidth)
	fmt.Fprintf(&p.b, `<path d="M0 0 V%d H%d" fill="none" stroke="black"/>`+"\n", panelHeight, panelWidth)
	for _, share := range []float64{0, 0.04, 0.25, 1} {
		load := math.Round(share * float64(p.top))
		p.text(-5, p.y(load)+4, "end", fmt.Sprint(load))
	}
	for i := range 7 {
		at := p.end * time.Duration(i) / 6
		p.text(p.x(at), panelHeight+14, "middle", fmt.Sprint(at.Round(100*time.Millisecond)))
	}
}

// line is the path of the load, a step for each window.
func (p *picture) line(load []int) string {
	var d strings.Builder
	fmt.Fprintf(&d, "M0 %d", panelHeight)
	for window, n := range load {
		at := time.Duration(window) * p.config.Window
		if at >= p.end {
			break
		}
		fmt.Fprintf(&d, " V%.1f H%.1f", p.y(float64(n)), p.x(min(at+p.config.Window, p.end)))
	}
	return d.String()
}
