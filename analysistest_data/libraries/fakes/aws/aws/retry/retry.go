// Package retry has the types of the real one that the code here names.
package retry

type StandardOptions struct{ MaxAttempts int }

type Standard struct{ options StandardOptions }

func (s *Standard) MaxAttempts() int { return s.options.MaxAttempts }

func NewStandard(fns ...func(*StandardOptions)) *Standard {
	s := &Standard{}
	for _, fn := range fns {
		fn(&s.options)
	}
	return s
}
