package knowledge

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestNames looks up each row at the place that it names as its source: the name
// has to be declared there, and the parameters that the row counts have to be
// what it says they are.
//
// Rows of the standard library and of this repository are always looked up. All
// others need the modules of data/modules.txt, 2 GB from the module proxy, and
// are looked up where RETRYVET_MODULES=1 is set, as .ci/run does.
func TestNames(t *testing.T) {
	data := readData(t)
	goroot, err := exec.Command("go", "env", "GOROOT").Output() // runtime.GOROOT is empty with -trimpath
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{
		"std":     filepath.Join(strings.TrimSpace(string(goroot)), "src"),
		"runtime": filepath.Join("..", "..", "runtime"),
	}
	all := os.Getenv("RETRYVET_MODULES") == "1"
	if all {
		download(t, data.Modules, dirs)
	}
	c := newChecker(data, dirs)
	missing, byHand := 0, 0
	check := func(what string, o Origin, f func() error) {
		if o.Source == "-" {
			return // TestOrigins
		}
		key, _, _ := strings.Cut(o.Source, ":")
		if m := c.modules[key]; m.ByHand || o.Source == "unverified" {
			byHand++
			return
		}
		if dirs[key] == "" && !all {
			missing++
			return
		}
		if err := f(); err != nil {
			t.Errorf("%s:%d: %s: %v", o.File, o.Line, what, err)
		}
	}
	for _, r := range data.Rows {
		check(r.Package+" "+r.Name, r.Origin, func() error { return c.row(r) })
	}
	for _, o := range data.Options {
		check("option "+o.Name, o.Origin, func() error { return c.option(o) })
	}
	for _, r := range data.Clients {
		check("client "+r.Key, r.Origin, func() error { return c.place(r.Source) })
	}
	for _, r := range data.Policies {
		check("policy "+r.Key, r.Origin, func() error { return c.place(r.Source) })
	}
	for _, h := range data.Harms {
		check("harm "+h.Package+" "+h.What, h.Origin, func() error { return c.harm(h) })
	}
	for _, r := range data.Traits {
		check("trait "+r.Package+" "+r.Name, r.Origin, func() error { return c.trait(r) })
	}
	for _, s := range data.Same {
		check("same "+s.Package, s.Origin, func() error { return c.same(s) })
	}
	t.Logf("%d rows are of modules that the proxy does not hand out, and were read by hand", byHand)
	if missing > 0 {
		t.Logf("%d rows were not looked up: RETRYVET_MODULES=1 is not set", missing)
	}
}

// download adds the directories of modules, by their keys.
func download(t *testing.T, modules []Module, dirs map[string]string) {
	t.Helper()
	keys := map[string]string{}
	args := []string{"mod", "download", "-json"}
	for _, m := range modules {
		if dirs[m.Key] == "" && !m.ByHand {
			keys[m.Path+"@"+m.Version] = m.Key
			args = append(args, m.Path+"@"+m.Version)
		}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = t.TempDir() // no module is around, so nothing is written to one
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=-modcacherw")
	out, err := cmd.Output()
	var failed []string
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var m struct{ Path, Version, Dir, Error string }
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		if m.Error != "" {
			failed = append(failed, fmt.Sprintf("%s@%s: %s", m.Path, m.Version, m.Error))
			continue
		}
		dirs[keys[m.Path+"@"+m.Version]] = m.Dir
	}
	if len(failed) == len(keys) || len(out) == 0 {
		t.Skipf("no row of a library was looked up, for no module could be downloaded (%v):\n%s", err, strings.Join(failed, "\n"))
	}
	for _, f := range failed {
		t.Error(f)
	}
}

// checker looks rows up in the sources that they name.
type checker struct {
	modules  map[string]Module
	dirs     map[string]string
	packages map[string]*declared       // by directory
	tables   map[string]bool            // packages that have rows of their own
	aliases  map[string]map[string]bool // the packages that have the rows of a package
}

// declared is what a package declares: Func, Type, Type.Method and Type.Field.
type declared struct {
	at     map[string]string   // file:line
	params map[string][]string // types of the parameters of functions and methods
}

func newChecker(data *Data, dirs map[string]string) *checker {
	c := &checker{map[string]Module{}, dirs, map[string]*declared{}, map[string]bool{}, map[string]map[string]bool{}}
	for _, m := range data.Modules {
		c.modules[m.Key] = m
	}
	for _, r := range data.Rows {
		c.tables[r.Package] = true
	}
	for _, s := range data.Same {
		c.tables[s.Package] = true
		if c.aliases[s.As] == nil {
			c.aliases[s.As] = map[string]bool{}
		}
		c.aliases[s.As][s.Package] = true
	}
	return c
}

// source takes a source apart: the import path and the declarations of the
// package, the file and the line, 0 if there is none.
func (c *checker) source(s string) (importPath string, d *declared, file string, line int, err error) {
	key, rest, _ := strings.Cut(s, ":")
	m, ok := c.modules[key]
	if !ok {
		return "", nil, "", 0, fmt.Errorf("no module %s", key)
	}
	rel, number, _ := strings.Cut(rest, ":")
	if number != "" {
		if line, err = strconv.Atoi(number); err != nil {
			return "", nil, "", 0, err
		}
	}
	name := filepath.Join(c.dirs[key], filepath.FromSlash(rel))
	info, err := os.Stat(name)
	if err != nil {
		return "", nil, "", 0, err
	}
	dir := rel
	if !info.IsDir() {
		dir, file = path.Dir(rel), path.Base(rel)
		if data, err := os.ReadFile(name); err != nil || strings.Count(string(data), "\n") < line {
			return "", nil, "", 0, fmt.Errorf("%s has no line %d: %v", name, line, err)
		}
	}
	importPath = path.Join(m.Path, dir)
	if key == "std" {
		importPath = dir
	}
	d, err = c.declarations(filepath.Join(c.dirs[key], filepath.FromSlash(dir)))
	return importPath, d, file, line, err
}

// place finds out that a source is there.
func (c *checker) place(s string) error {
	_, _, _, _, err := c.source(s)
	return err
}

// has reports whether a package has the rows that are written for another one.
func (c *checker) has(rows, importPath string) bool {
	fits := func(rows string) bool {
		if prefix, ok := strings.CutSuffix(rows, "..."); ok {
			return strings.HasPrefix(withoutMajor(importPath)+"/", prefix)
		}
		return rows == importPath || rows == withoutMajor(importPath) && !c.tables[importPath]
	}
	if fits(rows) {
		return true
	}
	for p := range c.aliases[rows] {
		if fits(p) {
			return true
		}
	}
	return false
}

// row finds out that a row speaks of what is declared where it says.
func (c *checker) row(r Row) error {
	importPath, d, file, line, err := c.source(r.Source)
	if err != nil {
		return err
	}
	if !c.has(r.Package, importPath) {
		return fmt.Errorf("%s is about another package, %s", r.Source, importPath)
	}
	name := d.find(r.Name)
	if name == "" {
		return fmt.Errorf("%s does not declare it", importPath)
	}
	if at := d.at[name]; line > 0 && at != file+":"+strconv.Itoa(line) {
		return fmt.Errorf("%s is at %s", name, at)
	}
	params, isFunc := d.params[name]
	if !isFunc || strings.Contains(r.Name, "*") {
		return nil
	}
	return parameters(r, params)
}

// parameters finds out that the parameters that a row counts are what it says.
func parameters(r Row, params []string) error {
	is := func(i int, kinds ...string) error {
		if i < 0 {
			return nil
		}
		if i >= len(params) {
			return fmt.Errorf("there is no parameter %d", i)
		}
		for _, k := range kinds {
			if strings.Contains(params[i], k) {
				return nil
			}
		}
		return fmt.Errorf("parameter %d is a %s", i, params[i])
	}
	if w := r.Entry.Wait; w != nil {
		if err := is(w.Duration, "Duration"); err != nil {
			return err
		}
		if err := is(w.Ctx, "Context"); err != nil {
			return err
		}
	}
	if m := r.Entry.Method; m != nil && m.Const == "" {
		if err := is(m.Param, "string"); err != nil {
			return err
		}
	}
	if err := is(int(r.State.Derives)-1, "Context"); err != nil {
		return err
	}
	if x := r.Entry.Retrier; x != nil {
		if x.Op >= len(params) {
			return fmt.Errorf("there is no parameter %d", x.Op)
		}
		// kamilsk/retry has breakers, which behave like contexts.
		if err := is(x.Ctx, "Context", "Breaker"); err != nil {
			return err
		}
		if len(params) > 0 && x.Ctx != 0 && params[0] == "context.Context" {
			return fmt.Errorf("the first parameter is a context, which the row does not say")
		}
	}
	return nil
}

// option finds out that an option is declared where it says.
func (c *checker) option(o OptionRow) error {
	importPath, d, file, line, err := c.source(o.Source)
	if err != nil {
		return err
	}
	name := o.Name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		j := i + strings.IndexByte(name[i:], '.')
		if pkg := name[:j]; pkg != withoutMajor(importPath) {
			return fmt.Errorf("%s is about another package, %s", o.Source, importPath)
		}
		name = name[j+1:]
	}
	at, ok := d.at[name]
	if !ok {
		return fmt.Errorf("%s does not declare it", importPath)
	}
	if line > 0 && at != file+":"+strconv.Itoa(line) {
		return fmt.Errorf("it is at %s", at)
	}
	return nil
}

// same finds out that a package that has the rows of another one is there.
func (c *checker) same(s SameRow) error {
	importPath, _, _, _, err := c.source(s.Source)
	if err == nil && importPath != s.Package && withoutMajor(importPath) != s.Package {
		return fmt.Errorf("%s is about another package, %s", s.Source, importPath)
	}
	return err
}

// trait finds out that what has a trait is declared where it says.
func (c *checker) trait(r TraitRow) error {
	importPath, d, file, line, err := c.source(r.Source)
	if err != nil {
		return err
	}
	at, ok := d.at[r.Name]
	switch {
	case !c.has(r.Package, importPath):
		return fmt.Errorf("%s is about another package, %s", r.Source, importPath)
	case !ok:
		return fmt.Errorf("%s does not declare it", importPath)
	case line > 0 && at != file+":"+strconv.Itoa(line):
		return fmt.Errorf("it is at %s", at)
	}
	return nil
}

// harm finds out that what a harm says is set up, and its settings, are declared by
// the package: as a field or method, or as a function.
func (c *checker) harm(h HarmRow) error {
	importPath, d, _, _, err := c.source(h.Source)
	if err != nil {
		return err
	}
	if h.Package != importPath && h.Package != withoutMajor(importPath) {
		return fmt.Errorf("%s is about another package, %s", h.Source, importPath)
	}
	what, _, byArgument := strings.Cut(h.What, "@")
	if _, ok := d.at[what]; !ok {
		return fmt.Errorf("%s does not declare %s", importPath, what)
	}
	if byArgument || strings.Contains(what, ".") {
		return nil // whose type another package may declare
	}
	for _, name := range h.Settings() {
		if strings.HasPrefix(name, "arg") {
			continue
		}
		if _, ok := d.at[what+"."+name]; !ok && d.find(name) == "" && d.find("*."+name) == "" {
			return fmt.Errorf("%s does not declare %s of %s", importPath, name, what)
		}
	}
	for _, t := range h.When {
		if _, ok := d.at[append(t.List, "")[0]]; t.Op == Is && !ok {
			return fmt.Errorf("%s does not declare %s", importPath, t.List[0])
		}
	}
	return nil
}

// find is the declaration that a row's name speaks of, the first in
// alphabetical order if there are several; "" if there is none.
func (d *declared) find(key string) string {
	if _, ok := d.at[key]; ok {
		return key
	}
	recv, name, isMethod := strings.Cut(key, ".")
	best := ""
	for n := range d.at {
		t, m, _ := strings.Cut(n, ".")
		ok := false
		switch {
		case !isMethod: // *
			ok = key == "*"
		case strings.HasPrefix(recv, "*"):
			ok = strings.HasSuffix(t, recv[1:]) && (name == "*" || m == name)
		case name == "*":
			ok = n == recv
		}
		if ok && (best == "" || n < best) {
			best = n
		}
	}
	return best
}

// declarations reads what the package of a directory declares.
func (c *checker) declarations(dir string) (*declared, error) {
	if d := c.packages[dir]; d != nil {
		return d, nil
	}
	d := &declared{map[string]string{}, map[string][]string{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no files in %s: %v", dir, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		add := func(key string, n ast.Node, f *ast.FuncType) {
			if d.at[key] != "" {
				return // of another system
			}
			d.at[key] = fmt.Sprintf("%s:%d", filepath.Base(name), fset.Position(n.Pos()).Line)
			if f != nil {
				d.params[key] = paramTypes(f)
			}
		}
		for _, decl := range file.Decls {
			declare(decl, add)
		}
	}
	c.packages[dir] = d
	return d, nil
}

func declare(decl ast.Decl, add func(string, ast.Node, *ast.FuncType)) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		key := decl.Name.Name
		if decl.Recv != nil {
			key = typeName(decl.Recv.List[0].Type) + "." + key
		}
		add(key, decl.Name, decl.Type)
	case *ast.GenDecl:
		for _, s := range decl.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				declareType(s, add)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					add(n.Name, n, nil)
				}
			}
		}
	}
}

func declareType(s *ast.TypeSpec, add func(string, ast.Node, *ast.FuncType)) {
	add(s.Name.Name, s, nil)
	var fields func(prefix string, t ast.Expr)
	fields = func(prefix string, t ast.Expr) {
		var list *ast.FieldList
		switch u := t.(type) {
		case *ast.StructType:
			list = u.Fields
		case *ast.InterfaceType:
			list = u.Methods
		default:
			return
		}
		for _, f := range list.List {
			ft, _ := f.Type.(*ast.FuncType)
			for _, n := range f.Names {
				add(prefix+"."+n.Name, n, ft)
				fields(prefix+"."+n.Name, f.Type) // a struct within a struct
			}
		}
	}
	fields(s.Name.Name, s.Type)
}

func paramTypes(f *ast.FuncType) []string {
	list := []string{}
	for _, p := range f.Params.List {
		for range max(1, len(p.Names)) {
			list = append(list, types.ExprString(p.Type))
		}
	}
	return list
}

// typeName is the name of a receiver's type without pointer and type arguments.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
