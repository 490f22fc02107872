package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"time"
)

// The picture of the page of nojitter: clients whose requests fail at the same
// moment, and when they try again.
const (
	herdClients = 1000
	herdOutage  = 10 * time.Second // what the server is down for
	herdSpan    = 20 * time.Second // what is drawn
	herdBin     = 100 * time.Millisecond
	herdDelay   = 100 * time.Millisecond // before the second attempt, doubled each time
	herdMaximum = 5 * time.Second
)

// herd counts the attempts of all clients, by herdBin. A client stops with the
// first attempt after the outage. Each delay is what wait makes of it.
func herd(wait func(time.Duration) time.Duration) (attempts []int) {
	attempts = make([]int, herdSpan/herdBin)
	for range herdClients {
		delay := herdDelay
		for at := time.Duration(0); at < herdSpan; {
			attempts[at/herdBin]++
			if at >= herdOutage {
				break
			}
			at += wait(delay)
			delay = min(2*delay, herdMaximum)
		}
	}
	return attempts
}

// herdPicture draws the attempts without jitter and with full jitter. The random
// numbers are the same each time.
func herdPicture() []byte {
	draw := rand.New(rand.NewPCG(1, 2))
	panels := []struct {
		title    string
		attempts []int
	}{
		{"No jitter: all come back together, wave after wave", herd(func(d time.Duration) time.Duration { return d })},
		{"Full jitter, a random part of the same delay: a trickle", herd(func(d time.Duration) time.Duration { return time.Duration(draw.Int64N(int64(d))) })},
	}
	const (
		left, top, width, height, gap = 60, 64, 820, 130, 60
		bar                           = float64(width) / float64(herdSpan/herdBin)
	)
	total := top + len(panels)*(height+gap)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="%d" viewBox="0 0 900 %[1]d" font-family="sans-serif" font-size="13">`+"\n", total)
	fmt.Fprintf(&b, `<rect width="900" height="%d" fill="white"/>`+"\n", total)
	fmt.Fprintf(&b, `<text x="%d" y="24" >Attempts per %v of %d clients whose server is down for %v (red); their delay doubles from %v to %v</text>`+"\n",
		left, herdBin, herdClients, herdOutage, herdDelay, herdMaximum)
	for i, p := range panels {
		y := top + i*(height+gap)
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-weight="bold">%s</text>`+"\n", left, y-8, p.title)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="#f7d9d5"/>`+"\n", left, y, bar*float64(herdOutage/herdBin), height)
		for n, attempts := range p.attempts {
			if h := min(1, float64(attempts)/herdClients) * height; h > 0 {
				fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#1a6fb5"/>`+"\n", left+bar*float64(n), float64(y+height)-h, bar, h)
			}
		}
		fmt.Fprintf(&b, `<path d="M%d %dV%dH%d" fill="none" stroke="black"/>`+"\n", left, y, y+height, left+width)
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%d</text><text x="%d" y="%d" text-anchor="end">0</text>`+"\n", left-6, y+10, herdClients, left-6, y+height)
		for at := time.Duration(0); at <= herdSpan; at += herdSpan / 4 {
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%v</text>`+"\n", left+bar*float64(at/herdBin), y+height+18, at)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
