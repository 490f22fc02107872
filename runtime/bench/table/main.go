// Table reads the output of several runs of the benchmarks and prints, in
// Markdown, the median and the best of each.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
)

// row is one benchmark with all its runs.
type row struct {
	name   string
	ns     []float64
	allocs string
}

func main() {
	if err := print(bufio.NewScanner(os.Stdin)); err != nil {
		log.Fatal(err)
	}
}

func print(in *bufio.Scanner) error {
	var rows []*row
	byName := map[string]*row{}
	for in.Scan() {
		fields := strings.Fields(in.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		ns, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			return err
		}
		r := byName[fields[0]]
		if r == nil {
			r = &row{name: fields[0], allocs: "-"}
			rows, byName[r.name] = append(rows, r), r
		}
		r.ns = append(r.ns, ns)
		if i := slices.Index(fields, "allocs/op"); i > 0 {
			r.allocs = fields[i-1]
		}
	}
	group := ""
	for _, r := range rows {
		of, name, _ := strings.Cut(strings.TrimPrefix(r.name, "Benchmark"), "/")
		if of != group {
			group = of
			fmt.Printf("\n| %s | median ns | best ns | allocations |\n|---|---:|---:|---:|\n", group)
		}
		slices.Sort(r.ns)
		fmt.Printf("| %s | %s | %s | %s |\n", strings.ReplaceAll(name, "_", " "), short(median(r.ns)), short(r.ns[0]), r.allocs)
	}
	return in.Err()
}

func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func short(ns float64) string {
	if ns < 100 {
		return strconv.FormatFloat(ns, 'f', 1, 64)
	}
	return strconv.FormatFloat(ns, 'f', 0, 64)
}
