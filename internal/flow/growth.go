package flow

// Growth is how a variable develops from round to round.
type Growth uint8
