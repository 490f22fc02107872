// Herd simulates what retries do to a service that fails for a while, without
// and with a retry budget.
//
//	go run github.com/retryvet/retryvet/runtime/cmd/herd [-scenario outage|herd|amplification] [flags]
//
// In the scenario outage, steady traffic meets twenty seconds in which the
// service does nothing. Afterwards it works through its queue in order, at its
// capacity, without knowing whose clients have stopped waiting; what finds the
// queue full is refused, which costs capacity too. It prints a table, and -svg
// draws a picture, as it does of a herd:
//
//	in outage  attempts for each call while the service is down
//	served     calls that succeeded
//	recovered  when, after the outage, calls succeed as they did before it
//
// In herd, a thousand clients call at once during an outage and go on until they
// are served, with each way to wait:
//
//	peak        most attempts in 100 ms of the outage, after its first second
//	recovery    most attempts in 100 ms after the outage
//	all served  when the last call succeeded
//
// Amplification prints attempts for each call in a total outage, by the number of
// processes and the rate of each, and what the formula of retry.Budget allows.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"text/tabwriter"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/bucket"
	"github.com/retryvet/retryvet/runtime/internal/herd"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("herd: ")
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Fatal(err)
	}
}

func run(args []string, out io.Writer) error {
	c, budget := herd.Outage(), *herd.DefaultBudget()
	flags := flag.NewFlagSet("herd", flag.ContinueOnError)
	scenario := flags.String("scenario", "outage", "`name`: outage, herd or amplification")
	svg := flags.String("svg", "", "draw the outage or the herd to `file`")
	flags.Uint64Var(&c.Seed, "seed", 1, "of the random numbers")
	flags.IntVar(&c.Processes, "processes", c.Processes, "`number` of client processes, each with a budget of its own")
	flags.Float64Var(&c.Rate, "rate", c.Rate, "calls `a second` of each process")
	outage := flags.Duration("outage", c.Up-c.Down, "how long the service is down")
	flags.IntVar(&c.Capacity, "capacity", c.Capacity, "requests `a second` that the service works off")
	flags.IntVar(&c.Queue, "queue", c.Queue, "`requests` that it holds")
	flags.Float64Var(&c.RefusalCost, "refusal", c.RefusalCost, "cost of a refusal, in `requests`")
	flags.DurationVar(&c.Timeout, "timeout", c.Timeout, "how long a client waits for an answer")
	flags.IntVar(&c.MaxAttempts, "attempts", c.MaxAttempts, "`attempts` of a call at most")
	flags.Float64Var(&budget.Ratio, "ratio", budget.Ratio, "the budget's `retries` for each call")
	flags.Float64Var(&budget.Burst, "burst", budget.Burst, "the budget's `retries` at once beyond that")
	flags.Float64Var(&budget.PerSecond, "persecond", budget.PerSecond, "the budget's `retries` a second beyond that")
	if err := flags.Parse(args); err != nil {
		return err
	}
	c.Up = c.Down + *outage
	if c.Processes <= 0 || !(c.Rate > 0) || c.Capacity <= 0 || c.Queue < 0 || c.RefusalCost < 0 || c.Timeout <= 0 || c.MaxAttempts <= 0 || *outage <= 0 || c.Up >= c.End {
		return fmt.Errorf("want numbers above zero, and an outage that ends before %v", c.End)
	}
	budget = budget.Bounded()
	switch *scenario {
	case "outage":
		return compare(out, c, budget, *svg)
	case "herd":
		return strategies(out, c.Seed, *svg)
	case "amplification":
		return amplification(out, c.Seed, budget)
	default:
		return fmt.Errorf("no scenario %q", *scenario)
	}
}

// compare runs an outage without and with a budget.
func compare(out io.Writer, c herd.Config, budget bucket.Params, svg string) error {
	without := herd.Run(c)
	c.Budget = &budget
	with := herd.Run(c)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "budget\tcalls\tattempts\tin outage\tserved\trecovered\t")
	for _, r := range []*herd.Result{without, with} {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%.1f%%\t%s\t\n", yesNo(r.Config.Budget != nil), r.Calls, r.Attempts,
			r.OutageAmplification(), 100*float64(r.Successes)/float64(r.Calls), when(r.Recovered))
	}
	if err := w.Flush(); err != nil || svg == "" {
		return err
	}
	return draw(svg, herd.WriteOutage, without, with)
}

// strategies runs a herd with each way to wait.
func strategies(out io.Writer, seed uint64, svg string) error {
	results := map[herd.Strategy]*herd.Result{}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "strategy\tattempts\tpeak\trecovery\tserved\tall served\t")
	for _, s := range herd.Strategies {
		c := herd.Herd()
		c.Seed, c.Strategy = seed, s
		r := herd.Run(c)
		results[s] = r
		fmt.Fprintf(w, "%v\t%d\t%d\t%d\t%.1f%%\t%s\t\n", s, r.Attempts, r.PeakOutage, r.PeakRecovery,
			100*float64(r.Successes)/float64(r.Calls), when(r.AllServed))
	}
	if err := w.Flush(); err != nil || svg == "" {
		return err
	}
	return draw(svg, herd.WriteHerd, results[herd.Exponential], results[herd.Full])
}

// amplification prints a table in Markdown.
func amplification(out io.Writer, seed uint64, budget bucket.Params) error {
	fmt.Fprintln(out, "| processes | calls a second of each | outage | without | with a budget | formula |")
	fmt.Fprintln(out, "|---:|---:|---:|---:|---:|---:|")
	for _, outage := range []time.Duration{10 * time.Second, 2 * time.Minute} {
		for _, row := range herd.Rows {
			a := herd.Amplify(seed, row.Processes, row.Rate, outage, budget)
			fmt.Fprintf(out, "| %d | %g | %.0f s | %.2f | %.2f | %.2f |\n", a.Processes, a.Rate, outage.Seconds(), a.Without, a.With, a.Bound)
		}
	}
	return nil
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func when(d time.Duration) string {
	if d == 0 {
		return "never"
	}
	return fmt.Sprintf("%.1fs", d.Seconds())
}

func draw(name string, write func(w io.Writer, without, with *herd.Result) error, without, with *herd.Result) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f, without, with); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
