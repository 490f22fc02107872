package cli

import (
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/tool/nearest"
)

// functionsExist refuses names of functions in -remote and -idempotent that no
// package has: they would change nothing, and nobody would notice. The analyzers
// cannot tell, as each sees one package.
func (o options) functionsExist() error {
	for _, flag := range []string{"remote", "idempotent"} {
		var names []string
		for name := range strings.SplitSeq(o.flag(flag), ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			continue
		}
		if err := o.exist(flag, names); err != nil {
			return err
		}
	}
	return o.knowledgeMatches()
}

// knowledgeMatches refuses rows of -knowledge that name what no package has.
func (o options) knowledgeMatches() error {
	table, err := knowledge.ParseFlag(o.flag("knowledge"))
	if err != nil || len(table.Packages()) == 0 {
		return err // the analyzers refuse what cannot be read
	}
	loaded, err := o.load(table.Packages())
	if err != nil {
		return nil // go vet will say what is wrong
	}
	var list []*types.Package
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil // what does not compile may have it
		}
		list = append(list, p.Types)
	}
	if errs := table.Unmatched(list); len(errs) > 0 {
		return fmt.Errorf("-knowledge: %w", errs[0])
	}
	return nil
}

func (o options) exist(flag string, names []string) error {
	var paths []string
	for _, name := range names {
		for _, r := range readings(name) {
			paths = append(paths, r[0])
		}
	}
	slices.Sort(paths)
	loaded, err := o.load(slices.Compact(paths))
	if err != nil {
		return nil // go vet will say what is wrong
	}
	for _, name := range names {
		if err := exists(flag, name, loaded); err != nil {
			return err
		}
	}
	return nil
}

// load loads packages, by their paths, as far as they are there.
func (o options) load(paths []string) (map[string]*packages.Package, error) {
	list, err := packages.Load(&packages.Config{
		Mode:       packages.LoadTypes,
		BuildFlags: listFlags(o.flags),
		Env:        append(os.Environ(), "GOPACKAGESDRIVER=off"),
	}, paths...)
	if err != nil {
		return nil, err
	}
	loaded := map[string]*packages.Package{}
	for _, p := range list {
		if p.Types != nil && p.Types.Scope().Len() > 0 {
			loaded[p.PkgPath] = p
		}
	}
	return loaded, nil
}

// readings are the ways to split a name into a package's path and the rest, a
// function or a type and a method: a path may have dots, too.
func readings(name string) (out [][2]string) {
	slash := strings.LastIndexByte(name, '/') + 1
	parts := strings.Split(name[slash:], ".")
	for n := 1; n <= 2 && n < len(parts); n++ {
		i := len(parts) - n
		out = append(out, [2]string{name[:slash] + strings.Join(parts[:i], "."), strings.Join(parts[i:], ".")})
	}
	return out
}

func exists(flag, name string, loaded map[string]*packages.Package) error {
	var err error
	for _, r := range readings(name) {
		p, ok := loaded[r[0]]
		switch {
		case !ok:
		case len(p.Errors) > 0 || has(p.Types, r[1]): // what does not compile may have it
			return nil
		default:
			all := functions(p.Types)
			err = fmt.Errorf("-%s names %s, but package %s has no function %s%s", flag, name, r[0], r[1], nearest.Hint("%s", r[1], all))
		}
	}
	if err == nil {
		r := readings(name)
		err = fmt.Errorf("-%s names %s, but there is no package %s", flag, name, r[len(r)-1][0])
	}
	return err
}

// has reports whether a package has a function, a method, or a type with methods
// where the name is that of a type with .* behind it.
func has(pkg *types.Package, name string) bool {
	if typ, ok := strings.CutSuffix(name, ".*"); ok {
		return slices.ContainsFunc(functions(pkg), func(f string) bool { return strings.HasPrefix(f, typ+".") })
	}
	return slices.Contains(functions(pkg), name)
}

// functions lists the functions and methods that a package declares, those of
// interfaces included.
func functions(pkg *types.Package) (out []string) {
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			out = append(out, name)
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for m := range named.Methods() {
				out = append(out, name+"."+m.Name())
			}
			if i, ok := named.Underlying().(*types.Interface); ok {
				for m := range i.ExplicitMethods() {
					out = append(out, name+"."+m.Name())
				}
			}
		}
	}
	return out
}
