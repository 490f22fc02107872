// Herd simulates what retries do to a dependency that fails for a while and
// then recovers with limited capacity, with each strategy, without and with a
// retry budget.
//
//	go run github.com/retryvet/retryvet/runtime/cmd/herd [-scenario herd|outage] [-svg file] [flags]
//
// In the scenario herd all clients call at once during an outage and go on
// until they are served. In outage, steady traffic meets ten seconds of it. It
// prints a table:
//
//	attempts       of all calls
//	amplification  attempts per call
//	in outage      attempts per call while the dependency is down
//	peak           most requests in a window of the outage, after its first second
//	recovery       most requests in a window after the outage
//	served         calls that succeeded
//	all served     when the last one did
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"text/tabwriter"
	"time"

	"github.com/retryvet/retryvet/runtime/herd"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("herd: ")
	if err := run(os.Args[1:], os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("herd", flag.ContinueOnError)
	scenario := flags.String("scenario", "herd", "`name`: herd or outage")
	svg := flags.String("svg", "", "draw the load over time to `file`")
	seed := flags.Uint64("seed", 1, "of the random numbers")
	clients := flags.Int("clients", 1000, "`number` of callers")
	outage := flags.Duration("outage", 10*time.Second, "how long the dependency is down")
	capacity := flags.Int("capacity", 0, "requests `per second` that the dependency serves (herd: 200, outage: 1200)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	config, ok := map[string]func() herd.Config{"herd": herd.Herd, "outage": herd.Outage}[*scenario]
	if !ok {
		return fmt.Errorf("no scenario %q", *scenario)
	}
	c := config()
	c.Seed, c.Clients, c.Up = *seed, *clients, c.Down+*outage
	if *capacity > 0 {
		c.Capacity = *capacity
	}
	if c.Clients <= 0 || *outage <= 0 || c.Up >= c.Horizon {
		return fmt.Errorf("want clients and an outage that ends before %v", c.Horizon)
	}
	without, with := runs(c, false), runs(c, true)
	if err := table(out, append(without, with...)); err != nil {
		return err
	}
	if *svg == "" {
		return nil
	}
	return draw(*svg, without, with)
}

// runs are those of all strategies.
func runs(c herd.Config, budget bool) (all []*herd.Result) {
	for _, c.Strategy = range herd.Strategies {
		c.Budget = budget
		all = append(all, herd.Run(c))
	}
	return all
}

func table(out io.Writer, results []*herd.Result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "strategy\tbudget\tattempts\tamplification\tin outage\tpeak\trecovery\tserved\tall served\t")
	for _, r := range results {
		fmt.Fprintf(w, "%v\t%s\t%d\t%.2f\t%.2f\t%d\t%d\t%.1f%%\t%s\t\n",
			r.Config.Strategy, yesNo(r.Config.Budget), r.Attempts, r.Amplification(), r.OutageAmplification(),
			r.PeakOutage, r.PeakRecovery, 100*float64(r.Served)/float64(r.Calls), when(r.AllServed))
	}
	return w.Flush()
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func when(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1fs", d.Seconds())
}

func draw(name string, without, with []*herd.Result) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := herd.WriteSVG(f, without, with); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
