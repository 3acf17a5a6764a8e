// A black box for the values of reads, so that the optimizer can neither drop a read nor move it
// out of the loop. It borrows the value, like a method call.
//
// Each client reads in a method that is never inlined, like a user's method in another file. So
// every row, including baselines, also measures two calls.

@inline(never) @_optimize(none)
func sink(_ value: any Repository) {}

@inline(never) @_optimize(none)
func sink(_ value: Int) {}

@inline(never) @_optimize(none)
func sink(_ value: AnyObject) {}

/// Returns its argument, which the optimizer doesn't know.
@inline(never) @_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
