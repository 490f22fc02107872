package retry

// PackageOf is for tests.
var PackageOf = packageOf
