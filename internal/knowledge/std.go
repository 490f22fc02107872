package knowledge

// packages holds the tables by import path, without major versions except where
// one version differs from the others.
var packages = merge(standard, clients, retriers, utilities)

// merge joins tables of distinct packages; a package may be split over several
// of them, in which case their entries are united.
func merge(sets ...map[string]Table) map[string]Table {
	all := map[string]Table{}
	for _, set := range sets {
		for path, t := range set {
			if all[path] == nil {
				all[path] = t
				continue
			}
			for name, e := range t {
				all[path][name] = e
			}
		}
	}
	return all
}

var (
	random = Entry{Random: true, Place: Local}
	remote = Entry{Place: Remote}
	local  = Entry{Place: Local}
	exits  = Entry{Exits: true}
	blocks = Entry{Place: Remote, Blocks: true}
	read   = Entry{Place: Remote, Effect: Idempotent}
)

// sleeps is a wait that nothing ends early, for the time given by a parameter.
func sleeps(duration int) Entry {
	return Entry{Place: Local, Wait: &Wait{Kind: Sleep, Duration: duration, Ctx: -1}}
}

// sends is an HTTP request with a fixed method.
func sends(method string) Entry {
	return Entry{Place: Remote, Method: &Method{Const: method}}
}

// waits is a library's wait, which the context parameter ends.
func waits(ctx int) Entry {
	return Entry{Place: Local, Wait: &Wait{Kind: Library, Duration: -1, Ctx: ctx}}
}

// standard is the standard library.
var standard = map[string]Table{
	"time":          {"Sleep": sleeps(0), "*": local},
	"math/rand":     {"Seed": local, "New": local, "NewSource": local, "Perm": local, "Shuffle": local, "*": random},
	"math/rand/v2":  {"New": local, "NewPCG": local, "NewChaCha8": local, "Perm": local, "Shuffle": local, "*": random},
	"crypto/rand":   {"Prime": local, "*": random},
	"sync":          {"Cond.Wait": {Place: Local, Wait: &Wait{Kind: Cond, Duration: -1, Ctx: -1}}, "*": local},
	"os":            {"Exit": exits, "*": local},
	"os/exec":       {"Cmd.Wait": {Place: Local, Blocks: true}, "Cmd.Run": {Place: Local, Blocks: true}, "*": local},
	"log":           {"Fatal": exits, "Fatalf": exits, "Fatalln": exits, "Panic": exits, "Panicf": exits, "Panicln": exits, "Logger.Fatal": exits, "Logger.Fatalf": exits, "Logger.Fatalln": exits, "Logger.Panic": exits, "Logger.Panicf": exits, "Logger.Panicln": exits, "*": local},
	"runtime":       {"Goexit": exits, "*": local},
	"testing":       {"common.Fatal": exits, "common.Fatalf": exits, "common.FailNow": exits, "common.Skip": exits, "common.Skipf": exits, "common.SkipNow": exits, "T.Fatal": exits, "T.Fatalf": exits, "T.FailNow": exits, "TB.Fatal": exits, "TB.Fatalf": exits, "TB.FailNow": exits, "TB.Skip": exits, "TB.Skipf": exits, "TB.SkipNow": exits, "B.Fatal": exits, "B.Fatalf": exits, "*": local},
	"syscall":       {"Exit": exits, "*": local},
	"io":            {"Reader.Read": {}, "Writer.Write": {}, "Closer.Close": {}, "ReadCloser.*": {}, "WriteCloser.*": {}, "ReadWriteCloser.*": {}, "ReadWriter.*": {}, "ReadAll": {}, "Copy": {}, "*": local},
	"io/fs":         {"*": local},
	"path/filepath": {"*": local},
	"bufio":         {"*": local},
	"bytes":         {"*": local},
	"strings":       {"*": local},
	"strconv":       {"*": local},
	"fmt":           {"*": local},
	"errors":        {"*": local},
	"context":       {"*": local},
	"encoding/json": {"Decoder.*": {}, "Encoder.*": {}, "*": local},
	"encoding/gob":  {"Decoder.*": {}, "Encoder.*": {}, "*": local},
	"regexp":        {"*": local},
	"math":          {"*": local},
	"sync/atomic":   {"*": local},
	"log/slog":      {"*": local},
	"reflect":       {"*": local},
	"sort":          {"*": local},
	"slices":        {"*": local},
	"maps":          {"*": local},
	"net/url":       {"*": local},
	"net/netip":     {"*": local},
	"net/http": {
		"Client.Do": remote, "Client.Get": read, "Client.Head": read, "Client.Post": sends("POST"), "Client.PostForm": sends("POST"),
		"Get": read, "Head": read, "Post": sends("POST"), "PostForm": sends("POST"),
		"NewRequest": {Place: Local, Method: &Method{Param: 0}}, "NewRequestWithContext": {Place: Local, Method: &Method{Param: 1}},
		"Transport.RoundTrip": remote, "RoundTripper.RoundTrip": remote,
		"ListenAndServe": {Place: Local, Blocks: true}, "ListenAndServeTLS": {Place: Local, Blocks: true},
		"Server.ListenAndServe": {Place: Local, Blocks: true}, "Server.ListenAndServeTLS": {Place: Local, Blocks: true},
		"Server.Serve": {Place: Local, Blocks: true}, "Server.ServeTLS": {Place: Local, Blocks: true},
		"*": local,
	},
	"net": {
		"Dial": read, "DialTimeout": read, "DialTCP": read, "DialUDP": read, "DialIP": read, "DialUnix": {Place: Local, Effect: Idempotent},
		"Dialer.Dial": read, "Dialer.DialContext": read,
		"Resolver.*": read, "LookupHost": read, "LookupIP": read, "LookupAddr": read, "LookupCNAME": read, "LookupMX": read, "LookupNS": read,
		"LookupPort": local, "LookupSRV": read, "LookupTXT": read, "ResolveTCPAddr": read, "ResolveUDPAddr": read, "ResolveIPAddr": read,
		"Conn.Read": remote, "Conn.Write": remote, "TCPConn.Read": remote, "TCPConn.Write": remote,
		"UDPConn.Read": remote, "UDPConn.Write": remote, "UDPConn.WriteTo": remote, "UDPConn.ReadFrom": remote,
		"PacketConn.ReadFrom": remote, "PacketConn.WriteTo": remote,
		"Listener.Accept": {Place: Local}, "Listen": local, "*": local,
	},
	"net/rpc":    {"Client.Call": remote, "Dial": read, "DialHTTP": read, "*": {}},
	"net/smtp":   {"SendMail": {Place: Remote, Effect: Publishes}, "Dial": read, "*": remote},
	"crypto/tls": {"Dial": read, "DialWithDialer": read, "Dialer.Dial": read, "Dialer.DialContext": read, "Conn.Handshake": remote, "Conn.HandshakeContext": remote, "*": local},
	"database/sql": {
		"DB.Ping": database(Idempotent), "DB.PingContext": database(Idempotent),
		"DB.Query": database(EffectUnknown), "DB.QueryContext": database(EffectUnknown),
		"DB.QueryRow": database(EffectUnknown), "DB.QueryRowContext": database(EffectUnknown),
		"DB.Exec": database(EffectUnknown), "DB.ExecContext": database(EffectUnknown),
		"DB.Begin": database(Idempotent), "DB.BeginTx": database(Idempotent),
		"DB.Conn": database(Idempotent), "DB.Prepare": database(Idempotent), "DB.PrepareContext": database(Idempotent),
		"Conn.*": remote, "Stmt.*": remote, "Tx.*": remote, "Row.Scan": remote, "Rows.Next": remote, "Rows.Err": remote, "*": local,
	},
}

// database is a call of database/sql. It is sent again, at most three times, but
// only where the driver says that the connection was bad and nothing was done,
// so it does not multiply attempts.
func database(effect Effect) Entry { return Entry{Place: Remote, Effect: effect} }
