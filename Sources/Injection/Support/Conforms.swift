/// Tells whether a conformance may be used in a task: a cast to one that is isolated to an actor
/// succeeds only on that actor (SE-0470).
protocol Conforms {}
