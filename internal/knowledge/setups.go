package knowledge

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// Harms lists what is known of a package that can be set up wrongly.
func Harms(path string) []Harm {
	path = unvendored(path)
	if list := harmsOf(path); list != nil {
		return list
	}
	if p := findPackage(path); p != nil { // it has rows of its own: those of another major version are not about it
		return nil
	}
	return harmsOf(withoutMajor(path))
}

// harmsOf is the part of the table, which is sorted, that is about a package.
func harmsOf(path string) []Harm {
	i, _ := slices.BinarySearchFunc(harmTable, path, func(h Harm, path string) int { return strings.Compare(h.Package, path) })
	end := i
	for end < len(harmTable) && harmTable[end].Package == path {
		end++
	}
	if i == end {
		return nil
	}
	return harmTable[i:end]
}

// Holds reports whether a harm is right for a version of its module; "" stands for
// the newest that an import path leaves open.
func (h *Harm) Holds(path, version string) bool {
	if h.Since == "" && h.Before == "" {
		return true
	}
	if !semver.IsValid(version) {
		version = newest(path)
	}
	return Range{h.Since, h.Before}.Contains(version)
}

// TraitOf is the trait of this word that an object has: a function, a method as
// Type.Method, a type or a variable; nil if it has none.
func TraitOf(obj types.Object, word string) *Trait {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	name := obj.Name()
	if fn, ok := obj.(*types.Func); ok {
		name = FuncName(fn)
	}
	list := Traits(obj.Pkg().Path(), word)
	if i := slices.IndexFunc(list, func(t Trait) bool { return t.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// Traits lists what a package declares that has a trait.
func Traits(path, word string) []Trait {
	path = unvendored(path)
	if list := traitsOf(path, word); list != nil {
		return list
	}
	return traitsOf(withoutMajor(path), word)
}

// traitsOf is the part of the table, which is sorted by package and word.
func traitsOf(path, word string) []Trait {
	i, _ := slices.BinarySearchFunc(traitTable, path+" "+word, func(t Trait, key string) int { return strings.Compare(t.Package+" "+t.Word, key) })
	end := i
	for end < len(traitTable) && traitTable[end].Package == path && traitTable[end].Word == word {
		end++
	}
	if i == end {
		return nil
	}
	return traitTable[i:end]
}
