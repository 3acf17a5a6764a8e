// The black box. What a row reads ends here, so that the optimizer cannot drop the read, move it
// out of the loop or see what becomes of it. It borrows the value, as a method call on it would.
//
// Each client does its read in a method that is never inlined, as a user's method in another file
// would be. So every row, the baselines too, pays for two calls beside what it measures.

@inline(never) @_optimize(none)
func sink(_ value: any Repository) {}

@inline(never) @_optimize(none)
func sink(_ value: Int) {}

@inline(never) @_optimize(none)
func sink(_ value: AnyObject) {}

/// Returns what it is given; the optimizer does not know that.
@inline(never) @_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
