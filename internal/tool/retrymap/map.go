// Package retrymap is the worst case of a program's retries: for each way in,
// every chain of retrying layers down to an operation that leaves the process,
// in attempts and in seconds.
package retrymap

// Map is what "retryvet map" prints in every format. Identifiers are indices
// into its own lists.
type Map struct {
	Module     string      `json:"module"`
	Entries    []Entry     `json:"entries"`
	Operations []Operation `json:"operations"`
	Layers     []Layer     `json:"layers"`
	Chains     []Chain     `json:"chains"` // the worst first
}

// Place is where something stands in the source.
type Place struct {
	File string `json:"file"` // relative to the module, with slashes
	Line int    `json:"line"`
	End  int    `json:"end,omitempty"`
}

// Entry is a way into the program.
type Entry struct {
	Kind    string `json:"kind"` // main, exported, http, grpc, reconciler, consumer
	Name    string `json:"name"` // "GET /orders", "main", "(*Client).Fetch"
	Package string `json:"package"`
	At      Place  `json:"at"`
}

// Operation is a call that leaves the process.
type Operation struct {
	Name   string `json:"name"`            // "(*http.Client).Do"
	Target string `json:"target"`          // the host or the client, as far as known
	Maybe  bool   `json:"maybe,omitempty"` // by all that is in sight it leaves the process, and nothing proves it
}

// Layer is one level that repeats what is below it: a site of the code under
// analysis, or a client that retries on its own.
type Layer struct {
	Kind     string    `json:"kind"` // retry, reconnect, poll, client
	Func     string    `json:"func"`
	Package  string    `json:"package"`
	At       Place     `json:"at"`
	Source   []string  `json:"source,omitempty"` // the lines From At.Line to At.End
	Attempts Amount    `json:"attempts"`
	Wait     Amount    `json:"wait"`     // seconds between all its attempts together, jitter at its largest
	Timeout  Amount    `json:"timeout"`  // seconds an attempt may take
	Deadline Amount    `json:"deadline"` // seconds after which the layer gives up
	Bound    []string  `json:"bound"`
	Delay    string    `json:"delay"`
	Jitter   string    `json:"jitter"`
	Budget   bool      `json:"budget"` // a retry budget limits it
	Findings []Finding `json:"findings,omitempty"`
}

// Finding is what a check says of a layer.
type Finding struct {
	Check   string `json:"check"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"` // a unified diff, where one is offered
}

// Chain is the worst way from an entry to an operation, through the layers on it. Its
// attempts are those of all layers but reconnect loops, which go on for as long as the
// process lives: they count for each of their rounds.
type Chain struct {
	Entry     int      `json:"entry"`
	Operation int      `json:"operation"`
	Layers    []int    `json:"layers"` // the outermost first
	Via       []string `json:"via"`    // the functions on the way
	Attempts  Amount   `json:"attempts"`
	Seconds   Amount   `json:"seconds"`
	Budget    bool     `json:"budget"`
}

// Amount is a number as far as it is known. As a number of attempts it is Known times
// every symbol; as a time it is Known seconds and, on top, every symbol. It has no end
// if Endless. The zero Amount is one that nothing is known of.
type Amount struct {
	Known    float64  `json:"known"`
	Symbols  []string `json:"symbols,omitempty"`  // what only the running program knows, by its expressions
	Defaults []string `json:"defaults,omitempty"` // settings whose defaults Known counts with
	Endless  bool     `json:"endless,omitempty"`
}
